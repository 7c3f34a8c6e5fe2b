/** Files with the codes of the images of a split. */
import { column, encodeMat, matrixVariable } from '../../formats/matlab/matWriter.ts';
import { encodeNpz } from '../../formats/npz.ts';
import type { MatrixStack } from '../../linalg/matrix.ts';
import { arrayName, variableName } from './scoreFiles.ts';
import type { Split } from '../../protocols/split.ts';
import type { CellCodes } from '../../study/model/cellNumbers.ts';
import { csv, type Value } from '../csv.ts';

export interface CodedCell {
  readonly condition: string;
  readonly repeat: number;
  readonly split: Split;
  readonly codes: CellCodes;
}

interface Part {
  readonly name: 'train' | 'gallery' | 'test';
  /** Positions in the dataset, in the order of the codes. */
  readonly images: Int32Array;
  readonly codes: MatrixStack;
}

function partsOf({ split, codes }: CodedCell): Part[] {
  const { train, gallery, test } = split;
  return [
    { name: 'train', images: train, codes: codes.train },
    ...(gallery && codes.gallery ? [{ name: 'gallery' as const, images: gallery, codes: codes.gallery }] : []),
    { name: 'test', images: test, codes: codes.test },
  ];
}

/**
 * Arrays `codes/<condition>/<repeat>/train` and `…/test` (and `…/gallery`), N × q or, for matrices, N × q_c × q_r;
 * `images/` holds the positions of their images in the dataset.
 */
export function codesNpz(cells: readonly CodedCell[]): Uint8Array {
  const arrays = cells.flatMap((cell) =>
    partsOf(cell).flatMap(({ name, images, codes: { count, rows, cols, data } }) => [
      [
        `${arrayName('codes', cell)}/${name}`,
        { shape: cols === 1 ? [count, rows] : [count, rows, cols], data },
      ] as const,
      [`${arrayName('images', cell)}/${name}`, { shape: [images.length], data: images }] as const,
    ]),
  );
  return encodeNpz(Object.fromEntries(arrays));
}

/**
 * Variables `codes_<condition>_<repeat>_train`, N × q, with matrix codes row by row, and `images_…`, counted from 1.
 */
export function codesMat(cells: readonly CodedCell[]): Uint8Array {
  const arrays = cells.flatMap((cell) =>
    partsOf(cell).flatMap(({ name, images, codes: { count, rows, cols, data } }) => [
      matrixVariable(`${variableName('codes', cell)}_${name}`, {
        shape: [count, rows * cols],
        data: Float64Array.from(data),
      }),
      column(
        `${variableName('images', cell)}_${name}`,
        Array.from(images, (image) => image + 1),
      ),
    ]),
  );
  return encodeMat('Eigenbench, codes of cells', arrays);
}

/** One row per image of a split: its subject and the numbers of its code. */
export function codesCsv(
  cells: readonly CodedCell[],
  facts: { readonly labels: ArrayLike<number>; readonly subjects: readonly string[] },
  files: readonly string[],
): string {
  const most = Math.max(0, ...cells.map(({ codes: { test } }) => test.rows * test.cols));
  const records = cells.flatMap((cell) =>
    partsOf(cell).flatMap(({ name, images, codes: { rows, cols, data } }) =>
      Array.from(images, (image, at): Value[] => {
        const code = Array.from(data.subarray(at * rows * cols, (at + 1) * rows * cols));
        const { condition, repeat } = cell;
        const subject = facts.subjects[facts.labels[image]];
        return [
          condition,
          repeat,
          name,
          image,
          files[image],
          subject,
          ...code,
          ...Array<null>(most - code.length).fill(null),
        ];
      }),
    ),
  );
  const numbers = Array.from({ length: most }, (_, n) => `c${n + 1}`);
  return csv(['condition', 'repeat', 'part', 'image', 'file', 'subject', ...numbers], records);
}
