/** Results of face detection in the images of a dataset, and the networks that produced them. */
import { z } from 'zod';
import type { Eyes } from '../images/preprocess/align.ts';
import { eyeDistance, finderSchema, eyeTilt } from '../images/preprocess/eyes.ts';
import { pointSchema } from '../images/preprocess/steps.ts';
import type { FoundFace } from './findFaces.ts';

// Confidence in detected eye positions, and the reasons for low confidence.

/**
 * `whole`: no face was framed, so the whole image was used; `small`: few pixels between the eyes; `tilted`: the head
 * leans to a shoulder; `turned`: it faces sideways; `unsure`: the networks have low confidence.
 */
const concernKinds = ['whole', 'small', 'tilted', 'turned', 'unsure'] as const;
export type Concern = (typeof concernKinds)[number];

/** Thresholds of the measures. */
const LEAST_PIXELS = 16;
const MOST_TILT = 30;
const MOST_TURN = 0.4;
const MOST_APART = 0.08;
const LEAST_SCORE = 0.55;

/** Each measure relative to its threshold: a concern at 1 and above. */
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

/** The largest measure, to sort faces by; at least 1 for a face that was not framed. */
export function eyeUncertainty(face: FoundFace): number {
  return Math.max(face.score === null ? 1 : 0, ...Object.values(measuresOf(face)));
}

const faceSchema = z.object({
  left: pointSchema,
  right: pointSchema,
  score: z.number().nullable(),
  disagreement: z.number(),
  turn: z.number(),
});

/** Keyed by file name, as marks are: an image keeps its faces while it is excluded. The largest face comes first. */
export const faceSearchSchema = z.object({
  finder: finderSchema,
  images: z.array(z.object({ file: z.string(), faces: z.array(faceSchema) })),
});
export type FaceSearch = z.infer<typeof faceSearchSchema>;

/** Verdict on an image; one without a face ranks as the most doubtful. */
export interface Verdict {
  readonly faces: number;
  /** Of the largest face; null: no face was detected. */
  readonly doubt: number | null;
  readonly concerns: readonly Concern[];
}

export function verdictOf(faces: readonly FoundFace[]): Verdict {
  const [face] = faces;
  return face
    ? { faces: faces.length, doubt: eyeUncertainty(face), concerns: concernsOf(face) }
    : { faces: 0, doubt: null, concerns: [] };
}

/** Maximum deviation of marked from detected eyes, as share of the eye distance. */
export const AGREEMENT = 0.1;

/** Deviation of eyes from those of the nearest face: the larger of both, as share of its eye distance. */
export function contradiction(given: Eyes, faces: readonly Eyes[]): number {
  const apart = (eye: 'left' | 'right', face: Eyes): number =>
    Math.hypot(given[eye].x - face[eye].x, given[eye].y - face[eye].y);
  const shares = faces.map((face) => Math.max(apart('left', face), apart('right', face)) / eyeDistance(face));
  return Math.min(...shares);
}
