import { describe, expect, it } from 'vitest';
import { conditionsOf } from '../../../../src/core/study/spec/conditions.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { previewSplit, splitSource } from '../../../../src/renderer/studyForm/protocol/splitPreview.ts';

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
    const spec = { protocol: { kind: 'random' as const, trainPerSubject: [2, 5], repeats: 3 }, seed: 4 };
    const view = previewSplit(spec, source, { key: 'k=5', title: 'k = 5' }, 2)!;
    const { train } = splitOf(spec, source, 'k=5', 2);
    expect(view.subjects.map(({ name, more }) => [name, more])).toEqual([
      ['s1', 2],
      ['s2', 2],
      ['s3', 2],
    ]);
    const faces = view.subjects.flatMap((row) => row.faces);
    const inSight = new Set(faces.map(({ image }) => image));
    const trained = faces.filter(({ roles }) => roles.includes('training')).map(({ image }) => image);
    expect(trained.sort((a, b) => a - b)).toEqual([...train].filter((image) => inSight.has(image)));
    expect(faces.filter(({ roles }) => roles.join() === 'test')).toHaveLength(faces.length - trained.length);
    expect(view.description).toBe(
      'k = 5, repeat 2: 20 training images and 28 test images. The picture shows 3 subjects.',
    );
  });

  it('knows attributes, and is nothing where a subject has too few images', () => {
    const protocol = { kind: 'attribute', attribute: 'session', splits: [{ train: ['1'], test: ['2'] }] } as never;
    const [condition] = conditionsOf(protocol);
    const [first] = previewSplit({ protocol, seed: 1 }, source, condition, 1)?.subjects ?? [];
    expect(first?.faces.slice(0, 2).map(({ roles }) => roles)).toEqual([['training'], ['test']]);
    const many = { kind: 'random', trainPerSubject: [12], repeats: 1 } as never;
    expect(previewSplit({ protocol: many, seed: 1 }, source, { key: 'k=12', title: 'k = 12' }, 1)).toBeNull();
  });
});
