package io.vlag.engine.analysis;

/** Test functions of sensitivity analysis, with the indices that follow from them. */
final class PublishedFunctions {
    private static final double A = 7;
    private static final double B = 0.1;

    private PublishedFunctions() {}

    /** Ishigami and Homma 1990: three inputs, the third acts only together with the first. */
    static double ishigami(double[] unit) {
        final double x1 = angle(unit[0]);
        final double x2 = angle(unit[1]);
        final double x3 = angle(unit[2]);
        return Math.sin(x1) + A * Math.sin(x2) * Math.sin(x2) + B * Math.pow(x3, 4) * Math.sin(x1);
    }

    private static double angle(double unit) {
        return Math.PI * (2 * unit - 1);
    }

    /** First-order indices of Ishigami's function, then its total ones. */
    static double[][] ishigamiIndices() {
        final double pi4 = Math.pow(Math.PI, 4);
        final double first = Math.pow(1 + B * pi4 / 5, 2) / 2;
        final double second = A * A / 8;
        final double third = B * B * pi4 * pi4 * (1 / 18.0 - 1 / 50.0);
        final double all = first + second + third;
        return new double[][] {
            {first / all, second / all, 0}, {(first + third) / all, second / all, third / all}
        };
    }

    /** Sobol's g-function: the larger an input's number, the less it does. */
    static double g(double[] unit, double[] numbers) {
        double product = 1;
        for (int i = 0; i < numbers.length; i++) {
            product *= (Math.abs(4 * unit[i] - 2) + numbers[i]) / (1 + numbers[i]);
        }
        return product;
    }

    /** First-order indices of the g-function, then its total ones. */
    static double[][] gIndices(double[] numbers) {
        double all = 1;
        for (final double number : numbers) {
            all *= 1 + part(number);
        }
        final double variance = all - 1;
        final double[][] indices = new double[2][numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            final double own = part(numbers[i]);
            indices[0][i] = own / variance;
            indices[1][i] = own * all / (1 + own) / variance;
        }
        return indices;
    }

    private static double part(double number) {
        return 1 / (3 * (1 + number) * (1 + number));
    }
}
