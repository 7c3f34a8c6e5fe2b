/**
 * Drawn faces as IDX files, for trials with more images than memory should hold: `drawnIdx.ts <folder> <subjects>
 * <images per subject> <rows> <columns>` writes `faces-images-idx3-ubyte` and its labels. Always the same bytes. Each
 * subject is drawn a few times; its images are these under changing light, with noise: 10⁵ drawings would take 15 min.
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { drawFace } from '../../../src/core/synthetic/drawFace.ts';
import { drawAppearance, drawIdentity } from '../../../src/core/synthetic/faceParameters.ts';
import { stream } from '../../../src/core/random/stream.ts';

const DRAWINGS = 5;

const [folder, ...numbers] = process.argv.slice(2);
const [subjects, perSubject, rows, cols] = numbers.map(Number);
const count = subjects * perSubject;
const size = rows * cols;
const bigEndian = (words: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * words.length);
  words.forEach((word, i) => bytes.writeUInt32BE(word, 4 * i));
  return bytes;
};
mkdirSync(folder, { recursive: true });
const file = openSync(join(folder, 'faces-images-idx3-ubyte'), 'w');
writeSync(file, bigEndian([0x803, count, rows, cols]));
for (let s = 0; s < subjects; s++) {
  const identity = drawIdentity(stream('faces', 1, 'identity', s));
  const drawings = Array.from({ length: Math.min(DRAWINGS, perSubject) }, (_, m) =>
    drawFace(identity, drawAppearance(stream('faces', 1, 'image', s, m), 1), rows, cols),
  );
  const pixels = Buffer.alloc(perSubject * size);
  for (let m = 0; m < perSubject; m++) {
    const random = stream('light', 1, s, m);
    const { data } = drawings[m % drawings.length];
    const [gain, tilt] = [1 + 0.1 * random.normal(), 10 * random.normal()];
    for (let i = 0; i < size; i++) {
      const value = gain * data[i] + tilt * ((i % cols) / cols - 0.5) + 4 * random.normal();
      pixels[m * size + i] = Math.min(255, Math.max(0, Math.round(value)));
    }
  }
  writeSync(file, pixels);
}
closeSync(file);
// Four bytes each: there may be more subjects than one byte holds.
const labels = Array.from({ length: count }, (_, n) => 1 + Math.floor(n / perSubject));
writeFileSync(join(folder, 'faces-labels-idx1-ubyte'), bigEndian([0xc01, count, ...labels]));
