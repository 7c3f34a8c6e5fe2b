import { describe, expect, it } from 'vitest';
import { repeatStrips } from '../../../../src/core/figures/charts/repeatStrips.ts';
import { repeatStripsSvg } from '../../../support/paintedSvg.ts';
import { appearancesOf } from '../../../../src/core/methods/appearance.ts';
import { fakeResults, fakeStudy } from '../../../renderer/fakeData.ts';

const { table } = fakeResults(fakeStudy(1));
const appearances = appearancesOf(fakeStudy(1).methods);
const look = { condition: 'k=2', selection: 'oracle' } as const;

describe('repeatStrips', () => {
  it('has a strip of dots per method, the best mean first', () => {
    const chart = repeatStrips(table, look, appearances);
    const means = chart.strips.map(({ mean }) => mean);
    expect(chart.strips).toHaveLength(table.rows.length);
    expect(means).toEqual([...means].sort((a, b) => a - b));
    const [row] = table.rows;
    const strip = chart.strips.find(({ label }) => label === row.label)!;
    expect(strip.dots.map(({ value }) => value)).toEqual(row.entries[0].values);
    expect(chart.joined).toEqual([]);
    for (const { value } of chart.strips.flatMap(({ dots }) => dots)) {
      expect(value).toBeGreaterThanOrEqual(chart.axis.from);
      expect(value).toBeLessThanOrEqual(chart.axis.to);
    }
    const svg = repeatStripsSvg(chart, 'light');
    expect(svg.match(/class="repeat"/g)).toHaveLength(chart.strips.flatMap(({ dots }) => dots).length);
    expect(svg).not.toContain('class="joined"');
  });

  it('joins the repeats of two methods in the order named and says the mean difference', () => {
    const labels = ['GLRAM', 'PCA'];
    const chart = repeatStrips(table, { ...look, labels }, appearances);
    expect(chart.strips.map(({ label }) => label)).toEqual(labels);
    const [a, b] = labels.map((label) => table.rows.find((row) => row.label === label)!.entries[0]);
    expect(chart.joined.map(({ values }) => values)).toEqual(a.values.map((value, i) => [value, b.values[i]]));
    for (const { values, better } of chart.joined) {
      expect(better).toBe(values[0] === values[1] ? null : values[0] < values[1] ? 0 : 1);
    }
    const difference = a.mean! - b.mean!;
    expect(chart.note).toContain(`mean difference ${difference.toFixed(1).replace('-', '−')} pp`);
    const svg = repeatStripsSvg(chart, 'dark', false);
    expect(svg.match(/class="joined"/g)).toHaveLength(chart.joined.length);
    expect(svg).not.toContain('<rect');
  });

  it('says how many methods have no value instead of leaving them out silently', () => {
    const rows = table.rows.map((row, r) =>
      r === 0 ? { ...row, entries: row.entries.map((entry) => ({ ...entry, mean: null, values: [] })) } : row,
    );
    const chart = repeatStrips({ ...table, rows }, look, appearances);
    expect(chart.strips).toHaveLength(rows.length - 1);
    expect(chart.note).toContain('1 method without a value');
  });
});
