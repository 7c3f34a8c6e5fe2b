/** The images of the smoke tests: drawn faces as JPEG files. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { stackItem } from '../../src/core/linalg/matrix.ts';
import { generateFaces } from '../../src/core/synthetic/faces.ts';

const SUBJECTS = 4;
const PER_SUBJECT = 4;

export const PHOTOGRAPHS = SUBJECTS * PER_SUBJECT;

/** Writes s1/1.jpg … s4/4.jpg of 56 × 46 pixels. */
export async function writePhotographs(folder: string): Promise<void> {
  const [rows, cols] = [56, 46];
  const { images } = generateFaces({ subjects: SUBJECTS, perSubject: PER_SUBJECT, rows, cols });
  for (let n = 0; n < images.count; n++) {
    const subject = join(folder, `s${Math.floor(n / PER_SUBJECT) + 1}`);
    mkdirSync(subject, { recursive: true });
    const pixels = new Uint8Array(Uint8ClampedArray.from(stackItem(images, n).data));
    const image = sharp(pixels, { raw: { width: cols, height: rows, channels: 1 } });
    await image.jpeg({ quality: 90 }).toFile(join(subject, `${(n % PER_SUBJECT) + 1}.jpg`));
  }
}
