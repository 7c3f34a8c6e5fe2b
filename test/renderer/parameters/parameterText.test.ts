/** The texts of single values. */
import { expect, it } from 'vitest';
import { generatedPairs } from '../../../src/core/protocols/pairs/generatedPairs.ts';
import { isTyped, parsedText, shownText } from '../../../src/renderer/parameters/parameterText.ts';

it('name a 0 that stands for all pairs', () => {
  const pairs = generatedPairs.parameters.filter(isTyped).find(({ name }) => name === 'pairsPerFold')!;
  expect([shownText(pairs, undefined), shownText(pairs, 0), shownText(pairs, 300)]).toEqual(['all', 'all', '300']);
  expect(['all', ' All ', '0', '300'].map((text) => parsedText(pairs, text))).toEqual(
    [0, 0, 0, 300].map((value) => ({ value })),
  );
  expect(parsedText(pairs, 'many')).toEqual({ problem: 'A whole number, or "all".' });
});
