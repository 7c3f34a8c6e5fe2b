import { describe, expect, it } from 'vitest';
import { firstSentence, withWholeEquations } from '../../../src/core/text/phrases.ts';

it('keeps equations in one line', () => {
  expect(withWholeEquations('lowest at k = 3 with σ = 20, and shape = 4')).toBe(
    'lowest at k\u00a0=\u00a03 with σ\u00a0=\u00a020, and shape = 4',
  );
});

describe('the first sentence of a text', () => {
  it('ends where the next begins', () => {
    expect(firstSentence('One of 4.2 points (s = 1.67). That is it. Or not.')).toEqual([
      'One of 4.2 points (s = 1.67).',
      'That is it. Or not.',
    ]);
  });

  it('is the text where no other follows', () => {
    expect(firstSentence('About 4.2 vs. 5 points')).toEqual(['About 4.2 vs. 5 points', '']);
    expect(firstSentence('')).toEqual(['', '']);
  });
});
