import { describe, expect, it } from 'vitest';
import { confusionMatrix } from '../../../../src/core/figures/charts/confusionMatrix.ts';
import { confusionMatrixSvg } from '../../../support/paintedSvg.ts';
import { confusedPairs } from '../../../../src/core/study/table/confusion.ts';

describe('the figure of confusions', () => {
  const counts = [
    [7, 0, 3, 0],
    [0, 10, 0, 0],
    [1, 0, 9, 0],
    [0, 0, 5, 5],
  ];
  const subjects = ['Anna', 'Bert', 'Carl & Co', 'Dora'];
  const matrix = confusionMatrix({ subjects, pairs: confusedPairs(counts) });

  it('is of the subjects that are misclassified or that others are misclassified as', () => {
    expect(matrix.subjects).toEqual(['Anna', 'Carl & Co', 'Dora']);
    expect(matrix.cells.map(({ row, column, reading }) => [row, column, reading])).toEqual([
      [2, 1, 'Dora as Carl & Co: 5 of 10 test images'],
      [0, 1, 'Anna as Carl & Co: 3 of 10 test images'],
      [1, 0, 'Carl & Co as Anna: 1 of 10 test images'],
    ]);
  });

  it('shades every error by its share and writes its count, escaped names beside it', () => {
    const svg = confusionMatrixSvg(matrix, 'light');
    const shades = [...svg.matchAll(/fill-opacity="([\d.]+)"/g)].map(([, shade]) => Number(shade));
    // 5, 3 and 1 of 10, the most frequent first: 0.08 + 0.92 (share / greatest).
    expect(shades).toEqual([1, 0.63, 0.26]);
    expect([...svg.matchAll(/font-size="10"[^>]*>(\d+)</g)].map(([, count]) => count)).toEqual(['5', '3', '1']);
    expect(svg.match(/Carl &amp; Co/g)).toHaveLength(2);
    expect(svg).not.toContain('Bert');
  });
});
