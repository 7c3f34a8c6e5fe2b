// @module-tag processes
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { measureOf } from '../../../src/core/measures/measures.ts';
import { notebookArchive } from '../../../src/core/report/notebook.ts';
import type { LongTable } from '../../../src/core/study/table/longTable.ts';
import { withPython } from '../../support/programs.ts';

const error = measureOf('error-rate');
const factors = { k: 2, perturbation: 'none', level: 0 } as LongTable['rows'][number]['factors'];

/** A vector and a bilinear method: two repeats, and of the bilinear one two shapes with as many numbers. */
const table: LongTable = {
  study: 'Bob’s "first" study',
  dataset: 'faces',
  measures: [error],
  rows: [
    ...[1, 2].flatMap((repeat) =>
      [
        { label: 'PCA', shape: [4], value: 20 },
        { label: 'PCA', shape: [8], value: 10 },
        { label: 'GLRAM', shape: [2, 2], value: 30 },
        { label: 'GLRAM', shape: [4, 1], value: 25 },
        { label: 'None', shape: [], value: 40 },
      ].map(({ label, shape, value }) => ({
        label,
        methodId: label.toLowerCase(),
        condition: 'k=2',
        factors,
        repeat,
        shape,
        latentNames: shape.length === 2 ? ['q_c', 'q_r'] : ['q'],
        wrong: 1,
        tests: 5,
        values: [value + 2 * repeat],
      })),
    ),
  ],
};

function files(language: 'python' | 'r' | 'matlab'): Record<string, string> {
  const entries = unzipSync(notebookArchive(table, error, language));
  return Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
}

describe('A study for another program', () => {
  it('is its results and one script, whose columns and measure the results have', () => {
    for (const [language, script] of [
      ['python', 'study.ipynb'],
      ['r', 'study.R'],
      ['matlab', 'study_figure.m'],
    ] as const) {
      const found = files(language);
      expect(Object.keys(found).sort()).toEqual([script, 'study.csv'].sort());
      const [head] = found['study.csv'].split('\r\n');
      for (const column of ['label', 'condition', 'latent_shape', 'measure', 'value']) {
        expect(head.split(',')).toContain(column);
        expect(found[script]).toContain(column);
      }
      expect(found[script]).toContain('study.csv');
      expect(found[script]).toContain('error_percent');
    }
  });

  it('has the same bytes whenever it is written', () => {
    expect(notebookArchive(table, error, 'r')).toEqual(notebookArchive(table, error, 'r'));
  });

  it('quotes names as each language does', () => {
    expect(files('matlab')['study_figure.m']).toContain(`title('Bob’s "first" study, faces'`);
    expect(files('r')['study.R']).toContain('"Bob’s \\"first\\" study, faces"');
  });

  it('draws the best where larger is better', () => {
    const area = measureOf('verification-auc');
    const archive = notebookArchive({ ...table, measures: [error, area] }, area, 'matlab');
    const script = new TextDecoder().decode(unzipSync(archive)['study_figure.m']);
    expect(script).toContain("'max', 'mean_value'");
    expect(script).toContain('verification_auc');
  });

  it('is drawn by Python as the table has it', withPython(), () => {
    const folder = mkdtempSync(join(tmpdir(), 'eigenbench-notebook-'));
    try {
      const found = files('python');
      writeFileSync(join(folder, 'study.csv'), found['study.csv']);
      const { cells } = JSON.parse(found['study.ipynb']) as { cells: { source: string[] }[] };
      // In place of matplotlib: what is drawn goes to a file.
      writeFileSync(
        join(folder, 'stand_in.py'),
        [
          'import json, sys, types',
          'drawn = {"lines": {}}',
          'plt = types.ModuleType("matplotlib.pyplot")',
          'def plot(x, y, marker, label): drawn["lines"][label] = [list(x), list(y)]',
          'def title(text): drawn["title"] = text',
          'plt.plot, plt.title = plot, title',
          'for name in ("xscale", "xlabel", "ylabel", "legend"): setattr(plt, name, lambda *given: None)',
          'plt.show = lambda: json.dump(drawn, open("drawn.json", "w"))',
          'whole = types.ModuleType("matplotlib")',
          'whole.pyplot = plt',
          'sys.modules.update({"matplotlib": whole, "matplotlib.pyplot": plt})',
        ].join('\n'),
      );
      const program = ['import stand_in', ...cells.map(({ source }) => source.join(''))].join('\n');
      writeFileSync(join(folder, 'run.py'), program);
      const { status, stderr } = spawnSync('python3', ['run.py'], { cwd: folder, encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      expect(JSON.parse(readFileSync(join(folder, 'drawn.json'), 'utf8'))).toEqual({
        title: 'Bob’s "first" study, faces, k=2',
        lines: {
          PCA: [
            [4, 8],
            [23, 13],
          ],
          GLRAM: [[4], [28]],
          None: [[1], [43]],
        },
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
