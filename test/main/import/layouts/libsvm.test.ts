import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importDataset } from '../../../../src/main/import/index.ts';
import { folderOf } from '../folder.ts';

const read = (text: string) =>
  importDataset({ path: join(folderOf({ 'digits.libsvm': text }), 'digits.libsvm'), size: null });

describe('LIBSVM files', () => {
  it('are vectors with 0 where a line names no element, and the label as subject', async () => {
    const { layout, images, subjects, files } = await read('+1 1:0.5 3:-2\n# a comment\n\n7 2:1e2 # and one\r\n7\n');
    expect({ layout, subjects, files }).toEqual({
      layout: 'libsvm',
      subjects: ['+1', '7', '7'],
      files: ['digits.libsvm#1', 'digits.libsvm#2', 'digits.libsvm#3'],
    });
    expect([images.rows, images.cols, images.count]).toEqual([3, 1, 3]);
    expect([...images.pixels]).toEqual([0.5, 0, -2, 0, 100, 0, 0, 0, 0]);
  });

  it.each([
    ['1 2:x', 'digits.libsvm: expected index:value in line 1, found "2:x".'],
    ['1 1:1\n1 3:1 2:1', 'digits.libsvm: expected an index above 3 in line 2, found 2.'],
    ['1 0:1', 'digits.libsvm: expected an index above 0 in line 1, found 0.'],
    ['1 1:Infinity', 'found "1:Infinity"'],
    ['a,b 1:1', 'expected a label in line 1, found "a,b"'],
    ['# nothing', 'expected lines of a label and index:value, found none'],
    ['1 99999999:1\n1 1:1', 'expected at most 134217728 numbers, found 2 vectors of 99999999'],
  ])('%j are refused with the line', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});
