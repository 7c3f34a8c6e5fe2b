import { mean, sum } from '../../stats/describe.ts';
import type { Alternative, TestOutcome } from '../../stats/tests/testResult.ts';
import { stream } from '../../random/stream.ts';
import { type PairTestDeclaration, INDEPENDENT_PAIRS, leastOfSigns } from '../pairTest.ts';
import { prose } from '../../text/proseTags.ts';

/** Up to this number of differing pairs all 2ⁿ signs are enumerated: 2²⁰ sums take about 5 ms. */
export const ENUMERATED_UP_TO = 20;

/** Random assignments of signs above that number; with the observed one 10 000, so p is a multiple of 1e-4. */
export const DRAWS = 9999;

/** Paired permutation test of the mean difference: without a difference every sign is as probable as its opposite. */
export const permutation: PairTestDeclaration<'permutation'> = {
  kind: 'permutation',
  title: 'Permutation of signs',
  phrase: 'permutation test of the signs of the differences',
  prose: prose`the permutation test of the signs of the differences`,
  paired: true,
  remark: `${INDEPENDENT_PAIRS} All signs are enumerated up to ${ENUMERATED_UP_TO} differing repeats, above ${DRAWS} are drawn.`,
  citation: {
    key: 'phipson2010',
    type: 'article',
    authors: ['Belinda Phipson', 'Gordon K. Smyth'],
    title: 'Permutation P-values Should Never Be Zero: Calculating Exact P-values When Permutations Are Randomly Drawn',
    venue: 'Statistical Applications in Genetics and Molecular Biology',
    year: 2010,
    volume: '9',
    number: '1',
    doi: '10.2202/1544-6115.1585',
  },
  leastP: (repeats, side) => (repeats > ENUMERATED_UP_TO ? 1 / (DRAWS + 1) : leastOfSigns(repeats, side)),
  run: ({ differences }, side) => signPermutationTest(differences, side),
};

/**
 * The statistic is the mean difference; p is the share of the assignments of signs to |d_i| whose sum is at least as
 * extreme as the one observed: exact for up to `ENUMERATED_UP_TO` differences other than 0 (those that are 0 have no
 * sign), else (1 + hits) / (1 + DRAWS) of random signs (Phipson and Smyth, Statistical Applications in Genetics and
 * Molecular Biology 9(1), 2010), which depend only on the number of differences. Unavailable if all differences are 0.
 */
export function signPermutationTest(differences: ArrayLike<number>, side: Alternative = 'two-sided'): TestOutcome {
  const d = Float64Array.from(differences).filter((value) => value !== 0);
  if (d.length === 0) return 'no difference';
  const sizes = d.map(Math.abs);
  const observed = sum(d);
  // Sums that differ only by rounding count as equal; sums of counts differ by far more.
  const slack = 1e-12 * sum(sizes);
  const extreme = {
    greater: (value: number) => value >= observed - slack,
    less: (value: number) => value <= observed + slack,
    'two-sided': (value: number) => Math.abs(value) >= Math.abs(observed) - slack,
  }[side];
  const p = d.length <= ENUMERATED_UP_TO ? enumerated(sizes, extreme) : drawn(sizes, extreme);
  return { statistic: mean(differences), df: null, p };
}

/** The share of all assignments of signs whose sum is extreme. */
function enumerated(sizes: Float64Array, extreme: (sum: number) => boolean): number {
  const visit = (index: number, sum: number): number => {
    if (index === sizes.length) return extreme(sum) ? 1 : 0;
    return visit(index + 1, sum + sizes[index]) + visit(index + 1, sum - sizes[index]);
  };
  return visit(0, 0) / 2 ** sizes.length;
}

/** The share of drawn assignments whose sum is extreme, including the one observed. */
function drawn(sizes: Float64Array, extreme: (sum: number) => boolean): number {
  const random = stream('signs of differences', sizes.length);
  let hits = 1;
  for (let draw = 0; draw < DRAWS; draw++) {
    let total = 0;
    let bits = 0;
    for (let i = 0; i < sizes.length; i++) {
      if (i % 32 === 0) bits = random.integer(2 ** 32);
      total += bits & 1 ? sizes[i] : -sizes[i];
      bits >>>= 1;
    }
    if (extreme(total)) hits++;
  }
  return hits / (DRAWS + 1);
}
