/** The report of a study that is computed here, on one page. */
import { describe, expect, it } from 'vitest';
import { appearanceOf } from '../../../src/core/methods/appearance.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { studyReport } from '../../../src/core/report/studyReport.ts';
import { studyManifest } from '../../../src/core/study/plan/manifest.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { splitOf, testToTrain } from '../../../src/core/study/plan/splits.ts';
import { studyCurves, summariseStudy } from '../../../src/core/study/table/summarise.ts';
import { evaluateAll } from '../study/evaluateAll.ts';
import { data, facts, smallSpec } from '../study/smallDataset.ts';
import { studyVerdict } from '../../../src/core/study/verdict/verdict.ts';
import type { StudyTable } from '../../../src/core/study/table/table.ts';
import type { FigureSource } from '../../../src/core/figures/figureSource.ts';
import { base64Of } from '../../../src/core/formats/base64.ts';
import type { PairTestDeclaration } from '../../../src/core/compare/pairTest.ts';
import { viewTitles } from '../../../src/core/report/prose/panelTitles.ts';
import { pairTests } from '../../../src/core/compare/tests/registry.ts';

const spec = smallSpec({ name: 'Small <study>', selection: { innerSplits: 1 } });
const plan = planCells(planStudy(spec), facts);
const outcomes = evaluateAll(spec, facts, data, plan);
const engine = { appVersion: '9.9.9', commit: null, runtime: 'Node', libraries: {}, kernel: 'some kernel' };
const manifest = studyManifest(engine, spec, { ...facts, preprocessing: null, making: [] }, plan, outcomes);
/** What figures and sentences ask for, from the outcomes; every method misses the first test image. */
const figures = (finished: typeof outcomes): FigureSource =>
  ({
    studies: [plan.study],
    facts: () => facts,
    split: (condition: string, repeat: number) => splitOf(spec, facts, condition, repeat),
    results: () => ({ table: summariseStudy(plan, finished), curves: () => [] }),
    answers: (table: StudyTable) => ({
      methods: table.rows.map(({ label }) => label),
      splits: [{ repeat: 1, test: [1, 2], wrong: table.rows.map(() => [true, false]) }],
    }),
    faces: (images: readonly number[]) => ({
      rows: 1,
      cols: 1,
      count: images.length,
      pixels: base64Of(Uint8Array.from(images)),
    }),
  }) as unknown as FigureSource;
const ratio = (condition: string, repeats: readonly number[]): number => testToTrain(spec, facts, condition, repeats);
const page = (finished: typeof outcomes, note = ''): string =>
  studyReport({
    table: summariseStudy(plan, finished),
    note,
    curves: studyCurves(plan, finished, { rows: 8, cols: 6 }),
    manifest,
    cited: { version: '9.9.9', comparison: spec.comparison, layouts: [] },
    studies: [{ ...plan.study, dataset: facts }],
    verdict: () => studyVerdict(plan.study, summariseStudy(plan, finished), { testToTrain: ratio }),
    figures: () => figures(finished),
    testToTrain: ratio,
    characteristics: (curve, condition) =>
      curve === 'cmc' && condition === 'k=2'
        ? [
            {
              label: 'PCA',
              appearance: appearanceOf(findMethod('pca')!),
              shape: [2],
              points: [
                { x: 1, y: 0.9 },
                { x: 2, y: 1 },
              ],
            },
          ]
        : [],
  });
const report = page(outcomes);

describe('the report of a study', () => {
  it('has sections named like the tabs of its page, methods with references, and what is needed to run it again', () => {
    const headings = [...report.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, text]) => text);
    expect(headings).toEqual([
      'Overview',
      'Table',
      'Curves',
      'More curves',
      'Ranks',
      'Compare',
      'Mistakes',
      'Methods',
      'Protocol',
      'References',
      'Provenance',
    ]);
    const tabs: readonly string[] = Object.values(viewTitles);
    expect(headings.filter((title) => tabs.includes(title))).toHaveLength(6);
    expect(report).toContain('Eigenbench 9.9.9');
    expect(report).toContain('@article{');
    expect(report).toContain(`hash ${facts.hash}`);
  });

  it('has the note of the study, as it reads, between what it comes to and its results', () => {
    const noted = page(outcomes, '# Why\n\n- **first** <b>try</b>');
    expect([...noted.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, text]) => text).slice(0, 3)).toEqual([
      'Overview',
      'Note',
      'Table',
    ]);
    expect(noted).toContain('<h3>Why</h3>\n<ul><li><strong>first</strong> &lt;b&gt;try&lt;/b&gt;</li></ul>');
    expect(page(outcomes, '  \n')).toBe(report);
  });

  it('begins with what the study comes to, in the sentences of its page, and one picture of it', () => {
    const { sentences } = studyVerdict(plan.study, summariseStudy(plan, outcomes), { testToTrain: ratio });
    expect(report).toContain(`<p class="verdict">${sentences.join(' ')}</p>`);
    const parts = ['class="verdict"', '>Overview<', '<svg', '>Table<', '>Mistakes<', '>Methods<', '>Protocol<'];
    const places = parts.map((part) => report.indexOf(part));
    expect(places.every((place, n) => place > (places[n - 1] ?? 0))).toBe(true);
  });

  it('has one gallery of mistakes, and the protocol on faces', () => {
    expect(report.match(/Hardest test images/g)!.length).toBeGreaterThan(0);
    expect(report.match(/<h2>Mistakes/g)).toHaveLength(1);
    expect(report).toContain('k = 2, repeat 1, small: ');
    expect(report).toContain(`; seed ${spec.seed}.</p>`);
  });

  it('draws the curves of every condition, the grids of bilinear methods, measured characteristics, and the ranks', () => {
    const captions = [...report.matchAll(/<figcaption>([^<]+)<\/figcaption>/g)].map(([, text]) => text);
    expect(captions).toEqual([
      'Error rate against the latent dimension, k = 2',
      'Error rate against the latent dimension, k = 3',
      'GLRAM over its latent dimensions, k = 2',
      'k = 2, small',
      'GLRAM over its latent dimensions, k = 3',
      'Average ranks over the conditions',
    ]);
    expect(report).toContain('conditions of one database share images, and are not tested together');
    expect(report).not.toMatch(/Friedman|Nemenyi/);
    // Overview, mistakes and protocol bring their titles.
    expect(report.match(/<svg [^>]*role="img"/g)).toHaveLength(captions.length + 3);
  });

  it('compares every other method with the best of a condition', () => {
    expect(report.match(/: against the best<\/h3>/g)).toHaveLength(2);
    expect(report).toMatch(
      /<tr><th scope="row">\w+<\/th><td>−?\d+\.\d\d<\/td><td>−?\d+\.\d\d to −?\d+\.\d\d<\/td><td>p /,
    );
  });

  it('has a column for every test that declares one', () => {
    const columns = pairTests.flatMap((test: PairTestDeclaration) => test.column ?? []);
    expect(columns.length).toBeGreaterThan(1);
    const heads = [...report.matchAll(/<th scope="col">([^<]+)<\/th>/g)].map(([, text]) => text);
    for (const column of columns) expect(heads).toContain(column);
    // A cell for every heading.
    const [table] = /against the best<\/h3>.*?<\/table>/s.exec(report)!;
    const [rows, cells] = [/<tbody>.*<\/tbody>/s.exec(table)![0].split('<tr>').slice(1), 4 + columns.length];
    expect(rows.map((row) => row.match(/<td/g)!.length)).toEqual(rows.map(() => cells));
  });

  it('needs nothing from elsewhere, runs no script, and escapes names', () => {
    expect(report.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:\/\/(?!doi)|<script|src=|href="(?!data:image\/png;base64,|#)/,
    );
    expect(report).toContain('<h1>Small &lt;study&gt;</h1>');
    expect(report).not.toContain('<study>');
  });

  it('follows the light or dark of the reader', () => {
    expect(report).toContain('color-scheme: light dark');
    expect(report).toContain('fill="light-dark(#1c1c1a, #e8e8e6)"');
  });

  it('is the same every time, and says so where nothing has finished', () => {
    expect(page(outcomes)).toBe(report);
    const empty = page(new Map());
    expect(empty).toContain('0 of 12 cells.');
    // The protocol is known before anything is computed.
    expect(empty.match(/<svg/g)).toHaveLength(1);
    expect(empty).not.toMatch(/class="verdict"|<h2>(Overview|Curves|Compare|Ranks|Mistakes)/);
  });
});
