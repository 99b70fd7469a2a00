package io.vlag.golden;

/** Modules with recorded arithmetic, in the order in which a build tests them. */
public enum GoldenModule {
    RBTREE("rbtree"),
    PELT("pelt-fastpath"),
    HWMODEL("hwmodel"),
    ENGINE("engine");

    private final String directory;

    GoldenModule(String directory) {
        this.directory = directory;
    }

    /** Name of the module's directory. */
    public String directory() {
        return directory;
    }

    /** Whether a build tests no other of them later. */
    boolean isLast() {
        return ordinal() == values().length - 1;
    }
}
