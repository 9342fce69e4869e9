package io.numaresources.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Help.Ansi;

/** Bars, tables and differences. */
class PrintingTest {

    @ParameterizedTest
    @CsvSource({
        "0, 4, 4, □□□□",
        "1, 4, 4, ■□□□",
        "4, 4, 4, ■■■■",
        "1, 1000, 1000, ■□□□□□□□□□□□□□□□",
        "999, 1000, 1000, ■■■■■■■■■■■■■■■□",
        "1000, 1000, 1000, ■■■■■■■■■■■■■■■■"
    })
    void aLittleUsedOrFreeAlwaysShows(long used, long total, long units, String bar) {
        assertThat(new Bar(Ansi.OFF).of(used, total, units)).isEqualTo(bar);
    }

    @Test
    void nothingAtAllIsBlank() {
        assertThat(new Bar(Ansi.OFF).of(0, 0, 3)).isEqualTo("   ");
    }

    @ParameterizedTest
    @CsvSource({"1, 32", "8, 33", "10, 31"})
    void coloursTellHowFull(long used, int colour) {
        assertThat(new Bar(Ansi.ON).of(used, 10, 10)).startsWith("\u001b[" + colour + "m");
    }

    @Test
    void columnsAreAsWideAsTheirWidestCellWithoutColours() {
        var table = new Table("NODE", "CPU");
        table.row("a", new Bar(Ansi.ON).of(1, 2, 2) + " x");
        table.row("node-b", "y");

        assertThat(table.toString().replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo("""
                NODE     CPU
                a        ■□ x
                node-b   y
                """);
    }

    @Test
    void differencesHaveThreeLinesAround() {
        var before = "a\nb\nc\nd\ne\nf\ng\nh\n";
        var after = "a\nb\nc\nd\nE\nf\ng\nh\n";

        assertThat(LineDiff.unified("Thing x", before, after)).contains("""
                --- Thing x
                +++ Thing x
                @@ -2,7 +2,7 @@
                 b
                 c
                 d
                -e
                +E
                 f
                 g
                 h
                """);
        assertThat(LineDiff.unified("Thing x", before, before)).isEmpty();
    }

    @Test
    void farChangesAreHunksOfTheirOwn() {
        var before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";
        var after = before.replace("1\n2\n", "one\n2\n").replace("\n12\n", "\ntwelve\n");

        assertThat(LineDiff.unified("t", before, after).orElseThrow().lines().filter(line -> line.startsWith("@@")))
                .containsExactly("@@ -1,4 +1,4 @@", "@@ -9,4 +9,4 @@");
    }

    @Test
    void newObjectsComeFromNothing() {
        assertThat(LineDiff.unified("t", "", "a\n")).contains("--- /dev/null\n+++ t\n@@ -0,0 +1,1 @@\n+a\n");
        assertThat(LineDiff.unified("t", "a\n", "")).contains("--- t\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n");
    }
}
