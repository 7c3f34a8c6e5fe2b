// @module-tag processes
/** LaTeX tables on paper: set by TeX itself, none wider than its line nor higher than its page. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { latexTable } from '../../../src/core/report/latex/table.ts';
import {
  lineWidth,
  lineWidths,
  pageOptionsSchema,
  type PageOptions,
  type PageOptionsInput,
} from '../../../src/core/report/pageOptions.ts';
import type { TableOptionsInput } from '../../../src/core/study/table/tableOptions.ts';
import { skipWhen } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { presets, tableOfSpec, wide } from './presetTables.ts';

const found = spawnSync('kpsewhich', ['booktabs.sty', 'siunitx.sty', 'rotating.sty', 'geometry.sty'], {
  encoding: 'utf8',
});
const complete = (found.stdout ?? '').split('\n').filter((line) => line !== '').length === 4;
const needsTex = skipWhen(
  !complete || spawnSync('pdflatex', ['--version']).status !== 0,
  'pdflatex with booktabs, siunitx, rotating and geometry is not installed',
);

const optionSets: readonly TableOptionsInput[] = [
  {},
  { rows: ['training', 'method'] },
  { rows: ['training', 'perturbation'], underline: true },
  { marks: false, standings: false, digits: 3 },
];

/** The line of elsarticle, in mm. */
const PREPRINT = 137;

/** A document with these tables on pages whose lines are as wide as they are made for; what TeX complains about. */
function complaints(tables: readonly { name: string; text: string }[], page: PageOptions): string[] {
  const folder = temporaryFolder();
  const columns = page.width === 'column';
  const side = page.width === 'landscape';
  // As in elsarticle, whose classes begin with 12 pt, and llncs.
  const narrow = typeof page.width === 'number';
  writeFileSync(
    join(folder, 'tables.tex'),
    [
      `\\documentclass[${page.width === PREPRINT ? 12 : 10}pt,a4paper${columns ? ',twocolumn' : ''}]{article}`,
      '\\usepackage{booktabs,siunitx,rotating}',
      `\\usepackage[textwidth=${columns || side ? 174 : lineWidth(page)}mm,textheight=${narrow ? 193 : 240}mm,columnsep=6mm]{geometry}`,
      '\\begin{document}',
      ...tables.flatMap(({ name, text }) => [
        `\\typeout{TABLE ${name}}`,
        text.replaceAll(/(?<=\\end\{(?:sidewaystable|table)\*?\})/g, '\\clearpage'),
        '\\clearpage',
      ]),
      '\\end{document}',
    ].join('\n'),
  );
  // Only its complaints are asked for: it writes no pages.
  execFileSync('pdflatex', ['-draftmode', '-interaction=nonstopmode', '-halt-on-error', 'tables.tex'], {
    cwd: folder,
    maxBuffer: 1e8,
    env: { ...process.env, max_print_line: '1000' },
  });
  let at = '';
  return readFileSync(join(folder, 'tables.log'), 'latin1')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('TABLE ')) at = line.slice(6);
      const bad = /^(Overfull \\hbox|LaTeX Warning: Float too large|! )/.test(line);
      return bad ? [`${at}: ${line}`] : [];
    });
}

describe('LaTeX tables of the presets', needsTex, () => {
  const specs = [...presets, wide];
  for (const width of [...(Object.keys(lineWidths) as (keyof typeof lineWidths)[]), 122, PREPRINT] as const) {
    it(`fit a line of ${width}${typeof width === 'number' ? ' mm' : ''}, whatever the options`, () => {
      const pages: readonly PageOptionsInput[] = [
        {},
        { notes: 'none', fit: 'split' },
        { shapes: 'none', notes: 'short' },
        { shapes: 'line' },
        { alignment: 'siunitx' },
        { alignment: 'siunitx', shapes: 'line', fit: 'split' },
      ];
      const page = pageOptionsSchema.parse({ width });
      const tables = specs.flatMap((spec) =>
        // A table of fifty pages takes TeX seconds: fewer options of it.
        optionSets.slice(0, spec === wide ? 2 : undefined).flatMap((options, o) => {
          const table = tableOfSpec(spec, options);
          return pages.slice(0, spec === wide ? 2 : undefined).map((input, p) => ({
            name: `${spec.name}, options ${o}, page ${p}`,
            text: latexTable(table, { ...page, ...pageOptionsSchema.parse(input), width }),
          }));
        }),
      );
      expect(complaints(tables, page)).toEqual([]);
    });
  }

  it('are wider than the line where they are to be left as they are', () => {
    const page = pageOptionsSchema.parse({ width: 'column', fit: 'none' });
    const text = latexTable(tableOfSpec(wide), page);
    expect(complaints([{ name: 'wide', text }], page).some((line) => line.includes('Overfull'))).toBe(true);
  });
});
