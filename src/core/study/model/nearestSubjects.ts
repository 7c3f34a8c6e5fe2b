/** How like one test image is to the best gallery image of every subject: what its recognition was decided by. */
import { decideFor } from '../../classify/scores.ts';
import { FitError } from '../../methods/method.ts';
import type { OpenModel } from './openModel.ts';

export interface NearestSubjects {
  /** Of every subject the place in the gallery of its best image, and the score of that one; larger is more alike. */
  readonly best: readonly { readonly place: number; readonly score: number }[];
  /** Place in the gallery of the image that the test image was matched with. */
  readonly matched: number;
}

/** `probe`: a place among the test images. Throws FitError where the method's own rule gives no scores. */
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
    const known = best.get(subject);
    if (known === undefined || values[candidate] > values[known]) best.set(subject, candidate);
  });
  return {
    best: [...best.values()].map((candidate) => ({ place: scores.positions[candidate], score: values[candidate] })),
    matched: decideFor(scores, probe),
  };
}
