import { describe, expect, it } from 'vitest';
import { split } from '../../../../src/core/figures/kinds/split.ts';
import { SCREEN } from '../../../../src/core/figures/drawingArea.ts';
import { FigureRefusal, type FigureSource } from '../../../../src/core/figures/figureSource.ts';
import { shownImages, splitView } from '../../../../src/core/figures/splitView.ts';
import { base64Of } from '../../../../src/core/formats/base64.ts';
import type { Split } from '../../../../src/core/protocols/split.ts';
import { conditionsOf } from '../../../../src/core/study/spec/conditions.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';

/** Four subjects of twelve images each, one after the other. */
const facts = {
  hash: 'h',
  labels: Int32Array.from({ length: 48 }, (_, n) => Math.floor(n / 12)),
  subjects: ['s1', 's2', 's3', 's4'],
};
const random = { kind: 'random', trainPerSubject: [2], repeats: 3 } as const;
const verification = { kind: 'pairs', folds: 2, pairsPerFold: 6 } as never;
const source = (protocol: object): FigureSource =>
  ({
    studies: [{ name: 'faces', spec: { protocol, dataset: 'orl', seed: 1 } }],
    facts: () => facts,
    split: (condition: string, repeat: number) => splitOf({ protocol, seed: 1 } as never, facts, condition, repeat),
    faces: (images: readonly number[]) => ({
      rows: 2,
      cols: 1,
      count: images.length,
      pixels: base64Of(Uint8Array.from(images.flatMap((image) => [image, image]))),
    }),
  }) as unknown as FigureSource;
const drawn = (protocol: object, asked: object = {}) =>
  split.draw(split.read(split.schema.parse({ kind: 'split', ...asked }), source(protocol)), {
    theme: 'light',
    sheet: SCREEN,
  });

describe('the split on faces', () => {
  it('outlines the training images of the first subjects, and says how many there are', () => {
    const { shapes, title } = drawn(random);
    const { train } = splitOf({ protocol: { ...random, trainPerSubject: [2] }, seed: 1 }, facts, 'k=2', 1);
    const inSight = [...train].filter((image) => image < 36 && image % 12 < 10);
    expect(shapes.filter((shape) => shape.kind === 'image')).toHaveLength(30);
    // One more is in the legend.
    expect(shapes.filter((shape) => shape.kind === 'rect' && shape.part === 'training')).toHaveLength(
      inSight.length + 1,
    );
    expect(title).toBe('k = 2, repeat 1, orl: 8 training images and 40 test images. The picture shows 3 subjects.');
  });

  it('is of the repeat and the condition that are asked for, and refused for others', () => {
    expect(drawn(random, { repeat: 3 }).shapes).not.toEqual(drawn(random).shapes);
    expect(() => drawn(random, { repeat: 4 })).toThrow(FigureRefusal);
    expect(() => drawn(random, { condition: 'k=9' })).toThrow('There is no condition "k=9"');
  });

  it('has pairs of one subject and of two where verification compares them, those of one outlined', () => {
    const [{ key }] = conditionsOf(verification);
    const { pairs } = splitView(splitOf({ protocol: verification, seed: 1 }, facts, key, 1), facts, '');
    const same = (list: readonly (readonly [number, number])[]): boolean[] =>
      list.map(([a, b]) => facts.labels[a] === facts.labels[b]);
    expect(new Set(same(pairs!.genuine))).toEqual(new Set([true]));
    expect(new Set(same(pairs!.impostor))).toEqual(new Set([false]));
    const { shapes } = drawn(verification);
    expect(shapes.filter((shape) => shape.kind === 'rect' && shape.part === 'pair')).toHaveLength(
      pairs!.genuine.length,
    );
    expect(shapes.filter((shape) => shape.kind === 'image')).toHaveLength(
      2 * (pairs!.genuine.length + pairs!.impostor.length),
    );
  });

  it('shows a subject of every role, also where training and testing share none', () => {
    const range = (from: number, to: number): Int32Array => Int32Array.from({ length: to - from }, (_, n) => from + n);
    // The first three subjects are tested, the fourth trains.
    const apart: Split = { train: range(36, 48), test: range(6, 36), gallery: range(0, 6) };
    const view = splitView(apart, facts, '');
    expect(view.subjects.map(({ name }) => name)).toEqual(['s1', 's2', 's4']);
    expect(new Set(view.subjects.flatMap(({ faces }) => faces.flatMap(({ roles }) => roles)))).toEqual(
      new Set(['gallery', 'test', 'training']),
    );
    expect(shownImages(view)).toHaveLength(30);
  });
});
