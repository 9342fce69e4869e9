package io.numaresources.kubelet;

/** Checkpoints in the kubelet's root directory that keep it from starting after some changes. */
public enum StateFile {
    CPU("cpu_manager_state"),
    MEMORY("memory_manager_state");

    private final String fileName;

    StateFile(String fileName) {
        this.fileName = fileName;
    }

    /** Its name in the root directory. */
    public String fileName() {
        return fileName;
    }
}
