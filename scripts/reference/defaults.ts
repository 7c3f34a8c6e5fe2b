/** The page on the sources of defaults: declarations, and the comparisons that they name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { classifiers } from '../../src/core/classify/classifiers/registry.ts';
import type { DefaultSource } from '../../src/core/choice.ts';
import { methods } from '../../src/core/methods/registry.ts';
import type { Results } from '../../test/bench/methods/defaults/comparisons.ts';
import { code, section, table, type Page } from './markdown.ts';

export const comparisons = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/reproduction/defaults.json'), 'utf8'),
) as Results;

const ABOUT =
  'Where the default of every setting of methods and classifiers comes from: a publication or the code of its authors, a comparison of ours, or results do not hang on it. Who compares methods states other settings than these.';

const CONDITIONS =
  'Error in %, at the best latent shape on the test images, mean over 16 conditions: Yale and ORL 32 × 32 (k = 2, 5), Yale B and PIE (every third image, k = 5 and 2), USPS and MNIST (k = 10), each as they are and of unit norm; 3 or 4 splits of each, nearest neighbour, other settings as they come. In brackets the number of conditions in which a value is the best or equals it; conditions in which some value has no fit are left out of all. Classifiers decide on codes of PCA. The images are those that our own defaults were chosen on. `docs/reproduction/defaults.json` has every number; `node scripts/run.js node test/bench/methods/defaults/measure.ts` computes them again.';

export function defaultsPage(): Page {
  return {
    title: 'Defaults',
    about: ABOUT,
    sections: [
      section('Methods', [sourceTable('Methods', methods)]),
      section('Classifiers', [sourceTable('Classifiers', classifiers)]),
      section('Comparisons', [CONDITIONS, table(['Compared', 'Errors'], Object.keys(comparisons).map(comparisonRow))]),
    ],
  };
}

interface Declared {
  readonly title: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly source?: DefaultSource;
    readonly default?: unknown;
  }[];
}

/** A row per setting, default and source; methods with equal rows share it. */
function sourceTable(head: string, declared: readonly Declared[]): string | null {
  const rows = new Map<string, { readonly cells: readonly string[]; readonly titles: string[] }>();
  for (const { title, parameters } of declared) {
    for (const { name, default: preset, source } of parameters) {
      const cells = [code(name), code(preset), sourceText(source!)];
      const row = rows.get(cells.join()) ?? { cells, titles: [] };
      row.titles.push(title);
      rows.set(cells.join(), row);
    }
  }
  return table(
    ['Setting', 'Default', head, 'Where it comes from'],
    [...rows.values()].map(({ cells: [name, preset, text], titles }) => [name, preset, titles.join(', '), text]),
  );
}

function sourceText({ published, measured, neutral }: DefaultSource): string {
  return [
    published !== undefined && `published: ${published}`,
    measured !== undefined && `compared: ${code(measured)}`,
    neutral,
  ]
    .filter((part) => typeof part === 'string')
    .join('; ');
}

/** "unit 27.9 (12), total 28.8 (4)", the lowest mean first. */
function comparisonRow(id: string): string[] {
  const conditions = Object.values(comparisons[id]);
  const whole = conditions.filter((errors) => Object.values(errors).every((error) => error !== null));
  const values = Object.keys(conditions[0]).map((value) => {
    const errors = whole.map((condition) => condition[value]!);
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    const best = whole.filter((condition) => condition[value] === Math.min(...Object.values(condition).map(Number)));
    return { mean, text: `${value} ${mean.toFixed(1)} (${best.length})` };
  });
  const texts = values.sort((a, b) => a.mean - b.mean).map(({ text }) => text);
  const of = whole.length === conditions.length ? '' : ` of ${whole.length} conditions`;
  return [code(id), `${texts.join(', ')}${of}`];
}
