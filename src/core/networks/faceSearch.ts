/** What a search for faces found in the images of a dataset, and what it depended on. */
import { z } from 'zod';
import type { Eyes } from '../images/preprocess/align.ts';
import { eyeDistance } from '../images/preprocess/eyes.ts';
import { finderSchema } from '../images/preprocess/finder.ts';
import { pointSchema } from '../images/preprocess/steps.ts';
import { concernsOf, eyeUncertainty, type Concern } from './doubt.ts';
import type { FoundFace } from './findFaces.ts';

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
