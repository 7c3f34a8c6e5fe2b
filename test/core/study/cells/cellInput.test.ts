import { describe, expect, it } from 'vitest';
import { recogniserOf } from '../../../../src/core/classify/recogniser.ts';
import type { FeatureStep } from '../../../../src/core/features/registry.ts';
import { commonShift } from '../../../../src/core/images/commonShift.ts';
import { asVectors, centreImages } from '../../../../src/core/images/imageSet.ts';
import { gramOfRows } from '../../../../src/core/linalg/index.ts';
import type { FitProgress } from '../../../../src/core/methods/method.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import type { Perturbation } from '../../../../src/core/perturbations/registry.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { cellInput } from '../../../../src/core/study/cells/cellInput.ts';
import type { CellData, CellTask } from '../../../../src/core/study/cells/cellTask.ts';
import { splitCache } from '../../../../src/core/study/cells/splitCache.ts';
import { data, dataOf, labels } from '../smallDataset.ts';

const [train, test] = [Int32Array.of(0, 1, 2, 5, 6, 7), Int32Array.of(10, 11, 13)];
const task: CellTask = {
  seed: 7,
  datasetHash: 'hash',
  condition: 'k=2',
  repeat: 1,
  methodKey: 'key',
  methodId: 'pca',
  settings: {},
  latent: [[1]],
  split: { train, test },
};
const noise = (on: Perturbation['on']): Perturbation => ({ kind: 'gaussian-noise', level: 1, on });
const never = (): void => undefined;
const steps: FeatureStep[] = ['unit-norm'];

function inputOf(change: Partial<CellTask>, from: CellData = data, check = never, work = splitCache()) {
  const cell = cellInput(findMethod('pca')!, { ...task, ...change }, from, check, work, recogniserOf());
  return { cell, input: cell.inputOf('part', cell.split, [[1]], stream('random')) };
}

describe('what a cell works on', () => {
  it('are the images of the dataset as they are, and their inner products', () => {
    const { cell, input } = inputOf({});
    expect(cell.images).toBe(data.images);
    expect(cell.labels).toBe(labels);
    expect(cell.split).toBe(cell.split);
    expect(cell.size).toEqual({ images: 6, subjects: 3 });
    expect(input.gram).toBe(data.gram);
    expect([input.train, input.test, input.shapes]).toEqual([train, test, [[1]]]);
  });

  it.each(['test', 'train', 'both'] as const)('are inner products of perturbed images with noise on %s', (on) => {
    let asked = 0;
    const counted: CellData = { ...data, gram: () => (asked++, data.gram()) };
    const { cell, input } = inputOf({ perturbation: noise(on) }, counted);
    const all = gramOfRows(asVectors(cell.images));
    const own = input.gram!();
    expect([own.rows, own.cols]).toEqual([9, 6]);
    for (let i = 0; i < 9; i++)
      for (let j = 0; j < 6; j++) expect(own.data[i * 6 + j]).toBeCloseTo(all.data[i * 9 + j], 9);
    // Images that are as they are in the dataset have the inner products that are known of them.
    expect(asked).toBe(on === 'test' ? 1 : 0);
    expect(input.gram!()).toBe(own);
  });

  it.each(['test', 'both'] as const)('are products of images less their common shift, with noise on %s', (on) => {
    const bright = { ...data.images, data: data.images.data.map((value) => value + 1e5) };
    const { cell, input } = inputOf({ perturbation: noise(on) }, dataOf(bright, labels));
    const shift = commonShift(cell.images)!;
    const all = gramOfRows(asVectors(centreImages(cell.images, shift)));
    const own = input.gram();
    for (let i = 0; i < 9; i++)
      for (let j = 0; j < 6; j++) expect(own.data[i * 6 + j]).toBeCloseTo(all.data[i * 9 + j], 9);
  });

  it('is told of every image that is perturbed, and of its progress where features are computed', () => {
    const heard: unknown[] = [];
    const told = (progress: unknown): unknown => heard.push(progress);
    inputOf({ perturbation: noise('test') }, { ...data, told });
    expect(heard).toEqual([]);
    const featured = dataOf(data.images, labels, steps);
    inputOf({ perturbation: noise('test'), features: steps }, { ...featured, told });
    expect(heard).toEqual([7, 8, 9].map((image) => ({ image, of: 9 })));
    // Nobody listens.
    inputOf({ perturbation: noise('test'), features: steps }, featured);
    const cancelled = (): void => {
      throw new Error('cancelled');
    };
    expect(() => inputOf({ perturbation: noise('test') }, data, cancelled)).toThrow('cancelled');
  });

  it('hands the random numbers, the cancelling and the listener to its fits', () => {
    const random = stream('own');
    const told = (_: FitProgress | object): void => undefined;
    const { cell } = inputOf({});
    expect(cell.inputOf('part', cell.split, [[1]], random).context).toEqual({ random, checkCancelled: never });
    const listened = inputOf({}, { ...data, told }).cell;
    const { context } = listened.inputOf('part', cell.split, [[1]], random);
    expect(context).toEqual({ random, checkCancelled: never, told });
  });

  it('numbers attributes of images as it numbers the images', () => {
    const attributes = { light: Int32Array.from(labels, (_, image) => image % 4) };
    expect(inputOf({}, { ...data, attributes }).input.attributes).toBe(attributes);
    expect(inputOf({ perturbation: noise('test') }).input.attributes).toBeUndefined();
    const { light } = inputOf({ perturbation: noise('test') }, { ...data, attributes }).input.attributes!;
    expect([...light]).toEqual([...train, ...test].map((image) => image % 4));
  });

  it('shares work with cells of the same split, part and features alone', () => {
    const work = splitCache();
    const known: string[] = [];
    const ask = (change: Partial<CellTask>, part: string): void => {
      const { cell } = inputOf(change, data, never, work);
      cell.inputOf(part, cell.split, [[1]], stream('x')).once!('axes', () => known.push(part));
    };
    ask({}, 'split');
    ask({ features: [] }, 'split');
    expect(known).toEqual(['split']);
    ask({}, 'inner split 1');
    ask({ features: steps }, 'split');
    ask({ features: steps }, 'split');
    expect(known).toEqual(['split', 'inner split 1', 'split']);
  });
});
