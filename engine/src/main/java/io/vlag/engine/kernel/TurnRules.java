package io.vlag.engine.kernel;

import io.vlag.offheap.HotPath;

/**
 * The steps on one queue that CFS and EEVDF take differently: where an entity joins, who is picked,
 * what the start of a turn and a tick mean. The same on the queue of a CPU and on that of a group.
 *
 * @implNote Models Linux 5.18 to 7.2, kernel/sched/fair.c place_entity(), pick_next_entity(),
 *     set_next_entity(), entity_tick().
 */
@HotPath
final class TurnRules {
    private final Placement placement;
    private final Pick pick;
    private final SliceProtection protection;
    private final CfsPlacement cfsPlacement;
    private final LeftmostPick leftmostPick;
    private final TickPreemption tickPreemption;
    private final boolean placesSleepers;
    private final boolean picksLeftmost;
    private final boolean ticksEndSlices;

    TurnRules(
            FairRules rules,
            Placement placement,
            Pick pick,
            SliceProtection protection,
            CfsPlacement cfsPlacement,
            LeftmostPick leftmostPick,
            TickPreemption tickPreemption) {
        this.placement = placement;
        this.pick = pick;
        this.protection = protection;
        this.cfsPlacement = cfsPlacement;
        this.leftmostPick = leftmostPick;
        this.tickPreemption = tickPreemption;
        this.placesSleepers = cfsPlacement.applies();
        this.picksLeftmost = rules.pickRule == FairRules.PICK_RULE_LEFTMOST;
        this.ticksEndSlices = tickPreemption.applies();
    }

    /** Whether the pick is the leftmost, which is no switch-in when it already runs. */
    boolean picksLeftmost() {
        return picksLeftmost;
    }

    /**
     * An entity joins a queue in which it is not counted yet.
     *
     * @param flags {@code FairClass.ENQUEUE_...}
     */
    void place(int q, int se, int flags) {
        if (placesSleepers) {
            cfsPlacement.join(q, se, flags);
        } else {
            placement.place(q, se, (flags & FairClass.ENQUEUE_INITIAL) != 0);
        }
    }

    /** Who runs next on a queue that is not empty and has been accounted. */
    int pick(int q) {
        return picksLeftmost ? leftmostPick.pick(q) : pick.forScheduling(q);
    }

    /** A queued entity starts to run. */
    void switchIn(int q, int se, boolean picked) {
        protection.switchIn(q, se, picked);
        if (ticksEndSlices) {
            tickPreemption.switchIn(se);
        }
    }

    /** A tick, after the queue has been accounted. */
    void tick(int q) {
        if (ticksEndSlices) {
            tickPreemption.check(q);
        }
    }
}
