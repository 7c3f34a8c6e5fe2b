/** Numbers for the sentences that describe a protocol in a paper, and phrases that several protocols share. */
import { math, prose, type Prose } from '../text/proseTags.ts';
import type { ThresholdRule } from './split.ts';

export interface ProtocolFacts {
  /** Of the images included in the study, and of their subjects. */
  readonly images: number;
  readonly subjects: number;
  /** The sentences speak of several datasets, each with subjects of its own. */
  readonly ofSeveral?: true;
  /** Per condition. */
  readonly repeats: number;
}

/** "the threshold with the fewest errors", "the threshold of the equal error rate" */
export function thresholdProse(rule: ThresholdRule): string {
  return {
    'fewest errors': 'the threshold with the fewest errors',
    'equal rates': 'the threshold of the equal error rate',
  }[rule];
}

/** How each fold of pairs is decided: the training set, and the choice of the threshold. */
export function foldProse(developmentFolds: number, rule: ThresholdRule): Prose {
  const threshold = thresholdProse(rule);
  if (developmentFolds === 0) {
    return prose`Each fold was tested once: the models were fitted to the images of the other folds, and a pair was accepted if its score exceeded ${threshold} on the pairs of those folds`;
  }
  const folds = developmentFolds === 1 ? 'fold' : 'folds';
  return prose`Each fold was tested once: ${threshold} was determined on the pairs of ${developmentFolds} other ${folds}, the models were fitted to the images of the remaining folds, and pairs with a score above the threshold were accepted`;
}

/** "For each of the 40 subjects"; of several "For each subject of each dataset". */
export function forEachSubject({ subjects, ofSeveral }: ProtocolFacts): Prose {
  return ofSeveral ? ['For each subject of each dataset'] : prose`For each of the ${subjects} subjects`;
}

/** "k ∈ {2, 4} images": the number of images of each subject. */
export function imagesOfEach(values: readonly number[]): Prose {
  if (values.length === 1) return prose`${values[0]} ${values[0] === 1 ? 'image' : 'images'}`;
  return prose`${math(`k ∈ {${values.join(', ')}}`)} images`;
}
