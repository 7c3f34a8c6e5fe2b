/** The picture of a LaTeX table: what its source says, no wider than the source is made for. */
import { describe, expect, it } from 'vitest';
import type { Shape } from '../../../../src/core/figures/drawing/drawing.ts';
import { tablePreview } from '../../../../src/core/report/latex/preview.ts';
import { setTable } from '../../../../src/core/report/latex/typesetTable.ts';
import { latexTable } from '../../../../src/core/report/latex/table.ts';
import { pageOptionsSchema, type PageOptionsInput } from '../../../../src/core/report/pageOptions.ts';
import { presets, tableOfSpec, wide } from '../presetTables.ts';
import { table as sample } from '../sampleTable.ts';

const previewed = (table: typeof sample, asked: PageOptionsInput = {}) => {
  const page = pageOptionsSchema.parse(asked);
  const { drawing, more } = tablePreview(setTable(table, page), 'light');
  const end = drawing.shapes.find((shape) => shape.kind === 'path' && shape.part === 'text end');
  if (end?.kind !== 'path') throw new Error('no line where the text ends');
  return { ...drawing, more, end: end.lines[0][0][0], latex: latexTable(table, page) };
};
const texts = (shapes: readonly Shape[], part?: string) =>
  shapes.filter((shape) => shape.kind === 'text' && (part === undefined || shape.part === part)) as Extract<
    Shape,
    { kind: 'text' }
  >[];
const rules = (shapes: readonly Shape[]) => shapes.filter((shape) => shape.kind === 'line');
const said = ({ runs }: Extract<Shape, { kind: 'text' }>): string => runs.map(({ text }) => text).join('');

describe('the preview of a LaTeX table', () => {
  it('ends every table that is made to fit before the red line, which stands where the text ends', () => {
    for (const spec of presets) {
      for (const width of ['column', 'page', 'landscape'] as const) {
        const { shapes, end } = previewed(tableOfSpec(spec), { width });
        const mm = { column: 84, page: 174, landscape: 234 }[width];
        expect(end).toBeCloseTo(14 + (mm * 72.27) / 25.4, 1);
        for (const { from, to } of rules(shapes)) {
          expect(from[0], spec.name).toBeGreaterThanOrEqual(14);
          expect(to[0], spec.name).toBeLessThan(end);
        }
      }
    }
  });

  it('shows what sticks out of a line that the table is not fitted to', () => {
    const { shapes, end, width } = previewed(tableOfSpec(wide), { width: 'column', fit: 'none' });
    expect(Math.max(...rules(shapes).map(({ to }) => to[0]))).toBeGreaterThan(end);
    expect(width).toBeGreaterThan(end + 100);
  });

  it('has the rules and the heads of the source, as many floats as it says, and the notes', () => {
    const table = tableOfSpec(presets.find(({ name }) => name === 'ORL, gradients under noise')!);
    const { shapes, latex, more } = previewed(table);
    expect(more).toBe(0);
    const spanners = shapes.filter((shape) => shape.kind === 'path' && shape.part === 'spanner');
    expect(spanners).toHaveLength(latex.match(/\\cmidrule/g)!.length);
    expect(rules(shapes)).toHaveLength(latex.match(/\\(top|mid|bottom)rule/g)!.length);
    const words = texts(shapes).map(said);
    for (const head of ['Method', 'k = 5', 'clean']) expect(words).toContain(head);
    expect(words.join(' ')).toContain('Table 1: Error rate in per cent on orl28x23.');
    // A table of many pages is not drawn to its end.
    expect(previewed(tableOfSpec(wide)).more).toBeGreaterThan(0);
  });

  it('brings decimal points below each other, sets the best in bold, and raises marks', () => {
    const { shapes } = previewed(sample);
    const means = texts(shapes, 'mean');
    expect(means.map(said)).toEqual(['29.7', '10.0', '18.1', '9.8']);
    const [first, second, third, fourth] = means;
    expect([first.at[0], second.at[0]]).toEqual([third.at[0], fourth.at[0]]);
    expect(new Set(means.map((mean) => mean['text-anchor']))).toEqual(new Set(['end']));
    expect(means.map((mean) => mean['font-weight'])).toEqual([undefined, undefined, 600, 600]);
    const marks = texts(shapes, 'mark');
    expect(marks.map(said)).toEqual(['*', '•']);
    expect(marks[0].at[1]).toBeLessThan(first.at[1]);
    expect(texts(shapes).map(said)).toEqual(expect.arrayContaining(['failed', '(10, 3)', '±']));
  });
});
