package io.numaresources.node;

import java.util.List;

/**
 * The script that puts the former configuration back. It runs on the host, started by systemd, and needs nothing of the cluster or of any container.
 * After a drain the kubelet starts without state files, since those of the failed start don't fit and the former ones name pods that are gone.
 */
final class RestoreScript {
    static final String PATH = ChangeDirectory.PATH + "/restore.sh";

    private RestoreScript() {}

    /**
     * Renders the script.
     *
     * @param saved files to put back or to remove
     * @param stateFiles absolute paths of the kubelet's state files
     * @param unit what runs the kubelet
     */
    static String of(List<ChangeDirectory.Saved> saved, List<String> stateFiles, String unit) {
        var script = new StringBuilder("""
                #!/bin/sh
                # Written by numaresources-operator: puts back the kubelet configuration that ran before.
                set -u
                R="${NUMARESOURCES_ROOT:-}"
                C="$R%1$s"
                echo restoring >"$C/restoring"
                put() {
                  cp -p "$1" "$2.numaresources-tmp" && mv -f "$2.numaresources-tmp" "$2"
                }
                if [ -e "$C/begun" ]; then
                  journalctl --unit %2$s --since "@$(date -r "$C/begun" +%%s)" --lines 200 --output cat --no-pager >"$R%3$s" 2>/dev/null || :
                  systemctl stop %2$s
                """.formatted(ChangeDirectory.PATH, unit, KubeletComplaint.PATH));
        for (var file : saved) {
            script.append(file.backup()
                    .map(backup -> "  put \"$R%s\" \"$R%s\"\n".formatted(backup, file.path()))
                    .orElse("  rm -f \"$R%s\"\n".formatted(file.path())));
        }
        for (String state : stateFiles) {
            script.append("  rm -f \"$R%s\"\n".formatted(state));
        }
        script.append("fi\n");
        for (String file : RollbackTimer.FILES) {
            script.append("rm -f \"$R%s\"\n".formatted(file));
        }
        script.append("""
                sync
                systemctl daemon-reload
                if [ -e "$C/begun" ]; then
                  systemctl reset-failed %1$s
                  systemctl start %1$s
                fi
                echo restored >"$C/restored"
                """.formatted(unit));
        return script.toString();
    }
}
