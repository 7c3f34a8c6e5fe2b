/** Images of several sizes: counted before the import, which asks what becomes of them and drops none by itself. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importDataset, ImportQuestion, scanImport } from '../../../src/main/import/index.ts';
import { sampleSubjects } from '../../../src/main/import/sampleSubjects.ts';
import { folderOf, pgm } from './folder.ts';

/** Five images of three sizes, of two subjects, and two files that cannot be read. */
const mixed = () =>
  folderOf({
    's1/1.pgm': pgm(6, 4, 10),
    's1/2.pgm': pgm(6, 4, 20),
    's1/3.pgm': pgm(4, 6, 30),
    's2/1.pgm': pgm(8, 8, 40),
    's2/2.pgm': pgm(6, 4, 50),
    's2/3.pgm': 'P5\n6 4\n255\ncut',
    's2/4.png': 'no image',
  });

const CHOICES = [{ fit: 'pad' }, { skipOtherSizes: true }] as const;

describe('a folder of images of several sizes', () => {
  it('is counted by size; images that cannot be read do not count', async () => {
    const { images, subjects, sizes, unreadable, rows, cols } = await scanImport(mixed());
    expect([images, subjects, rows, cols]).toEqual([5, 2, 6, 4]);
    expect(sizes).toEqual([
      { rows: 6, cols: 4, images: 3 },
      { rows: 4, cols: 6, images: 1 },
      { rows: 8, cols: 8, images: 1 },
    ]);
    expect(unreadable).toMatchObject({ count: 2, files: [{ file: 's2/3.pgm' }, { file: 's2/4.png' }] });
  });

  it('is a question in the preview and of the import, with the same answers', async () => {
    const path = mixed();
    const { doubts, command } = await scanImport(path);
    expect(doubts).toHaveLength(1);
    expect(doubts[0]).toMatchObject({ aspect: 'sizes', title: 'The images have 3 sizes. What becomes of them?' });
    expect(doubts[0].text).toContain('3 of 6 × 4, 1 of 4 × 6, 1 of 8 × 8.');
    expect(doubts[0].choices.map(({ recipe, images, subjects }) => ({ recipe, images, subjects }))).toEqual([
      { recipe: CHOICES[0], images: 5, subjects: 2 },
      { recipe: CHOICES[1], images: 3, subjects: 2 },
    ]);
    expect(command).toMatch(/ --fit pad$/);
    const failure: unknown = await importDataset({ path, size: null }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ImportQuestion);
    expect((failure as ImportQuestion).doubts).toEqual(doubts);
  });

  it('are those of the files as they are now, however often they are asked for', async () => {
    const path = mixed();
    const [first, again] = [await scanImport(path), await scanImport(path)];
    expect(again.sizes).toEqual(first.sizes);
    const { file } = first.names!.matches[0];
    writeFileSync(join(path, file), pgm(9, 7, 1));
    expect((await scanImport(path)).sizes).toContainEqual({ rows: 9, cols: 7, images: 1 });
  });

  it.each(CHOICES)('keeps as many as the preview says with %o', async (recipe) => {
    const path = mixed();
    const preview = await scanImport(path, recipe);
    const { images, subjects } = await importDataset({ path, size: null, recipe });
    expect(preview.doubts).toEqual([]);
    expect([preview.images, preview.subjects]).toEqual([images.count, new Set(subjects).size]);
    const samples = await sampleSubjects({ path, recipe }, { subjects: 2, images: 9 });
    const pictures = samples.flatMap((subject) =>
      subject.images.flatMap(({ image }) => (typeof image === 'string' ? [] : image)),
    );
    expect(pictures).toHaveLength(images.count);
    for (const { rows, cols } of pictures) expect([rows, cols]).toEqual([images.rows, images.cols]);
  });

  it('names what is left out with skipOtherSizes', async () => {
    const { problems } = await importDataset({ path: mixed(), size: null, recipe: { skipOtherSizes: true } });
    expect(problems.map(({ file }) => file)).toEqual(['s1/3.pgm', 's2/1.pgm', 's2/3.pgm', 's2/4.png']);
    expect(problems[0].reason).toMatch(/^it has 4 × 6 pixels, and the most common size is 6 × 4;/);
  });

  it.each([
    [{ rows: 4, cols: 4 }, 5],
    [{ rows: 5, cols: 4 }, 4],
  ])('is no question with the size %o, which images that are too small do not reach', async (size, kept) => {
    const path = mixed();
    const { doubts, images } = await scanImport(path, {}, { size });
    expect([doubts, images]).toEqual([[], kept]);
    expect((await importDataset({ path, size })).images.count).toBe(kept);
  });

  it('stops at once if the scan is cancelled', async () => {
    await expect(scanImport(mixed(), {}, { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});

describe('bare samples and frames', () => {
  it('have the size of their layout; a file of another length cannot be read', async () => {
    const path = folderOf({ 's1/1.bin': Buffer.alloc(12), 's1/2.bin': Buffer.alloc(12), 's2/1.bin': Buffer.alloc(11) });
    const raw = { rows: 4, cols: 3, channels: 1, order: 'planar', header: 0, bits: 8 } as const;
    const recipe = { raw, pattern: '(?<subject>s\\d)/' };
    const { images, sizes, unreadable } = await scanImport(path, recipe);
    expect([images, sizes, unreadable?.count]).toEqual([2, [{ rows: 4, cols: 3, images: 2 }], 1]);
  });
});
