package io.vlag.engine.state;

/** The absent index. */
public final class Index {
    /** No task, CPU, queue or record. */
    public static final int NONE = -1;

    private Index() {}
}
