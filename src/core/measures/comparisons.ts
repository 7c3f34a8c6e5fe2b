/** Genuine and impostor comparisons, whatever the protocol. */
import type { ScoreSamples } from '../classify/pairScores.ts';
import type { EvaluatedShape } from './measureGroup.ts';

/**
 * Of verification the pairs that are evaluated; else every candidate with every probe, genuine where the subjects are
 * one. null where there are no scores.
 */
export function comparisonsOf({
  pairs,
  scores: given,
  truth,
}: Pick<EvaluatedShape, 'pairs' | 'scores' | 'truth'>): ScoreSamples | null {
  const compared = pairs();
  if (compared) return compared.evaluation;
  const scores = given();
  if (!scores) return null;
  // Genuine scores fill up from the front, impostors from the back.
  const all = new Float64Array(truth.length * scores.subjects.length);
  let [front, back] = [0, all.length];
  truth.forEach((subject, probe) => {
    const values = scores.of(probe);
    for (let c = 0; c < values.length; c++) all[scores.subjects[c] === subject ? front++ : --back] = values[c];
  });
  return { genuine: all.subarray(0, front), impostors: all.subarray(back) };
}
