/** Confidence in detected eye positions, and the reasons for low confidence. */
import { eyeDistance, eyeTilt } from '../images/preprocess/eyes.ts';
import type { FoundFace } from './findFaces.ts';

/**
 * `whole`: nothing was framed, the image as a whole was taken; `small`: few pixels between the eyes; `tilted`: the head
 * leans to a shoulder; `turned`: it looks to a side; `unsure`: the networks are.
 */
export const concernKinds = ['whole', 'small', 'tilted', 'turned', 'unsure'] as const;
export type Concern = (typeof concernKinds)[number];

/** Where each measure becomes a concern. */
const LEAST_PIXELS = 16;
const MOST_TILT = 30;
const MOST_TURN = 0.4;
const MOST_APART = 0.08;
const LEAST_SCORE = 0.55;

/** Each measure in units of what becomes a concern: 1 and more is one. */
function measuresOf(face: FoundFace): Readonly<Record<Exclude<Concern, 'whole'>, number>> {
  return {
    small: LEAST_PIXELS / eyeDistance(face),
    tilted: Math.abs(eyeTilt(face)) / MOST_TILT,
    turned: face.turn / MOST_TURN,
    unsure: Math.max(face.disagreement / MOST_APART, face.score === null ? 0 : (1 - face.score) / (1 - LEAST_SCORE)),
  };
}

export function concernsOf(face: FoundFace): Concern[] {
  const measures = Object.entries(measuresOf(face)) as [Exclude<Concern, 'whole'>, number][];
  const beyond = measures.filter(([, measure]) => measure >= 1).map(([concern]) => concern);
  return face.score === null ? ['whole', ...beyond] : beyond;
}

/** The largest of the measures, to sort faces by; a face that was not framed has at least one. */
export function eyeUncertainty(face: FoundFace): number {
  return Math.max(face.score === null ? 1 : 0, ...Object.values(measuresOf(face)));
}
