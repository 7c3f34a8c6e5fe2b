import { describe, expect, it } from 'vitest';
import { foldProse, imagesOfEach, thresholdProse } from '../../../src/core/protocols/protocolFacts.ts';
import { read } from './faces.ts';

describe('words that protocols share', () => {
  it('count the images of each subject', () => {
    expect(read([[1], [3], [3, 1]].map(imagesOfEach))).toEqual(['one image', 'three images', 'k ∈ {3, 1} images']);
  });

  it('say by which rule a threshold is chosen', () => {
    expect([thresholdProse('fewest errors'), thresholdProse('equal rates')]).toEqual([
      'the threshold with the fewest errors',
      'the threshold of the equal error rate',
    ]);
  });

  it('say what every fold is decided by', () => {
    const apart = (folds: string) =>
      `Each fold was tested once: the threshold with the fewest errors was determined on the pairs of ${folds}, ` +
      'the models were fitted to the images of the remaining folds, and pairs with a score above the threshold were accepted';
    expect(read([0, 1, 2].map((developmentFolds) => foldProse(developmentFolds, 'fewest errors')))).toEqual([
      'Each fold was tested once: the models were fitted to the images of the other folds, and a pair was accepted ' +
        'if its score exceeded the threshold with the fewest errors on the pairs of those folds',
      apart('one other fold'),
      apart('two other folds'),
    ]);
  });
});
