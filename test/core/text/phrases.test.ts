import { describe, expect, it } from 'vitest';
import { firstSentence } from '../../../src/core/text/phrases.ts';

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
