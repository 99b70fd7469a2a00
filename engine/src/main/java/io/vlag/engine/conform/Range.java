package io.vlag.engine.conform;

import java.util.DoubleSummaryStatistics;
import java.util.stream.DoubleStream;

/** Lowest, mean and highest of a figure over repetitions or phases. */
public record Range(double low, double mean, double high) {
    static Range of(DoubleStream values) {
        final DoubleSummaryStatistics statistics = values.summaryStatistics();
        return new Range(statistics.getMin(), statistics.getAverage(), statistics.getMax());
    }
}
