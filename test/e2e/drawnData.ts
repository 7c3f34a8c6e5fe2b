/** Generated stand-ins for public databases, laid out and named as those are. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { stackItem } from '../../src/core/linalg/matrix.ts';
import { stream } from '../../src/core/random/stream.ts';
import { drawFace } from '../../src/core/synthetic/drawFace.ts';
import { drawAppearance, drawIdentity, type Appearance } from '../../src/core/synthetic/faceParameters.ts';
import { generateFaces } from '../../src/core/synthetic/faces.ts';
import { matFile } from '../support/datasetFiles.ts';

/**
 * 40 subjects × 10 faces of 112 × 92 as sN/M.pgm: each drawn pixel is `scale` × `scale` of the image. Faces of 28 × 23
 * take a quarter of the time to draw that 56 × 46 take.
 */
export function writeFolders(folder: string, scale: 2 | 4 = 4): void {
  const [rows, cols] = [112, 92];
  const drawn = { rows: rows / scale, cols: cols / scale };
  const { images } = generateFaces({ subjects: 40, perSubject: 10, ...drawn });
  const header = Buffer.from(`P5\n${cols} ${rows}\n255\n`, 'latin1');
  for (let n = 0; n < images.count; n++) {
    const { data } = stackItem(images, n);
    const pixels = new Uint8Array(rows * cols);
    for (let r = 0; r < rows; r++) {
      const from = Math.floor(r / scale) * drawn.cols;
      for (let c = 0; c < cols; c++) pixels[r * cols + c] = data[from + Math.floor(c / scale)];
    }
    const subject = join(folder, `s${Math.floor(n / 10) + 1}`);
    mkdirSync(subject, { recursive: true });
    writeFileSync(join(subject, `${(n % 10) + 1}.pgm`), Buffer.concat([header, pixels]));
  }
}

/** The conditions of the Yale faces. */
const CONDITIONS = 'centerlight glasses happy leftlight noglasses normal rightlight sad sleepy surprised wink'.split(
  ' ',
);

/**
 * 15 subjects × 11 conditions as `subjectNN.condition.gif`, 61 × 80; for eight subjects, `normal` and `noglasses` are
 * the same image, a defect that the Yale faces have as well.
 */
export async function writeConditions(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const [rows, cols] = [61, 80];
  const { images } = generateFaces({ subjects: 15, perSubject: CONDITIONS.length, rows, cols });
  for (let n = 0; n < images.count; n++) {
    const [subject, condition] = [Math.floor(n / CONDITIONS.length) + 1, CONDITIONS[n % CONDITIONS.length]];
    const same = condition === 'noglasses' && subject >= 2 && subject <= 9;
    const pixels = Uint8Array.from(stackItem(images, same ? n + 1 : n).data);
    const name = `subject${String(subject).padStart(2, '0')}.${condition}.gif`;
    await sharp(pixels, { raw: { width: cols, height: rows, channels: 1 } }).toFile(join(folder, name));
  }
}

/** 5 subjects × 4 faces as `subjectN_imgK.pgm` in two folders, which may be read as sets or as subjects. */
export function writeSets(folder: string): void {
  const [rows, cols, each] = [56, 46, 4];
  const { images } = generateFaces({ subjects: 5, perSubject: each, rows, cols });
  for (let n = 0; n < images.count; n++) {
    const image = (n % each) + 1;
    const set = join(folder, image === 1 ? 'GallerySet' : 'ProbeSet');
    mkdirSync(set, { recursive: true });
    const pixels = Buffer.concat([
      Buffer.from(`P5\n${cols} ${rows}\n255\n`),
      Uint8Array.from(stackItem(images, n).data),
    ]);
    writeFileSync(join(set, `subject${Math.floor(n / each) + 1}_img${image}.pgm`), pixels);
  }
}

/** One person's face that moves and changes steadily over `count` frames of 28 × 20, as a MATLAB file. */
export function writeSequence(file: string, count: number): void {
  const [rows, cols] = [28, 20];
  const random = stream('sequence');
  const identity = drawIdentity(random);
  // From one pose to the next in 40 frames.
  const poses = Array.from({ length: Math.ceil(count / 40) + 1 }, () => drawAppearance(random, 1));
  const pixels = new Uint8Array(count * rows * cols);
  for (let n = 0; n < count; n++) {
    const face = drawFace(identity, between(poses, n / 40), rows, cols).data;
    pixels.set(
      face.map((value) => Math.min(255, Math.max(0, value))),
      n * rows * cols,
    );
  }
  const subjects = new Array<string>(count).fill('1');
  const files = Array.from({ length: count }, (_, n) => `frame${n + 1}`);
  writeFileSync(file, matFile({ count, rows, cols, pixels, subjects, files, attributes: files.map(() => ({})) }));
}

/** The appearance at a place between two poses. */
function between(poses: readonly Appearance[], place: number): Appearance {
  const [from, to, share] = [poses[Math.floor(place)], poses[Math.floor(place) + 1], place % 1];
  const mixed = Object.entries(from).map(([name, value]) => {
    const next = to[name as keyof Appearance];
    return [name, value + share * (next - value)];
  });
  return Object.fromEntries(mixed) as Appearance;
}
