import type { ImageSet } from '../images/imageSet.ts';
import { matrixStack, stackItem } from '../linalg/matrix.ts';
import { stream } from '../random/stream.ts';
import { drawFace } from './drawFace.ts';
import { drawAppearance, drawIdentity } from './faceParameters.ts';

export interface FaceOptions {
  /** @default 24 */
  readonly subjects?: number;
  /** Images per subject. @default 10 */
  readonly perSubject?: number;
  /** @default 56 */
  readonly rows?: number;
  /** @default 46 */
  readonly cols?: number;
  /** @default 1 */
  readonly seed?: number;
  /** Scale of all variation within a subject (expression, light, pose). @default 1 */
  readonly variation?: number;
  /** Standard deviation of the pixel noise in grey values. @default 4 */
  readonly noise?: number;
}

export interface FaceDatabase {
  /** Grey values 0 … 255, whole numbers; images are grouped by subject. */
  readonly images: ImageSet;
  /** Subject number 0 … subjects − 1 of every image. */
  readonly labels: Int32Array;
  /** Names of the subjects, "f01" …. */
  readonly subjects: readonly string[];
}

/**
 * A database of drawn faces. Identities differ in the shape and tone of face, hair and features; the images of one
 * subject differ in expression, light, pose and noise. Every image has its own random stream, independent of how many
 * others are drawn.
 */
export function generateFaces(options: FaceOptions = {}): FaceDatabase {
  const { subjects = 24, perSubject = 10, rows = 56, cols = 46, seed = 1, variation = 1, noise = 4 } = options;
  const images = matrixStack(subjects * perSubject, rows, cols);
  const labels = new Int32Array(images.count);
  for (let s = 0; s < subjects; s++) {
    const identity = drawIdentity(stream('faces', seed, 'identity', s));
    for (let m = 0; m < perSubject; m++) {
      const random = stream('faces', seed, 'image', s, m);
      const n = s * perSubject + m;
      const face = drawFace(identity, drawAppearance(random, variation), rows, cols);
      stackItem(images, n).data.set(
        face.data.map((value) => Math.min(255, Math.max(0, Math.round(value + noise * random.normal())))),
      );
      labels[n] = s;
    }
  }
  const names = Array.from({ length: subjects }, (_, s) => `f${String(s + 1).padStart(2, '0')}`);
  return { images, labels, subjects: names };
}
