package io.numaresources.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What is kept on the host while a node is changed: the files that were there before, the script that restores them, and marks of what was begun.
 * A backup counts once it is complete, and it is never made again for the same change, since then it would hold the changed files.
 *
 * @param host the host
 */
record ChangeDirectory(Host host) {
    static final String PATH = "/var/lib/numaresources/change";

    /** What can be said of a change. */
    enum Mark {
        /** Everything is backed up; its content is the hash of the change. */
        BACKED_UP,
        /** The kubelet is being stopped: from here on restoring means a restart. */
        BEGUN,
        /** The kubelet was started with the new configuration; its content is the hash of the change. */
        APPLIED,
        /** The former configuration is being put back. */
        RESTORING,
        /** The former configuration is back. */
        RESTORED;

        String fileName() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** A file that was backed up, or noted as absent. */
    record Saved(String path, Optional<String> backup) {}

    Optional<String> mark(Mark mark) {
        return host.text(PATH + "/" + mark.fileName());
    }

    void set(Mark mark, String content) {
        DurableFile.write(host.path(PATH + "/" + mark.fileName()), content + "\n");
    }

    /** Begins anew: the marks of an earlier change go, the one that makes its backup count first. */
    void clear() {
        for (var mark : List.of(Mark.BACKED_UP, Mark.APPLIED, Mark.BEGUN, Mark.RESTORING, Mark.RESTORED)) {
            DurableFile.remove(host.path(PATH + "/" + mark.fileName()));
        }
        DurableFile.remove(host.path(KubeletComplaint.PATH));
    }

    /** Copies each file that is there. */
    List<Saved> save(List<String> paths) {
        var saved = new ArrayList<Saved>();
        for (int number = 0; number < paths.size(); number++) {
            String path = paths.get(number);
            String backup = PATH + "/files/" + number;
            if (host.exists(path)) {
                DurableFile.copy(host.path(path), host.path(backup));
                saved.add(new Saved(path, Optional.of(backup)));
            } else {
                saved.add(new Saved(path, Optional.empty()));
            }
        }
        return saved;
    }
}
