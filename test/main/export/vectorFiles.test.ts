/** Datasets as ARFF and LIBSVM are read again as they were. */
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeArff, arffHead, arffWord, encodeDatasetArff } from '../../../src/core/formats/tables/arff.ts';
import { decodeLibsvm, encodeDatasetLibsvm, libsvmLabels } from '../../../src/core/formats/tables/libsvm.ts';
import type { ImageStream } from '../../../src/core/formats/imageStream.ts';
import { importDataset } from '../../../src/main/import/index.ts';
import { imagesByOne } from '../../support/datasetFiles.ts';
import { folderOf } from '../import/folder.ts';

const [rows, cols] = [3, 2];

function dataset(subjects: readonly string[], pixels: Uint8Array | Float64Array): ImageStream {
  const texts = subjects.map((_, n) => `${n}`);
  const attributes = subjects.map(() => ({}));
  return imagesByOne({ rows, cols, count: subjects.length, pixels, subjects, files: texts, attributes });
}

/** The last pixels are 0, and one is −0. */
const floats = Float64Array.of(0.1, -0, 1e-320, 1e300, -1 / 3, 0, 5, 4, 0, 3, 2 ** 53, 0, 1, 2, 0, 0, 0, 0);
const bytes = Uint8Array.from(floats, (_, i) => (i % 6 > 3 ? 0 : (i * 47) % 256));
const formats = [
  ['arff', encodeDatasetArff],
  ['libsvm', encodeDatasetLibsvm],
] as const;

describe.each(formats)('%s', (ending, encode) => {
  it.each([
    ['bytes', bytes],
    ['floats', floats],
  ])('keeps the bits of %s, subjects and order', async (_, pixels) => {
    const file = Buffer.concat([...encode(dataset(['7', '-3', '7'], pixels))]);
    const path = join(folderOf({ [`set.${ending}`]: file }), `set.${ending}`);
    const read = await importDataset({ path, size: null, recipe: { imageSize: { rows, cols }, pixelOrder: 'rows' } });
    expect([read.images.rows, read.images.cols]).toEqual([rows, cols]);
    expect(Array.from(read.images.pixels)).toEqual(Array.from(pixels));
    expect(read.subjects).toEqual(['7', '-3', '7']);
  });
});

const sign = fc.constantFrom(...'\'"`%{},?\\ \t\n\r#@aé名😀\u2028\u00a0\u001e0-');
const name = fc.oneof(
  fc.array(sign, { maxLength: 8 }).map((signs) => signs.join('')),
  fc.string(),
);

describe('ARFF', () => {
  it('keeps any names of subjects', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), (subjects) => {
        const parts = encodeDatasetArff(dataset(subjects, new Uint8Array(rows * cols * subjects.length)));
        const { columns } = decodeArff(Buffer.concat([...parts]).toString());
        expect(columns.at(-1)).toMatchObject({ name: 'class', kind: 'text' });
        expect(columns.at(-1)!.texts()).toEqual(subjects);
      }),
    );
  });

  it('keeps any names of relations, attributes and values', () => {
    fc.assert(
      fc.property(name, name, name, (relation, attribute, value) => {
        const head = arffHead(relation, [{ name: attribute, type: [value] }]);
        const [column, ...others] = decodeArff(`${head}${arffWord(value)}\n`).columns;
        expect(column).toMatchObject({ kind: 'text', name: attribute });
        expect([column.texts(), others]).toEqual([[value], []]);
      }),
    );
  });

  it('has a numeric attribute per pixel and the subjects in the order of their first images', () => {
    const text = Buffer.concat([...encodeDatasetArff(dataset(['b', "o'b", 'b'], bytes))]).toString();
    expect(text.split('\n').slice(0, 11)).toEqual([
      "@relation 'Eigenbench dataset, images of 3 x 2'",
      '',
      ...['r1c1', 'r1c2', 'r2c1', 'r2c2', 'r3c1', 'r3c2'].map((pixel) => `@attribute ${pixel} numeric`),
      "@attribute class {b,'o\\'b'}",
      '',
      '@data',
    ]);
  });
});

describe('LIBSVM', () => {
  it('numbers subjects whose names are no whole numbers', () => {
    expect(libsvmLabels(['07', 'anna', '07'])).toEqual(['1', '2', '1']);
    expect(libsvmLabels(['9', '-2'])).toEqual(['9', '-2']);
  });

  it('has a line of what is not 0, and all of the width in the first one', () => {
    const text = Buffer.concat([...encodeDatasetLibsvm(dataset(['a', 'b', 'a'], floats))]).toString();
    expect(text).toBe(`1 1:0.1 2:-0 3:1e-320 4:1e+300 5:${-1 / 3} 6:0\n2 1:5 2:4 4:3 5:9007199254740992\n1 1:1 2:2\n`);
    expect(decodeLibsvm(text).data).toEqual(floats);
  });
});
