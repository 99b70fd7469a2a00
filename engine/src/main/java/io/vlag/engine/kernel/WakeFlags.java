package io.vlag.engine.kernel;

/** Flags of a wake-up; the bits that the fair class sees have the values it expects. */
public final class WakeFlags {
    /** A new task. */
    public static final int FORK = FairClass.WAKE_FORK;

    /** An ordinary wake-up. */
    public static final int TTWU = FairClass.WAKE_TTWU;

    /** The waker says that it is about to sleep. */
    public static final int SYNC = FairClass.WAKE_SYNC;

    /** A CPU was selected for the wakee, which NEXT_BUDDY asks. */
    public static final int SELECTED = FairClass.WAKE_RQ_SELECTED;

    /** The wakee changed its CPU. */
    public static final int MIGRATED = 1 << 8;

    /** A delayed wakee on a wake list, to be dequeued by the CPU that owns the list. */
    public static final int DELAYED = 1 << 9;

    /** The wake-up comes from an interrupt: no task is the waker. */
    public static final int INTERRUPT = 1 << 10;

    private WakeFlags() {}
}
