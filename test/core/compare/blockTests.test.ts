import { expect, it } from 'vitest';
import { blockTest } from '../../../src/core/compare/blockTests.ts';
import { bayesianSignedRank } from '../../../src/core/stats/tests/bayesianSignedRank.ts';
import { hierarchicalT } from '../../../src/core/stats/tests/hierarchicalT.ts';

it('the signed-rank test looks at the means of the blocks alone', () => {
  const means = [2, -1, 3, 0.5, 4];
  const repeats = () => {
    throw new Error('no repeats are asked for');
  };
  const answer = blockTest('signed-rank').prepare(means.length, 1, 7);
  expect(answer({ means, repeats })).toEqual(bayesianSignedRank(means, 1));
  expect(answer({ means: means.map((mean) => -mean), repeats })).toEqual(bayesianSignedRank([-2, 1, -3, -0.5, -4], 1));
});

it('the hierarchical test looks at the repeats, from the seed that it is given', () => {
  const sets = [
    { differences: [1, 2, 0.5, 1.5], correlation: 0.2 },
    { differences: [-0.5, 1, 0.2, 0.4], correlation: 0.3 },
  ];
  // Means that contradict the repeats do not count.
  const answer = blockTest('hierarchical-t').prepare(2, 0.5, 7)({ means: [-9, -9], repeats: () => sets });
  expect(answer).toEqual(hierarchicalT(sets, 0.5, 7));
});
