/** Tables of HTML: heads over their columns, and panels that a page of A4 has room for. */
import { describe, expect, it } from 'vitest';
import { htmlResults, htmlTable } from '../../../src/core/report/htmlTable.ts';
import { presets, tableOfSpec, wide } from './presetTables.ts';

const preset = (name: string) => tableOfSpec(presets.find((spec) => spec.name === name)!);
/** The rows of every head: titles with what they reach over. */
const heads = (html: string): string[][][] =>
  [...html.matchAll(/<thead>\n(.*?)\n<\/thead>/gs)].map(([, head]) =>
    head
      .split('\n')
      .map((row) =>
        [...row.matchAll(/<th scope="\w+"(?: (?:col|row)span="(\d+)")?[^>]*>([^<]*)<\/th>/g)].map(
          ([, span = '1', title]) => `${title.replaceAll('\u00a0', ' ')} ${span}`,
        ),
      ),
  );

describe('a table of HTML', () => {
  it('says once, over its columns, what they have in common', () => {
    const html = htmlTable(preset('ORL, every method'));
    const [head, ...more] = heads(html);
    expect(more).toEqual([]);
    expect(head[0].slice(0, 4)).toEqual(['Method 2', 'k = 2 2', 'k = 3 2', 'k = 4 2']);
    expect(head[1]).toEqual(['oracle 1', 'validated 1', 'oracle 1', 'validated 1', 'oracle 1', 'validated 1']);
    expect(html).not.toContain('k = 2, oracle');
  });

  it('is one in a file of its own, and broken between sizes of the training set in a report', () => {
    const table = tableOfSpec({
      ...wide,
      perturbations: wide.perturbations!.filter(({ kind }) => kind !== 'occlusion'),
    });
    expect(heads(htmlTable(table))).toHaveLength(1);
    const panels = heads(htmlResults(table));
    expect(panels.map(([first]) => first[1])).toEqual([2, 3, 4, 5, 6].map((k) => `k = ${k} 6`));
    // The same rows on each, and every column once.
    expect(htmlResults(table).match(/<tr><th scope="row">/g)).toHaveLength(40 * panels.length);
    const leaves = panels.flatMap((head) => head.at(-1)!);
    expect(leaves).toHaveLength(5 * 3 * 2);
  });

  it('has latent shapes beside the numbers where that fits, else below them, with decimal points in line', () => {
    expect(htmlResults(preset('ORL, five methods'))).not.toContain('<small>');
    const html = htmlResults(preset('ORL, gradients under noise'));
    expect(html).toContain('<td class="best">\u20079.0 ± \u20073.0<small>(105)</small></td>');
    expect(html).not.toContain(' (105)');
  });
});
