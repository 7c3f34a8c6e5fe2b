/** Evidence on published matrices, in the form in which they are passed on and rearranged: what is judged is right. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeIdx } from '../../../src/core/formats/idx.ts';
import { decodeMat } from '../../../src/core/formats/matlab/matlab.ts';
import type { NamedArray } from '../../../src/core/formats/namedArray.ts';
import { decodePnm } from '../../../src/core/formats/pictures/pnm.ts';
import { areAxes, labelColumns, neighboursAgree } from '../../../src/core/readings/labels.ts';
import { findPeriod, findShape, SEEN } from '../../../src/core/readings/periods.ts';
import { judgeOrder } from '../../../src/core/readings/pixelOrder.ts';
import { evenlySpread, vectorsAlong, type Vectors } from '../../../src/core/readings/vectors.ts';
import { needsRealData, realData } from '../../support/realData.ts';
import { restacked, rowMatrix } from './stacked.ts';

type Matrix = Pick<NamedArray, 'dims' | 'data' | 'fastest'>;

interface Pictures {
  readonly matrix: Matrix;
  readonly images: 'first' | 'last';
  readonly fast: number;
  readonly order: 'rows' | 'columns';
  readonly labels: readonly string[] | null;
}

function matPictures(file: string, variable: string, rest: Omit<Pictures, 'matrix' | 'labels'>): Pictures {
  const { variables } = decodeMat(readFileSync(realData(file)));
  const { dims, data } = variables.find(({ name }) => name === variable)!;
  const labels = variables.find(({ name }) => name === 'gnd');
  return { ...rest, matrix: { dims, data, fastest: 'first' }, labels: labels ? Array.from(labels.data, String) : null };
}

function orlPictures(): Pictures {
  const files = Array.from({ length: 400 }, (_, n) => realData(`orl/s${Math.floor(n / 10) + 1}/${(n % 10) + 1}.pgm`));
  const pictures = files.map((file) => decodePnm(readFileSync(file)).samples);
  const matrix = rowMatrix(400, 112 * 92, (n, j) => pictures[n][j]);
  const labels = files.map((_, n) => String(Math.floor(n / 10)));
  return { matrix, images: 'first', fast: 92, order: 'rows', labels };
}

function mnistPictures(): Pictures {
  const { data } = decodeIdx(readFileSync(realData('mnist/t10k-images-idx3-ubyte')));
  const labels = decodeIdx(readFileSync(realData('mnist/t10k-labels-idx1-ubyte'))).data;
  const matrix = { dims: [10_000, 784], data: data as Uint8Array, fastest: 'last' } as const;
  return { matrix, images: 'first', fast: 28, order: 'rows', labels: Array.from(labels, String) };
}

const byColumns = (fast: number) => ({ images: 'first', fast, order: 'columns' }) as const;
const inRows = (file: string, side: number) => () => matPictures(file, 'fea', byColumns(side));
const sets: readonly (readonly [file: string, faces: boolean, read: () => Pictures])[] = [
  ['mat/ORL_32x32.mat', true, inRows('mat/ORL_32x32.mat', 32)],
  ['mat/ORL_64x64.mat', true, inRows('mat/ORL_64x64.mat', 64)],
  ['mat/Yale_32x32.mat', true, inRows('mat/Yale_32x32.mat', 32)],
  ['mat/Yale_64x64.mat', true, inRows('mat/Yale_64x64.mat', 64)],
  ['mat/YaleB_32x32.mat', true, inRows('mat/YaleB_32x32.mat', 32)],
  ['mat/PIE_pose27.mat', true, inRows('mat/PIE_pose27.mat', 32)],
  ['mat/AR_100_32x32.mat', true, inRows('mat/AR_100_32x32.mat', 32)],
  ['frey', true, () => matPictures('frey/frey_rawface.mat', 'ff', { images: 'last', fast: 20, order: 'rows' })],
  ['orl', true, orlPictures],
  ['usps', false, () => matPictures('usps/USPS.mat', 'fea', { images: 'first', fast: 16, order: 'rows' })],
  ['mnist', false, mnistPictures],
];

const other = { rows: 'columns', columns: 'rows', first: 'last', last: 'first' } as const;

describe.each(sets)('%s', (file, faces, read) => {
  const options = needsRealData(file);

  function bothOrders(): readonly (Pictures & { readonly vectors: Vectors })[] {
    const pictures = read();
    const vectors = vectorsAlong(pictures.matrix, pictures.images);
    const matrix = restacked(vectors, pictures.fast);
    const turned = { matrix, images: 'first', fast: vectors.length / pictures.fast, labels: null } as const;
    return [
      { ...pictures, vectors },
      { ...turned, order: other[pictures.order], vectors: vectorsAlong(matrix, 'first') },
    ];
  }

  it('shows its direction, its lines and its order, or leaves the order open', options, () => {
    for (const { matrix, images, fast, order, vectors } of bothOrders()) {
      const period = findPeriod(vectors);
      expect(period?.lag).toBe(fast);
      expect(period!.strength).toBeGreaterThan(SEEN);
      expect(period!.strength - (findPeriod(vectorsAlong(matrix, other[images]))?.strength ?? 0)).toBeGreaterThan(0.2);
      expect(findShape(vectors)?.lag).toBe(fast);
      expect(judgeOrder(vectors, fast).order).toBe(faces ? order : null);
      expect(areAxes(vectors)).toBe(false);
    }
  });

  it('shows no wrong lines or order in parts of it', options, () => {
    for (const { fast, order, vectors } of bothOrders()) {
      for (const size of [100, 40, 20]) {
        const sample = evenlySpread(vectors.count, size);
        const { data, offset, vectorStep, entryStep } = vectors;
        const part = vectorsAlong(
          rowMatrix(size, vectors.length, (n, j) => data[offset + sample[n] * vectorStep + j * entryStep]),
          'first',
        );
        expect([fast, undefined]).toContain(findPeriod(part)?.lag);
        expect([order, null]).toContain(judgeOrder(part, fast).order);
      }
    }
  });

  it('has subjects that neighbours share, and that are seen as its first or last column', options, () => {
    const { matrix, images, labels } = read();
    if (labels === null) return;
    const vectors = vectorsAlong(matrix, images);
    expect(neighboursAgree(vectors, labels)).toBeGreaterThan(0.34);
    expect(labelColumns(vectors)).toEqual([]);
    const { data, count, length, vectorStep, entryStep } = vectors;
    for (const at of ['first', 'last'] as const) {
      const [place, start] = at === 'first' ? [0, 1] : [length, 0];
      const joined = rowMatrix(count, length + 1, (n, j) =>
        j === place ? Number(labels[n]) : data[n * vectorStep + (j - start) * entryStep],
      );
      expect(labelColumns(vectorsAlong(joined, 'first'))[0]).toMatchObject({ at, subjects: labels });
    }
  });
});
