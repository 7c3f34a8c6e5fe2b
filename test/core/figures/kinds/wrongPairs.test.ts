import { describe, expect, it } from 'vitest';
import { wrongPairs } from '../../../../src/core/figures/kinds/wrongPairs.ts';
import { SCREEN } from '../../../../src/core/figures/drawingArea.ts';
import type { FigureSource } from '../../../../src/core/figures/figureSource.ts';
import { base64Of } from '../../../../src/core/formats/base64.ts';
import type { WrongPairs } from '../../../../src/core/study/model/wrongPairs.ts';
import { tableOf } from '../../study/tableOf.ts';

const answer: WrongPairs = {
  threshold: -4,
  rate: 0.25,
  distances: true,
  accepted: { shown: [{ probe: 4, reference: 1, score: -1 }], spread: false, wrong: 3, pairs: 12 },
  rejected: { shown: [{ probe: 2, reference: 3, score: -10 }], spread: false, wrong: 1, pairs: 4 },
};
const source = (fitted: WrongPairs | { readonly refused: string }): FigureSource =>
  ({
    studies: [{ name: 'faces', spec: {} }],
    results: () => ({ table: { ...tableOf([[10]], { methods: ['pca'] }), done: 1 }, curves: () => [] }),
    facts: () => ({ labels: [0, 0, 1, 1, 2], subjects: ['anna', 'ben', 'carl'] }),
    fitted: () => fitted,
    faces: (images: readonly number[]) => ({
      rows: 1,
      cols: 1,
      count: images.length,
      pixels: base64Of(Uint8Array.from(images)),
    }),
  }) as unknown as FigureSource;
const figure = wrongPairs.schema.parse({ kind: 'wrong-pairs', label: 'PCA' });

describe('the figure of wrong pairs', () => {
  it('has both kinds with their numbers, and who is compared how far apart', () => {
    const gallery = wrongPairs.read(figure, source(answer));
    expect(gallery.groups.map(({ heading }) => heading)).toEqual([
      'Accepted: 3 of 12 impostor pairs (25.0%)',
      'Rejected: 1 of 4 genuine pairs (25.0%)',
    ]);
    const accepted = { ...answer.accepted, wrong: 1400, pairs: 2800 };
    const [{ heading }] = wrongPairs.read(figure, source({ ...answer, accepted })).groups;
    expect(heading).toBe('Accepted: 1,400 of 2,800 impostor pairs (50.0%)');
    const pairs = gallery.groups.flatMap((group) => group.pairs);
    expect(pairs.map(({ names, value }) => [names, value])).toEqual([
      ['carl · anna', '0.25 × threshold'],
      ['ben', '2.50 × threshold'],
    ]);
    const { shapes } = wrongPairs.draw(gallery, { theme: 'light', sheet: SCREEN });
    const faces = shapes.filter((shape) => shape.kind === 'image');
    expect(faces.map(({ pixels }) => atob(pixels).charCodeAt(0))).toEqual([4, 1, 2, 3]);
  });

  it('says where pairs of the same people stand after those of others', () => {
    expect(wrongPairs.read(figure, source(answer)).note).not.toContain('the same people');
    const rejected = { ...answer.rejected, spread: true };
    expect(wrongPairs.read(figure, source({ ...answer, rejected })).note).toContain(
      'the farthest from it first, two pairs of the same people at most before those of others.',
    );
  });

  it('says how far scores that are no distances are from the threshold', () => {
    const alike = { ...answer, threshold: 0.5, distances: false };
    const accepted = { ...answer.accepted, shown: [{ probe: 4, reference: 1, score: 0.75 }] };
    const rejected = { ...answer.rejected, shown: [{ probe: 2, reference: 3, score: 0.2 }] };
    const gallery = wrongPairs.read(figure, source({ ...alike, accepted, rejected }));
    expect(gallery.groups.flatMap(({ pairs }) => pairs.map(({ value }) => value))).toEqual([
      '0.75 (+0.25)',
      '0.2 (−0.3)',
    ]);
  });

  it('is refused for the reason of the cell, and where nothing is wrong', () => {
    expect(() => wrongPairs.read(figure, source({ refused: 'The study compares no pairs.' }))).toThrow(
      'PCA: The study compares no pairs.',
    );
    const right = { shown: [], spread: false, wrong: 0, pairs: 4 };
    expect(() => wrongPairs.read(figure, source({ ...answer, accepted: right, rejected: right }))).toThrow('no pair');
  });
});
