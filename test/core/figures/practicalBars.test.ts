/** Bars of practical differences: what they say, and that lengths are the probabilities. */
import { describe, expect, it } from 'vitest';
import { practicalBars } from '../../../src/core/figures/practicalBars.ts';
import { practicalBarsSvg } from '../../support/paintedSvg.ts';
import { appearancesOf } from '../../../src/core/methods/appearance.ts';
import { practicalReport } from '../../support/sampleFigures.ts';

const appearances = appearancesOf(practicalReport.methods);

describe('bars of practical differences', () => {
  const bars = practicalBars(practicalReport, appearances)!;

  it('name every pair once with its three probabilities, and what they were asked with', () => {
    expect(bars.bars.map(({ first, second }) => [first, second])).toEqual([
      ['PCA', 'Bilinear PPCA'],
      ['PCA', 'GLRAM'],
      ['Bilinear PPCA', 'GLRAM'],
    ]);
    expect(bars.description).toContain('PCA better 0.97, practically equal 0.03, Bilinear PPCA better 0.00');
    expect(bars.note).toMatch(/within ± 1 pp.*signed-rank.*over 6 conditions$/);
  });

  it('draw parts whose lengths are the probabilities, in the colours of the methods', () => {
    const svg = practicalBarsSvg(bars, 'light', false);
    const filled = [
      ...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="14" fill="(#\w+)"\/>/g),
    ].map(([, x, y, width, fill]) => ({ x: Number(x), y: Number(y), width: Number(width), fill }));
    const rows = [...new Set(filled.map(({ y }) => y))].map((y) => filled.filter((part) => part.y === y));
    expect(rows.map((parts) => parts.map(({ width }) => Math.round(width)))).toEqual([[291, 9], [90, 90, 120], [300]]);
    const colour = (label: string): string => appearances.get(label)!.light;
    expect(rows[1].map(({ fill }) => fill)).toEqual([colour('PCA'), '#e4e4e0', colour('GLRAM')]);
    for (const parts of rows) {
      for (const [i, part] of parts.slice(1).entries()) expect(part.x).toBeCloseTo(parts[i].x + parts[i].width, 1);
    }
  });

  it('write the equal share where it has room, and the others beside the names', () => {
    const words = [...practicalBarsSvg(bars, 'light', false).matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(words).toContain('0.30');
    expect(words).toContain('1.00');
    expect(words).not.toContain('0.03');
    expect(words.some((text) => /^PCA\s+0\.97$/.test(text))).toBe(true);
  });

  it('are none without a region of practical equivalence or without pairs', () => {
    expect(practicalBars({ ...practicalReport, practical: null }, appearances)).toBeNull();
    const none = { ...practicalReport.practical!, pairs: [] };
    expect(practicalBars({ ...practicalReport, practical: none }, appearances)).toBeNull();
  });
});
