/** What the splits of a study say about the numbers of its table. */
import { plural } from '../../text/phrases.ts';
import type { SplitFact, SplitFacts } from '../plan/splitFacts.ts';
import { countTestImages, type TestImagesByCondition } from '../plan/unrecognisable.ts';
import type { StudySpec } from '../spec/spec.ts';

export interface SplitRemarks {
  /** Test images, where some cannot be recognised. */
  readonly testImages?: TestImagesByCondition;
  /** Sentences for the footer without which the numbers cannot be read. */
  readonly sentences?: readonly string[];
  /** Further sentences for the footer. */
  readonly asides?: readonly string[];
  /** Whether all splits of each condition have equal numbers of training and of test images. Absent: unknown. */
  readonly equalSizes?: boolean;
}

/** The remarks on all splits of a study. */
export function splitRemarks(spec: StudySpec, facts: SplitFacts): SplitRemarks {
  return {
    testImages: countTestImages(spec, facts),
    sentences: [...copiedTestImages(facts), ...trainedTestImages(facts)],
    equalSizes: facts.every((splits) =>
      splits.every(({ sizes: { test, train } }) => test === splits[0].sizes.test && train === splits[0].sizes.train),
    ),
  };
}

/** A sentence on the splits in which some of the test images are of a kind; none without such splits. */
function sentenceOn(
  facts: SplitFacts,
  countOf: (fact: SplitFact) => number,
  sentence: (splits: string, most: number) => string,
): string[] {
  const counts = facts.flat().map(countOf);
  const affected = counts.filter((count) => count > 0).length;
  if (affected === 0) return [];
  const most = counts.reduce((a, b) => Math.max(a, b));
  return [sentence(`In ${affected} of ${plural(counts.length, 'split')}`, most)];
}

function copiedTestImages(facts: SplitFacts): string[] {
  return sentenceOn(
    facts,
    ({ copied }) => copied,
    (splits, most) =>
      `${splits} up to ${plural(most, 'test image')} ${most === 1 ? 'is' : 'are'} also in training under another name ` +
      '(identical or nearly identical images), which makes the results optimistic.',
  );
}

/** With a gallery, predefined splits may train the model on test images. */
function trainedTestImages(facts: SplitFacts): string[] {
  return sentenceOn(
    facts,
    ({ trained }) => trained,
    (splits, most) => `${splits} the model is trained on up to ${plural(most, 'test image')}.`,
  );
}
