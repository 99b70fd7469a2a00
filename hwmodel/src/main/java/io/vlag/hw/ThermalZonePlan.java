package io.vlag.hw;

import java.util.List;

/**
 * A body that CPUs heat: one resistance to the surroundings, one time constant.
 *
 * @param name for reports
 * @param cpus that heat it, rising
 * @param otherUw heat from elsewhere, constant, uW
 * @param resistanceMkPerW warming in the long run, thousandths of a kelvin per watt
 * @param timeConstantNs time in which 63 % of a change is done
 * @param ambientMilliC temperature of the surroundings, and at the start
 * @param pollNs time between two looks at the temperature
 * @param trips temperatures at which something happens
 */
public record ThermalZonePlan(
        String name,
        List<Integer> cpus,
        long otherUw,
        int resistanceMkPerW,
        long timeConstantNs,
        int ambientMilliC,
        long pollNs,
        List<Trip> trips) {
    public ThermalZonePlan {
        cpus = List.copyOf(cpus);
        trips = List.copyOf(trips);
    }

    /** Who acts at a trip point. */
    public enum Actor {
        /** Firmware holds the clock down at once; the kernel does not know. */
        HARDWARE,
        /** The kernel lowers the upper limit of its policy by one operating point a look. */
        POLICY
    }

    /**
     * A temperature from which on clocks are limited.
     *
     * @param actor who does it
     * @param milliC temperature at which it begins
     * @param hysteresisMilliC how far below it has to fall until clocks are let go
     * @param domains indices of the domains that are limited
     * @param floorKhz hardware: the clock that is left; policy: the lowest it goes down to, kHz
     */
    public record Trip(
            Actor actor, int milliC, int hysteresisMilliC, List<Integer> domains, int floorKhz) {
        public Trip {
            domains = List.copyOf(domains);
        }
    }
}
