import { describe, expect, it } from 'vitest';
import { pairDisagreements } from '../../../src/core/compare/pairDisagreements.ts';

// Images 0–3 are of subject 0, 4–7 of subject 1.
const labels = [0, 0, 0, 0, 1, 1, 1, 1];

describe('pairDisagreements', () => {
  const disagreements = () =>
    pairDisagreements(
      [
        // Image 2: only the first right. 3: both right. 6: only the second right. 7: both wrong.
        { repeat: 1, test: [2, 3, 6, 7], first: [0, 0, 0, 1], second: [4, 1, 5, 0] },
        // Image 2 again, with other answers; 5: only the second right.
        { repeat: 3, test: [2, 5], first: [1, 0], second: [6, 4] },
        // Here both are right on image 2.
        { repeat: 4, test: [2], first: [0], second: [1] },
      ],
      labels,
    );

  it('counts cases and images of each side over the repeats', () => {
    const found = disagreements();
    expect(found.repeats).toBe(3);
    expect(found.tests).toBe(7);
    expect(found.onlyFirstRight).toEqual({
      cases: 2,
      images: [{ image: 2, tested: 3, times: 2, repeat: 1, first: 0, second: 4 }],
    });
    expect(found.onlySecondRight.cases).toBe(2);
  });

  it('lists what happens most often first, then by image', () => {
    expect(disagreements().onlySecondRight.images.map(({ image }) => image)).toEqual([5, 6]);
    const often = pairDisagreements(
      [1, 2].map((repeat) => ({ repeat, test: repeat === 1 ? [2, 3] : [3], first: [0, 0], second: [4, 4] })),
      labels,
    );
    expect(often.onlyFirstRight.images.map(({ image, times, tested }) => [image, times, tested])).toEqual([
      [3, 2, 2],
      [2, 1, 1],
    ]);
  });

  it('is empty without a repeat in common', () => {
    const none = { cases: 0, images: [] };
    expect(pairDisagreements([], labels)).toEqual({
      repeats: 0,
      tests: 0,
      onlyFirstRight: none,
      onlySecondRight: none,
    });
  });
});
