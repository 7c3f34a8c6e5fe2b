import { describe, expect, it } from 'vitest';
import { conditionsOf } from '../../../src/core/study/spec/conditions.ts';
import { splitOf } from '../../../src/core/study/splits/splits.ts';
import { shownSplit, splitSource } from '../../../src/renderer/study-form/shownSplit.ts';

const bySubject = Array.from({ length: 4 }, (_, s) => ({
  subject: `s${s + 1}`,
  images: Array.from({ length: 12 }, (_, n) => ({
    // Interleaved, so that an index is no place within a subject.
    index: 4 * n + s,
    file: `s${s + 1}/${n + 1}.pgm`,
    attributes: { session: String((n % 2) + 1) },
  })),
}));
const source = splitSource({ hash: 'h', count: 48, bySubject });

describe('a split on faces', () => {
  it('is the one that the engine draws', () => {
    const spec = { protocol: { kind: 'random', trainPerSubject: [2, 5], repeats: 3 }, seed: 4 } as const;
    const shown = shownSplit({ ...spec, protocol: { ...spec.protocol, trainPerSubject: [2, 5] } }, source, bySubject, {
      condition: 'k=5',
      repeat: 2,
    })!.subjects;
    const { train } = splitOf({ ...spec, protocol: { ...spec.protocol, trainPerSubject: [2, 5] } }, source, 'k=5', 2);
    expect(shown.map(({ subject, more }) => [subject, more])).toEqual([
      ['s1', 2],
      ['s2', 2],
      ['s3', 2],
    ]);
    const faces = shown.flatMap((row) => row.faces);
    const inSight = new Set(faces.map(({ index }) => index));
    const trained = faces.filter(({ role }) => role === 'training').map(({ index }) => index);
    expect(trained.sort((a, b) => a - b)).toEqual([...train].filter((index) => inSight.has(index)));
    expect(faces.filter(({ role }) => role === 'test')).toHaveLength(faces.length - trained.length);
  });

  it('knows attributes, and is nothing where a subject has too few images', () => {
    const protocol = { kind: 'attribute', attribute: 'session', splits: [{ train: ['1'], test: ['2'] }] } as never;
    const [first] =
      shownSplit({ protocol, seed: 1 }, source, bySubject, { condition: 'session=1->2', repeat: 1 })?.subjects ?? [];
    expect(first?.faces.slice(0, 2).map(({ role }) => role)).toEqual(['training', 'test']);
    const many = { kind: 'random', trainPerSubject: [12], repeats: 1 } as never;
    expect(shownSplit({ protocol: many, seed: 1 }, source, bySubject, { condition: 'k=12', repeat: 1 })).toBeNull();
  });

  it('has pairs of one subject and of two where verification compares them', () => {
    const protocol = { kind: 'pairs', folds: 2, pairsPerFold: 6 } as never;
    const [{ key: condition }] = conditionsOf(protocol);
    const { pairs } = shownSplit({ protocol, seed: 1 }, source, bySubject, { condition, repeat: 1 })!;
    const subject = ({ file }: { file: string }): string => file.split('/')[0];
    const same = (list: NonNullable<typeof pairs>['genuine']): boolean[] =>
      list.map(([a, b]) => subject(a) === subject(b));
    expect(new Set(same(pairs!.genuine))).toEqual(new Set([true]));
    expect(new Set(same(pairs!.impostor))).toEqual(new Set([false]));
    expect(Math.max(pairs!.genuine.length, pairs!.impostor.length)).toBeLessThanOrEqual(4);
  });
});
