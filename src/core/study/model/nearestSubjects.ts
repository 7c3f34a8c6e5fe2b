/** Similarity of one test image to the best gallery image of every subject, on which its recognition is based. */
import { decideFor } from '../../classify/scores.ts';
import { FitError } from '../../methods/method.ts';
import type { OpenModel } from './openModel.ts';

export interface NearestSubjects {
  /** For every subject the gallery index of its best image, and the score of that image; larger is more alike. */
  readonly best: readonly { readonly place: number; readonly score: number }[];
  /** Gallery index of the image that the test image was matched with. */
  readonly matched: number;
}

/** `probe`: index among the test images. Throws FitError if the method's own rule gives no scores. */
export function nearestSubjects(
  { scores: scoresOf }: OpenModel,
  { probe }: { readonly probe: number },
): NearestSubjects {
  const scores = scoresOf();
  if (!scores) throw new FitError("The method's own rule gives subjects without scores.");
  if (probe >= scores.probes) throw new RangeError(`There is no test image ${probe}.`);
  const values = scores.of(probe);
  const best = new Map<number, number>();
  Array.from(scores.subjects).forEach((subject, candidate) => {
    const previous = best.get(subject);
    if (previous === undefined || values[candidate] > values[previous]) best.set(subject, candidate);
  });
  return {
    best: [...best.values()].map((candidate) => ({ place: scores.positions[candidate], score: values[candidate] })),
    matched: decideFor(scores, probe),
  };
}
