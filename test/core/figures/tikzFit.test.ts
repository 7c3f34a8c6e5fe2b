// @module-tag processes
/** Figures in TikZ, set by TeX itself: nothing that it stumbles over, each as large as it says. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placed } from '../../../src/core/figures/drawing/placedDrawing.ts';
import { figurePageSchema, figureWidth } from '../../../src/core/figures/figurePage.ts';
import { printed } from '../../../src/core/figures/drawing/printStyle.ts';
import { MM, sheetOf } from '../../../src/core/figures/drawingArea.ts';
import { figureTikz } from '../../../src/core/report/latex/tikz.ts';
import { sampleFigures } from '../../support/sampleFigures.ts';
import { skipWhen } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const needsTex = skipWhen(
  spawnSync('kpsewhich', ['tikz.sty', 'lmodern.sty']).status !== 0 || spawnSync('pdflatex', ['--version']).status !== 0,
  'pdflatex with tikz and lmodern is not installed',
);

describe('figures in TikZ', needsTex, () => {
  it.each(['column', 'page'] as const)(
    'are set without a complaint, as wide as the %s, with no smaller letters',
    (width) => {
      const page = figurePageSchema.parse({ width, fontSize: width === 'column' ? 7 : 10 });
      const drawings = sampleFigures.map(([, draw]) => printed(draw(sheetOf(page)), page));
      const folder = temporaryFolder();
      writeFileSync(
        join(folder, 'figures.tex'),
        [
          '\\documentclass{article}',
          '\\usepackage{tikz,lmodern}\\usepackage[T1]{fontenc}',
          `\\usepackage[textwidth=${figureWidth(page)! + 0.01}mm,textheight=260mm]{geometry}`,
          '\\begin{document}\\parindent0pt',
          ...drawings.map((drawing, n) =>
            [
              `\\typeout{FIGURE ${sampleFigures[n][0]}}`,
              `\\setbox0\\hbox{${figureTikz(drawing)}}`,
              '\\typeout{SIZE \\the\\wd0 \\space\\the\\ht0 \\space\\the\\dp0}\\box0\\clearpage',
            ].join('\n'),
          ),
          '\\end{document}',
        ].join('\n'),
      );
      execFileSync('pdflatex', ['-interaction=nonstopmode', '-halt-on-error', 'figures.tex'], {
        cwd: folder,
        maxBuffer: 1e8,
        env: { ...process.env, max_print_line: '1000' },
      });
      const log = readFileSync(join(folder, 'figures.log'), 'latin1').split('\n');
      expect(log.filter((line) => /^(Overfull|! |Missing character|LaTeX (Font )?Warning)/.test(line))).toEqual([]);
      const sizes = log
        .filter((line) => line.startsWith('SIZE '))
        .map((line) => line.match(/[\d.]+(?=pt)/g)!.map(Number));
      expect(sizes).toHaveLength(drawings.length);
      // TeX counts 72.27 points per inch.
      const point = 72.27 / 72;
      drawings.map(placed).forEach(({ height, scale }, n) => {
        expect(sizes[n][0]).toBeCloseTo(figureWidth(page)! * MM * point, 0);
        expect(sizes[n][1] + sizes[n][2]).toBeCloseTo(height * scale * point, 0);
      });
    },
    120_000,
  );
});
