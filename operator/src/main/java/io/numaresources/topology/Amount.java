package io.numaresources.topology;

/** Amounts as people write them. */
public final class Amount {
    private static final String[] BINARY = {"", "Ki", "Mi", "Gi", "Ti"};

    private Amount() {}

    /** {@code 4 CPUs}, {@code 1536Mi of memory}, {@code 2 of example.com/gpu}. */
    public static String text(String resource, long amount) {
        if (Resources.CPU.equals(resource)) {
            return cpus(amount) + (amount == 1000 ? " CPU" : " CPUs");
        }
        return quantity(resource, amount) + " of " + resource;
    }

    private static String quantity(String resource, long amount) {
        return Resources.isMemory(resource) || resource.endsWith("storage") ? bytes(amount) : Long.toString(amount);
    }

    private static String cpus(long milli) {
        return milli % 1000 == 0 ? Long.toString(milli / 1000) : milli + "m";
    }

    /** The largest unit in which the number is whole; for a number that is whole in none but bytes, Mi rounded up. */
    private static String bytes(long bytes) {
        int unit = 0;
        long amount = bytes;
        while (unit + 1 < BINARY.length && amount != 0 && amount % 1024 == 0) {
            amount /= 1024;
            unit++;
        }
        if (amount > 100_000 && unit < 2) {
            return (bytes + (1 << 20) - 1 >> 20) + "Mi";
        }
        return amount + BINARY[unit];
    }
}
