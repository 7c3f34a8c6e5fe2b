/** What a search for faces found in the images of a dataset, and what it depended on. */
import { z } from 'zod';
import type { Eyes } from '../images/preprocess/align.ts';
import { eyeDistance, finderSchema, eyeTilt } from '../images/preprocess/eyes.ts';
import { pointSchema } from '../images/preprocess/steps.ts';
import type { FoundFace } from './findFaces.ts';

// Confidence in detected eye positions, and the reasons for low confidence.

/**
 * `whole`: nothing was framed, the image as a whole was taken; `small`: few pixels between the eyes; `tilted`: the head
 * leans to a shoulder; `turned`: it looks to a side; `unsure`: the networks are.
 */
const concernKinds = ['whole', 'small', 'tilted', 'turned', 'unsure'] as const;
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

const faceSchema = z.object({
  left: pointSchema,
  right: pointSchema,
  score: z.number().nullable(),
  disagreement: z.number(),
  turn: z.number(),
});

/** By file, as marks are: an image keeps its faces while it is excluded. The largest face of an image first. */
export const faceSearchSchema = z.object({
  finder: finderSchema,
  images: z.array(z.object({ file: z.string(), faces: z.array(faceSchema) })),
});
export type FaceSearch = z.infer<typeof faceSearchSchema>;

/** What is said of an image: doubt of one without a face is above that of all others. */
export interface Verdict {
  readonly faces: number;
  /** Of the largest face; null: none was found. */
  readonly doubt: number | null;
  readonly concerns: readonly Concern[];
}

export function verdictOf(faces: readonly FoundFace[]): Verdict {
  const [face] = faces;
  return face
    ? { faces: faces.length, doubt: eyeUncertainty(face), concerns: concernsOf(face) }
    : { faces: 0, doubt: null, concerns: [] };
}

/** Share of the eye distance by which given eyes may differ from found ones. */
export const AGREEMENT = 0.1;

/** By how much eyes differ from those of the nearest face: the worse of both, as share of its eye distance. */
export function contradiction(given: Eyes, faces: readonly Eyes[]): number {
  const apart = (eye: 'left' | 'right', face: Eyes): number =>
    Math.hypot(given[eye].x - face[eye].x, given[eye].y - face[eye].y);
  const shares = faces.map((face) => Math.max(apart('left', face), apart('right', face)) / eyeDistance(face));
  return Math.min(...shares);
}
