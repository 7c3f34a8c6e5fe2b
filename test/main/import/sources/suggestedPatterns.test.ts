import { describe, expect, it } from 'vitest';
import { rankedPatterns, suggestedPatterns } from '../../../../src/main/import/sources/suggestedPatterns.ts';
import { folderOf } from '../folder.ts';

const shown = (files: readonly string[]) =>
  rankedPatterns(files).map(({ title, subjects, images, examples }) => ({ title, subjects, images, examples }));

describe('patterns for names that no layout reads', () => {
  it('put those first that give several subjects with several images', () => {
    expect(shown(['ann1.png', 'ann2.png', 'bob1.png', 'bob2.png'])).toEqual([
      { title: 'The letters before the first number', subjects: 2, images: 4, examples: ['ann', 'bob'] },
      { title: 'The first number', subjects: 2, images: 4, examples: ['1', '2'] },
      {
        title: 'The part before the first _ - . or space',
        subjects: 4,
        images: 4,
        examples: ['ann1', 'ann2', 'bob1', 'bob2'],
      },
    ]);
  });

  it('find the subject between other numbers, and give equal results once', () => {
    const found = shown(['x1-p7.png', 'x2-p7.png', 'x1-p9.png', 'x2-p9.png']);
    expect(found).toContainEqual({ title: 'The last number', subjects: 2, images: 4, examples: ['7', '9'] });
    expect(new Set(found.map(({ examples }) => examples.join())).size).toBe(found.length);
  });

  it('are read from a folder, of its images alone', async () => {
    const path = folderOf({ 'ann1.png': '', 'ann2.png': '', 'bob1.png': '', 'notes1.txt': '' });
    expect((await suggestedPatterns({ path }))[0]).toMatchObject({ subjects: 2, images: 3, examples: ['ann', 'bob'] });
    expect(await suggestedPatterns({ path: folderOf({}) })).toEqual([]);
  });
});
