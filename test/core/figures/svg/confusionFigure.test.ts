import { describe, expect, it } from 'vitest';
import { confusedSubjects, confusionFigure } from '../../../../src/core/figures/svg/confusionFigure.ts';
import { confusedPairs } from '../../../../src/core/study/table/confusion.ts';

describe('the figure of confusions', () => {
  const counts = [
    [7, 0, 3, 0],
    [0, 10, 0, 0],
    [1, 0, 9, 0],
    [0, 0, 5, 5],
  ];
  const subjects = ['Anna', 'Bert', 'Carl & Co', 'Dora'];
  const confusion = { shape: [2], repeats: 1, subjects, counts, pairs: confusedPairs(counts) };

  it('is of the subjects that are mistaken or that others are mistaken for', () => {
    expect(confusedSubjects(confusion)).toEqual([0, 2, 3]);
    expect(confusionFigure(confusion, 'light')).not.toContain('Bert');
  });

  it('shades every error by its share and writes its count, escaped names beside it', () => {
    const svg = confusionFigure(confusion, 'light');
    const shades = [...svg.matchAll(/fill-opacity="([\d.]+)"/g)].map(([, shade]) => Number(shade));
    // 5, 3 and 1 of 10, the most frequent first: 0.08 + 0.92 (share / greatest).
    expect(shades).toEqual([1, 0.63, 0.26]);
    expect([...svg.matchAll(/font-size="10"[^>]*>(\d+)</g)].map(([, count]) => count)).toEqual(['5', '3', '1']);
    expect(svg.match(/Carl &amp; Co/g)).toHaveLength(2);
  });
});
