import { describe, expect, it } from 'vitest';
import { sampleSubjects } from '../../../src/main/import/sampleSubjects.ts';
import { Cancelled } from '../../../src/main/cancelled.ts';
import { folderOf, pgm } from './folder.ts';

/** s1 … s12 with four images each; image i of subject s has the grey value 10 s + i. */
function twelve(): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  for (let s = 1; s <= 12; s++) for (let i = 1; i <= 4; i++) files[`s${s}/${i}.pgm`] = pgm(4, 3, 10 * s + i);
  return files;
}

/** Subjects with the grey values of their images. */
async function greys(path: string, recipe = {}) {
  const found = await sampleSubjects({ path, recipe }, { subjects: 3, images: 2 });
  return found.map(({ subject, count, images }) => ({
    subject,
    count,
    greys: images.map(({ image }) => (typeof image === 'string' ? image : image.pixels[0])),
  }));
}

describe('subjects shown before an import', () => {
  it('are evenly spaced in natural order, with the images that the names assign to them', async () => {
    expect(await greys(folderOf(twelve()))).toEqual([
      { subject: 's1', count: 4, greys: [11, 13] },
      { subject: 's5', count: 4, greys: [51, 53] },
      { subject: 's9', count: 4, greys: [91, 93] },
    ]);
  });

  it('follow the pattern: a wrong one mixes people in a row', async () => {
    expect(await greys(folderOf(twelve()), { pattern: '(?<subject>[12])\\.pgm$' })).toEqual([
      { subject: '1', count: 12, greys: [11, 71] },
      { subject: '2', count: 12, greys: [12, 72] },
    ]);
  });

  it('say why a file cannot be read, and show the others', async () => {
    const [{ images }] = await sampleSubjects(
      { path: folderOf({ ...twelve(), 's1/1.pgm': Buffer.from('x') }) },
      { subjects: 1, images: 2 },
    );
    expect(images[0]).toMatchObject({ file: 's1/1.pgm', image: expect.stringMatching(/PNM|PGM|P5/) });
    expect(images[1]).toMatchObject({ file: 's1/3.pgm', image: { rows: 4, cols: 3 } });
  });

  it('stop when they are no longer wanted', async () => {
    const path = folderOf(twelve());
    await expect(
      sampleSubjects({ path, signal: AbortSignal.abort() }, { subjects: 3, images: 6 }),
    ).rejects.toBeInstanceOf(Cancelled);
  });
});
