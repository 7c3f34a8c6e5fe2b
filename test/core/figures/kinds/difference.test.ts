import { describe, expect, it } from 'vitest';
import { difference } from '../../../../src/core/figures/kinds/difference.ts';
import { SCREEN } from '../../../../src/core/figures/drawingArea.ts';
import type { FigureSource } from '../../../../src/core/figures/figureSource.ts';
import type { StudySpec } from '../../../../src/core/study/spec/spec.ts';
import { tableOf } from '../../study/tableOf.ts';

/** PCA far from the others, which are near each other. */
const VALUES = {
  PCA: [30, 31, 29, 30, 31, 29, 30, 30.5],
  LDA: [10, 11, 9, 10, 12, 9, 10, 10],
  GLRAM: [11, 10, 10, 9.5, 12, 9.5, 10.5, 9],
};

function source(values: Readonly<Record<string, readonly number[]>>, comparison: object): FigureSource {
  const found = tableOf(
    [Object.values(values).map((list) => list.reduce((sum, value) => sum + value, 0) / list.length)],
    { methods: ['pca', 'lda', 'glram'] },
  );
  const rows = Object.entries(values).map(([label, list], r) => {
    const [entry] = found.rows[r].entries;
    return { ...found.rows[r], label, entries: [{ ...entry, values: list, repeats: list.map((_, i) => i + 1) }] };
  });
  const spec = { comparison: { test: 'paired-t', alpha: 0.05, ...comparison } } as StudySpec;
  return {
    studies: [{ name: 'faces', spec }],
    results: () => ({ table: { ...found, rows, done: 1 }, curves: () => [] }),
    testToTrain: () => 0.5,
  } as unknown as FigureSource;
}

const figure = difference.schema.parse({ kind: 'difference' });

describe('the triangle of differences', () => {
  it('has every pair once, the best method first, with the mean of row − column', () => {
    const { names, pairs, note } = difference.read(figure, source(VALUES, {}));
    expect(names).toEqual(['LDA', 'GLRAM', 'PCA']);
    expect(pairs.map(({ row, column }) => [row, column])).toEqual([
      [1, 0],
      [2, 0],
      [2, 1],
    ]);
    const mean = (label: keyof typeof VALUES): number => VALUES[label].reduce((sum, value) => sum + value, 0) / 8;
    const [first, , last] = names as (keyof typeof VALUES)[];
    expect(pairs[1].difference).toBeCloseTo(mean(last) - mean(first), 10);
    expect(pairs.map(({ significant }) => significant)).toEqual([false, true, true]);
    expect(note).toContain('paired t-test, two-sided, α = 0.05)');
  });

  it('corrects over its pairs as the study does', () => {
    const weak = { PCA: [10, 12, 11, 13, 12], LDA: [9, 11.9, 10.2, 12.9, 11.2], GLRAM: [9, 11, 12, 10, 13] };
    const plain = difference.read(figure, source(weak, {}));
    const strict = difference.read(figure, source(weak, { correction: 'bonferroni' }));
    expect(plain.pairs.some(({ significant }) => significant)).toBe(true);
    expect(strict.pairs.some(({ significant }) => significant)).toBe(false);
    expect(strict.note).toContain('over 3 pairs');
  });

  it('marks significant pairs with a dot, and writes numbers where cells have room', () => {
    const data = difference.read(figure, source(VALUES, {}));
    const parts = (width: number | null): (string | undefined)[] =>
      difference
        .draw(data, { theme: 'light', sheet: { ...SCREEN, width } })
        .shapes.map((shape) => ('part' in shape ? shape.part : undefined));
    expect(parts(null).filter((part) => part === 'significant')).toHaveLength(2);
    expect(parts(null).filter((part) => part === 'value')).toHaveLength(3);
    expect(parts(90).filter((part) => part === 'value')).toHaveLength(0);
    expect(parts(90).filter((part) => part === 'significant')).toHaveLength(2);
  });

  it('needs two methods', () => {
    expect(() => difference.read({ ...figure, labels: ['PCA'] }, source(VALUES, {}))).toThrow(/need two methods/);
  });
});
