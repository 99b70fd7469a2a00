package io.vlag.hw;

import java.util.List;

/**
 * What CPUs of one micro-architecture have in common.
 *
 * @param name for reports, such as {@code cortex-a76}
 * @param ipcMilli instructions per 1000 cycles of kernel code <em>without</em> mispredictions and
 *     stalls, which are charged apart
 * @param userIpcMilli the same of user code
 * @param mispredictCycles cycles lost per mispredicted branch
 * @param dynamicUwPerMhzV2 dynamic power coefficient, uW per MHz and square volt, one busy CPU
 * @param staticUw leakage of one CPU, uW; taken as independent of voltage
 * @param idleStates shallowest first; at least one
 * @param smt what hardware threads of a core do to each other
 */
public record CoreTypePlan(
        String name,
        int ipcMilli,
        int userIpcMilli,
        int mispredictCycles,
        int dynamicUwPerMhzV2,
        long staticUw,
        List<IdleStatePlan> idleStates,
        SmtPlan smt) {
    public CoreTypePlan {
        idleStates = List.copyOf(idleStates);
    }

    /** A core of one thread, user code as fast as kernel code. */
    public CoreTypePlan(
            String name,
            int ipcMilli,
            int mispredictCycles,
            int dynamicUwPerMhzV2,
            long staticUw,
            List<IdleStatePlan> idleStates) {
        this(
                name,
                ipcMilli,
                ipcMilli,
                mispredictCycles,
                dynamicUwPerMhzV2,
                staticUw,
                idleStates,
                SmtPlan.NONE);
    }
}
