/*
 * Ages many sums by their own number of whole periods: the native twin of io.vlag.pelt.PeltDecay.decay().
 * Built by the Maven profile "native"; the factors come from the Java table, so that there is one derivation of them.
 */
#include <stdint.h>
#include <string.h>

#define PERIODS_MAX 2016u /* after more, every value has become 0 */
#define LANES 16

typedef uint32_t ints __attribute__((vector_size(LANES * 4)));
typedef uint32_t half_ints __attribute__((vector_size(LANES * 2)));
typedef uint64_t longs __attribute__((vector_size(LANES * 4)));

/* The upper 64 of the 96 bits of halved * factor: exact, since neither product overflows. */
#define SCALED(halved, factor) (((halved) >> 32) * (factor) + (((halved) & 0xFFFFFFFFu) * (factor) >> 32))

static inline void half_block(uint64_t *sums, half_ints n, half_ints factors)
{
    longs value;
    memcpy(&value, sums, sizeof value);
    const longs halved = value >> __builtin_convertvector(n >> 5 & 63, longs);
    const longs factor = __builtin_convertvector(factors, longs);
    value = SCALED(halved, factor);
    memcpy(sums, &value, sizeof value);
}

void vlag_pelt_decay(uint64_t *restrict sums, const uint32_t *restrict periods,
                     const uint32_t *restrict factors, int64_t count)
{
    int64_t i = 0;
    if (count >= LANES) {
        ints low;
        ints high;
        memcpy(&low, factors, sizeof low);
        memcpy(&high, factors + LANES, sizeof high);
        for (; i + LANES <= count; i += LANES) {
            ints n;
            half_ints part[2];
            half_ints factor[2];
            memcpy(&n, periods + i, sizeof n);
            /* Table lookup in two registers; a comparison of vectors gives all ones where it holds. */
            const ints looked_up = __builtin_shuffle(low, high, n & 31) & (ints)(n <= PERIODS_MAX);
            memcpy(part, &n, sizeof n);
            memcpy(factor, &looked_up, sizeof looked_up);
            half_block(sums + i, part[0], factor[0]);
            half_block(sums + i + LANES / 2, part[1], factor[1]);
        }
    }
    for (; i < count; i++) {
        const uint32_t n = periods[i];
        const uint64_t factor = n > PERIODS_MAX ? 0 : factors[n & 31];
        const uint64_t halved = sums[i] >> (n >> 5 & 63);
        sums[i] = SCALED(halved, factor);
    }
}
