import { expect, it } from 'vitest';
import { runPairTest } from '../../../../src/core/compare/tests/registry.ts';
import { correctedResampledT, pairedT } from '../../../../src/core/stats/tests/pairedT.ts';

const first = { values: [4, 9, 6, 8], repeats: [1, 2, 3, 4] };
const second = { values: [1, 5, 7, 4], repeats: [4, 3, 2, 1] };
/** Of the same repeats. */
const differences = [0, 2, 1, 7];

it('two methods are compared over their common repeats, with the first as the greater', () => {
  expect(runPairTest('paired-t', first, second, 'greater', null)).toEqual(pairedT(differences, 'greater'));
  expect(runPairTest('paired-t', second, first, 'less', 2)).toMatchObject({
    p: (pairedT(differences, 'greater') as { p: number }).p,
  });
});

it('a test that needs n_test/n_train has no answer without it', () => {
  expect(runPairTest('corrected-resampled-t', first, second, 'two-sided', null)).toBeNull();
  expect(runPairTest('corrected-resampled-t', first, second, 'two-sided', 0.5)).toEqual(
    correctedResampledT(differences, 0.5, 'two-sided'),
  );
});
