import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bibtex } from '../../../src/core/report/references/bibtex.ts';
import type { CurvePoints } from '../../../src/core/report/csv.ts';
import { slug } from '../../../src/core/report/slug.ts';
import { tableFormats, type TableFormat } from '../../../src/core/report/formats.ts';
import { latexMathText, latexText } from '../../../src/core/report/latex/text.ts';
import { latexTable } from '../../../src/core/report/latex/table.ts';
import { markdownText } from '../../../src/core/report/markdown.ts';
import { defaultPageOptions, pageOptionsSchema } from '../../../src/core/report/pageOptions.ts';
import { textTable } from '../../../src/core/report/plainText.ts';
import { writeReport, type ReportSource } from '../../../src/core/report/report.ts';
import { methodCitation, programCitation, studyBibtex } from '../../../src/core/report/references/references.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import type { LongTable } from '../../../src/core/study/table/longTable.ts';
import { measureOf } from '../../../src/core/measures/measures.ts';
import type { Manifest } from '../../../src/core/study/plan/manifest.ts';
import { presets, tableOfSpec } from './presetTables.ts';
import { orlStudy } from './orlStudies.ts';
import { table } from './sampleTable.ts';

const manifest = { format: 'eigenbench-manifest' } as Manifest;

const long: LongTable = {
  study: 'ORL, "1"',
  dataset: 'orl',
  measures: [measureOf('error-rate'), measureOf('verification-auc')],
  rows: [
    {
      label: 'A, "b"',
      methodId: 'pca',
      condition: 'k=2',
      factors: { k: 2, perturbation: 'none', level: 0 },
      repeat: 1,
      shape: [3],
      latentNames: ['q'],
      wrong: 1,
      tests: 3,
      values: [100 / 3, 0.75],
    },
    {
      label: 'B',
      methodId: 'bppca',
      condition: 'k=2 + gaussian-noise=20@test',
      factors: { k: 2, perturbation: 'gaussian-noise@test', level: 20 },
      repeat: 2,
      shape: [10, 3],
      latentNames: ['q_c', 'q_r'],
      wrong: 0,
      tests: 3,
      values: [0, null],
    },
  ],
};
const unexpected = new Error('asked for a part of the study that the format does not need');
const never = (): never => {
  throw unexpected;
};
const source: ReportSource = {
  table,
  page: defaultPageOptions,
  cited: {
    version: '1.2.3',
    comparison: { test: 'two-sample-t', alpha: 0.05, correction: 'none', baseline: 'best' },
    layouts: ['orl'],
  },
  studies: () => [orlStudy({})],
  study: 'ORL alone',
  note: '',
  longTable: () => long,
  curves: never,
  curvePoints: never,
  splits: never,
  dataset: never,
  predictions: never,
  files: never,
  manifest: never,
  verdict: never,
  figures: never,
  testToTrain: never,
  characteristics: never,
  compared: never,
  wordDocument: never,
  spreadsheet: never,
};
const write = async (format: TableFormat): Promise<string> => (await writeReport(source, format)).content as string;

describe('writeReport', () => {
  it('gives every format the name, the type and the content that its declaration says', async () => {
    const whole: ReportSource = {
      ...source,
      splits: () => [{ condition: 'k=2', repeat: 1, split: { train: Int32Array.of(0), test: Int32Array.of(1) } }],
      files: () => ['a.png', 'b.png'],
      predictions: () => [],
      curvePoints: () => [],
      dataset: () => ({ name: 'ORL', hash: 'x', rows: 2, cols: 2, subjects: ['s'], labels: [0, 0] }),
      manifest: () => manifest,
      wordDocument: async () => Uint8Array.of(80, 75),
      spreadsheet: async () => Uint8Array.of(80, 75),
    };
    const written: TableFormat[] = [];
    for (const { id, ending, content, of, group } of tableFormats) {
      const report = await writeReport(whole, id).catch((error: unknown) => {
        // Reports that need all of a study have tests of their own, on one that is computed.
        expect([error, group]).toEqual([unexpected, 'report']);
        return null;
      });
      if (report === null) continue;
      written.push(id);
      expect(report.content.length).toBeGreaterThan(0);
      expect(typeof report.content === 'string' ? 'text' : 'binary').toBe(content);
      expect(report.fileName).toBe(`${of === 'table' ? 'orl-friends-100' : 'orl-alone'}${ending}`);
    }
    expect(written.length).toBeGreaterThan(tableFormats.length / 2);
  });

  it('has formats of one name, file and title each', () => {
    for (const part of ['id', 'ending', 'title'] as const) {
      expect(new Set(tableFormats.map((format) => format[part])).size).toBe(tableFormats.length);
    }
  });

  it('writes the points of curves, a record each', async () => {
    const curve = {
      label: 'A',
      condition: 'k=2',
      repeat: 1,
      shape: [3],
      curve: 'cmc',
      axis: [1, 2],
      counts: [3, 4],
      of: 4,
    };
    const { content } = await writeReport({ ...source, curvePoints: () => [curve as CurvePoints] }, 'csv-curves');
    expect((content as string).split('\r\n')).toEqual([
      'label,condition,repeat,latent_shape,curve,x,y,count,of',
      'A,k=2,1,3,cmc,1,0.75,3,4',
      'A,k=2,1,3,cmc,2,1,4,4',
      '',
    ]);
  });

  it('writes JSON that reads back as the table', async () => {
    const { rows, ...rest } = JSON.parse(await write('json')) as typeof table;
    const named = table.rows.map((row) => ({
      ...row,
      entries: row.entries.map((entry) => ({ selection: 'oracle', ...entry })),
    }));
    expect({ ...rest, rows }).toEqual({ ...table, rows: named });
  });
});

describe('the text table', () => {
  it('aligns columns and numbers, marks best and worse, and says what marks mean without bold', async () => {
    expect(await write('text')).toBe(
      [
        'ORL & friends, 100 % (orl_56x46, 9 of 18 cells)',
        '',
        '                     k = 2                  k = 3',
        '───────────────────  ─────────────────────  ───────────────',
        'PCA, whitened "raw"  29.7 ±  3.0 (37) *     10.0 ± 0.0 (40)',
        'BPPCA                18.1 ± 10.3 (10, 3) •   9.8 (12, 3) ◦',
        'GLRAM                failed                 –',
        '',
        'Error rate in per cent.',
        '◦ or •: least mean error.',
        '• better; * worse (α = 0.05).',
        '',
      ].join('\n'),
    );
  });
});

describe('the note on a study', () => {
  const note =
    '# Why\n\nTest of **50 %** noise, see [the page](https://example.org/a_b).\n\n- k_1 < 2\n- two\n\n```\n\\end{x} {\n```';
  const text = async (format: 'latex' | 'markdown', asked: boolean, of = note): Promise<string> =>
    (await writeReport({ ...source, note: of, page: { ...defaultPageOptions, note: asked } }, format))
      .content as string;

  it('follows the table in LaTeX, all of it escaped, where it is asked for', async () => {
    const [without, withNote] = [await text('latex', false), await text('latex', true)];
    expect(withNote.startsWith(without)).toBe(true);
    expect(withNote.slice(without.length).trim().split('\n')).toEqual([
      '\\paragraph{Why}',
      '',
      'Test of \\textbf{50~\\%} noise, see the page (\\texttt{https://example.org/a\\_b}).',
      '',
      '\\begin{itemize}',
      '  \\item k\\_1 \\textless{} 2',
      '  \\item two',
      '\\end{itemize}',
      '',
      '\\begin{flushleft}\\ttfamily',
      '  \\mbox{}\\textbackslash{}end\\{x\\}~\\{\\\\',
      '\\end{flushleft}',
    ]);
  });

  it('follows the table in Markdown as it was written, below a rule, where it is asked for', async () => {
    const [without, withNote] = [await text('markdown', false), await text('markdown', true)];
    expect(withNote).toBe(`${without}\n---\n\n${note}\n`);
    expect(await text('markdown', true, ' \n')).toBe(without);
    expect(await text('latex', true, ' \n')).toBe(await text('latex', false));
  });
});

describe('the LaTeX table', () => {
  it('is a booktabs float with bold, marks, a label and an escaped note', async () => {
    expect(await write('latex')).toBe(
      [
        '% needs \\usepackage{booktabs}',
        '% for a line of 174 mm',
        '\\begin{table*}[t]',
        '  \\centering\\sloppy',
        '  \\caption{Error rate in per cent on ORL, 9 of 18 cells.}',
        '  \\label{tab:orl-friends-100}',
        '  \\fontsize{9}{11}\\selectfont\\setlength{\\tabcolsep}{4pt}',
        '  \\begin{tabular}{@{}lr@{\\hspace{4pt}}lr@{\\hspace{4pt}}l@{}}',
        '    \\toprule',
        '    Method & \\multicolumn{2}{c}{$k = 2$} & \\multicolumn{2}{c}{$k = 3$} \\\\',
        '    \\midrule',
        "    PCA, whitened ``raw'' & $29.7 \\pm \\phantom{0}3.0^{*}$ & (37) & $10.0 \\pm 0.0$ & (40) \\\\",
        '    BPPCA & $\\mathbf{18.1} \\pm 10.3^{\\bullet}$ & (10, 3) & $\\phantom{0}\\mathbf{9.8}\\phantom{{} \\pm 000}$ & (12, 3) \\\\',
        '    GLRAM & failed &  & -- &  \\\\',
        '    \\bottomrule',
        '  \\end{tabular}',
        '',
        '  \\smallskip',
        '  \\begin{minipage}{\\linewidth}\\fontsize{8}{9.5}\\selectfont\\raggedright',
        '    Error rate in per cent.',
        '    Bold: least mean error.',
        '    $\\bullet$ better; $*$ worse ($\\alpha = 0.05$).',
        '  \\end{minipage}',
        '\\end{table*}',
        '',
      ].join('\n'),
    );
  });

  it('spans its heads, puts shapes in a line of their own or leaves them out, and shortens its notes', () => {
    const wide = tableOfSpec(presets.find(({ name }) => name === 'ORL, gradients under noise')!);
    const text = latexTable(wide, { ...defaultPageOptions, notes: 'short' });
    expect(text).toContain('\\cmidrule(lr){');
    expect(text).toContain('$k = 5$');
    expect(text).toContain('$\\sigma = 12.75$');
    expect(text).toContain('{\\fontsize{7}{8}\\selectfont (105)}');
    expect(text).not.toContain('share the splits');
    expect(text).toContain('oracle selection');
    expect(text).toContain('significantly worse');
    const bare = latexTable(wide, { ...defaultPageOptions, notes: 'none', shapes: 'none' });
    expect(bare).not.toContain('105');
    expect(bare).not.toContain('minipage');
  });

  it('puts the conditions of a column one below the other rather than in tables apart', () => {
    const preset = presets.find(({ name }) => name === 'ORL, gradients under noise')!;
    const table = tableOfSpec({
      ...preset,
      protocol: { kind: 'random', trainPerSubject: [2, 3, 5], repeats: 3 },
      perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', on: 'test', sigma: [20] }],
    });
    const page = pageOptionsSchema.parse({ width: 'column' });
    const text = latexTable(table, page);
    expect(text.match(/\\begin\{tabular\}\{@/g)).toHaveLength(1);
    const groups = [...text.matchAll(/\\multicolumn\{\d+\}\{@\{\}l\}\{\\emph\{(.*)\}\} /g)];
    expect(groups.map(([, title]) => title)).toEqual(['$k = 2$', '$k = 3$', '$k = 5$']);
    // Every method is named in every group, with its use of labels.
    expect(text.match(/\n +EM-LDA, 1-NN & .* & yes /g)).toHaveLength(3);
    expect(latexTable(table, { ...page, fit: 'split' })).not.toContain('addlinespace');
  });

  it('never has a panel without numbers across a page: what does not fit is named in the source', () => {
    const preset = presets.find(({ name }) => name === 'ORL, gradients under noise')!;
    const wide = (conditions: number[]) =>
      tableOfSpec({
        ...preset,
        protocol: { kind: 'random', trainPerSubject: conditions, repeats: 3 },
        perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', on: 'test', sigma: [20] }],
      });
    for (const width of [131, 137, 145, 174]) {
      for (const conditions of [[2], [2, 3], [2, 3, 4], [2, 3, 4, 5]]) {
        const text = latexTable(wide(conditions), pageOptionsSchema.parse({ width }));
        const [source, ...panels] = text.split('\\begin{tabular}{@{}l');
        for (const panel of panels) expect(panel).toContain('\\pm');
        const named = /; too narrow for (.*)\n/.exec(source)?.[1] ?? '';
        expect(panels.join()).toContain('Supervised');
        expect(named.includes('Rank')).toBe(!panels.join().includes('Rank'));
      }
    }
  });

  it('has the same short notes as text, which says how many more there are', () => {
    const wide = tableOfSpec(presets.find(({ name }) => name === 'ORL, gradients under noise')!);
    const short = textTable(wide, 'short');
    expect(short).toContain('oracle selection');
    expect(short).toContain('significantly worse');
    expect(short).not.toContain('share the splits');
    const hidden = wide.footer.length - wide.essentials.length;
    expect(short).toMatch(new RegExp(`\n${hidden} more notes: --notes full\\.\n$`));
    expect(textTable(wide, 'none')).not.toContain('significantly');
    expect(textTable(wide, 'full')).toBe(textTable(wide));
    for (const sentence of wide.footer.slice(1, 4)) expect(textTable(wide)).toContain(sentence);
  });

  it('leaves out of a column what it has no room for, unless asked, and says how to ask', () => {
    const spec = presets.find(({ name }) => name === 'ORL, gradients under noise')!;
    const column = pageOptionsSchema.parse({ width: 'column' });
    expect(pageOptionsSchema.parse({ width: 90 })).toMatchObject({ notes: 'short', shapes: 'none' });
    expect(pageOptionsSchema.parse({ width: 140 })).toMatchObject({ notes: 'full', shapes: 'auto' });
    const text = latexTable(tableOfSpec(spec, { standings: false }), column);
    expect(text).toContain('% for a line of 84 mm; --notes full --shapes auto --standings adds what is left out\n');
    expect(text).not.toContain('(105)');
    expect(text).not.toContain('in brackets');
    expect(text).toMatch(/Bold: lowest mean error; \$\\bullet\$ significantly better/);
    expect(text).not.toContain('share the splits');
    expect(text).toContain('oracle selection');
    expect(text).toContain('significantly worse');
    const asked = pageOptionsSchema.parse({ width: 'column', notes: 'full', shapes: 'line' });
    const full = latexTable(tableOfSpec(spec), asked);
    expect(full).toContain('% for a line of 84 mm\n');
    expect(full).toContain('{\\fontsize{7}{8}\\selectfont (105)}');
    expect(full).toContain('share the splits');
  });

  it('aligns by siunitx where asked, with means and deviations of their own columns', () => {
    const text = latexTable(table, { ...defaultPageOptions, alignment: 'siunitx' });
    expect(text).toContain('\\usepackage{siunitx}');
    expect(text).toContain('S[table-format=2.1]@{$\\,\\pm\\,$}S[table-format=2.1]');
    expect(text).toContain('BPPCA & \\bfseries 18.1 & 10.3 & $^{\\bullet}$ (10, 3)');
  });

  it('takes statements in text as mathematics, and nothing else', () => {
    expect(latexMathText('noise σ = 20 (test), k = 2_3 & q_c ≤ 10')).toBe(
      'noise $\\sigma = 20$ (test), k = 2\\_3 \\& $q_c \\leq 10$',
    );
  });

  it('lets no character of a label act as a command', () => {
    expect(latexText('\\input{x} 100% $a_1^2$ #1 & ~ <|>')).toBe(
      '\\textbackslash{}input\\{x\\} 100\\% \\$a\\_1\\textasciicircum{}2\\$ \\#1 \\& ' +
        '\\textasciitilde{} \\textless{}\\textbar{}\\textgreater{}',
    );
  });

  it('lets no label that starts with a bracket become the argument of the line break before it', () => {
    expect(latexText('[2pt] x')).toBe('{[}2pt] x');
  });
});

describe('the Markdown table', () => {
  it('is aligned, has the best in bold and the footer as a list', async () => {
    const lines = (await write('markdown')).split('\n');
    expect(lines.slice(0, 7)).toEqual([
      '**ORL & friends, 100 %** (orl\\_56x46): error rate in per cent, 9 of 18 cells',
      '',
      '| Method              | k = 2                     | k = 3           |',
      '| ------------------- | ------------------------- | --------------- |',
      '| PCA, whitened "raw" | 29.7 ± 3.0 (37) \\*        | 10.0 ± 0.0 (40) |',
      '| BPPCA               | **18.1 ± 10.3** (10, 3) • | **9.8** (12, 3) |',
      '| GLRAM               | failed                    | –               |',
    ]);
    expect(lines.slice(9, 11)).toEqual(['- Bold: least mean error.', '- • better; \\* worse (α = 0.05).']);
  });

  it('lets no label break out of its cell', () => {
    expect(markdownText('a|b\n**c**')).toBe('a\\|b \\*\\*c\\*\\*');
  });
});

describe('the CSV tables', () => {
  it('have one record per method and condition in full precision', async () => {
    const lines = (await write('csv')).split('\r\n');
    expect(lines[0].split(',').slice(0, 6)).toEqual([
      'label',
      'method',
      'condition',
      'mean_error_percent',
      'std_percent',
      'latent_shape',
    ]);
    expect(lines[1]).toBe('"PCA, whitened ""raw""",pca,k=2,29.66,3.04,37,3,0,0,worse,false,1e-12,3,3,29.66,');
    expect(lines[3]).toBe('BPPCA,bppca,k=2,18.125,10.25,10x3,3,0,0,best,true,,3,3,18.125,');
    expect(lines[5]).toBe('GLRAM,glram,k=2,,,,0,3,0,none,false,,3,,,');
    expect(lines).toHaveLength(8);
  });

  it('are tidy in long form: one record per measure, every factor in a column of its own', async () => {
    const first = '"ORL, ""1""",orl,"A, ""b""",pca,k=2,2,none,0,1,3,3,,';
    const second = '"ORL, ""1""",orl,B,bppca,k=2 + gaussian-noise=20@test,2,gaussian-noise@test,20,2,10x3,,10,3';
    expect((await write('csv-long')).split('\r\n')).toEqual([
      'study,dataset,label,method,condition,k,perturbation,level,repeat,latent_shape,q,q_c,q_r,measure,value',
      `${first},wrong,1`,
      `${first},tests,3`,
      `${first},error_percent,33.333333333333336`,
      `${first},verification_auc,0.75`,
      `${second},wrong,0`,
      `${second},tests,3`,
      `${second},error_percent,0`,
      `${second},verification_auc,`,
      '',
    ]);
  });
});

describe('names', () => {
  it('of files and labels are plain ASCII and never empty', () => {
    expect(slug('Größe: ORL, k = 2 … 4')).toBe('gro-e-orl-k-2-4');
    expect(slug('Ångström')).toBe('angstrom');
    expect(slug('研究')).toBe('study');
    expect(slug('x'.repeat(100))).toHaveLength(60);
  });
});

describe('bibtex', () => {
  it('writes every publication once, by key', () => {
    const pca = methodCitation('pca')!;
    const bppca = methodCitation('bppca')!;
    const text = bibtex([pca, bppca, pca]);
    expect(text.match(/^@/gm)).toHaveLength(pca.key === bppca.key ? 1 : 2);
    expect(text).toContain(`@${bppca.type}{${bppca.key},`);
    expect(text).toContain(`author = {${bppca.authors.join(' and ')}}`);
  });

  it('has the databases, the classifier, the test and its correction, and the program, as CITATION.cff says it', () => {
    const text = studyBibtex(table, {
      version: packageFile.version,
      comparison: { test: 'wilcoxon', alpha: 0.05, correction: 'holm', baseline: 'best' },
      classifiers: [{ kind: 'src' }],
      features: ['unit-norm', { lbp: 4 }],
      layouts: ['orl', 'folders', 'orl'],
    });
    for (const key of ['wright2009src', 'ahonen2006lbp', 'samaria1994', 'wilcoxon1945', 'holm1979']) {
      expect(text.match(new RegExp(`^@\\w+\\{${key},`, 'gm'))).toHaveLength(1);
    }
    expect(text).toContain('@misc{eigenbench,\n  author = {{The Eigenbench authors}}');
    const cff = readFileSync(new URL('../../../CITATION.cff', import.meta.url), 'utf8');
    const { title, version, authors } = programCitation(packageFile.version);
    for (const line of [`title: '${title}'`, `version: ${version}`, `- name: ${authors[0]}`])
      expect(cff).toContain(line);
  });

  it('cites with \\cite in the LaTeX paragraph', async () => {
    const text = await write('methods-latex');
    expect(text).toContain(`~\\cite{${methodCitation('bppca')!.key}}`);
    expect(text).toContain('$56 \\times 46$ pixels');
    expect(text).toMatch(/All computations used Eigenbench [\d.]+~\\cite\{eigenbench\}\.\n\\par\}\n$/);
  });

  it('cites every entry of its BibTeX, and nothing else', async () => {
    for (const [format, pattern] of [
      ['methods', /\[@(\w+)\]/g],
      ['methods-latex', /\\cite\{(\w+)\}/g],
    ] as const) {
      const keys = [...(await write(format)).matchAll(pattern)].map(([, key]) => key);
      const entries = [...(await write('bibtex')).matchAll(/^@\w+\{(\w+),/gm)].map(([, key]) => key);
      expect(entries.length).toBeGreaterThan(3);
      expect([...new Set(keys)].sort()).toEqual(entries);
      const listed = [...(await write('references')).matchAll(/^\[(\w+)\] .+, \d{4}\.$/gm)].map(([, key]) => key);
      expect(listed).toEqual(entries);
    }
  });

  it('escapes text, leaves out what is missing and joins pages by an en dash', () => {
    const text = bibtex([
      {
        key: 'x',
        type: 'inproceedings',
        authors: ['A & B', 'Jing-yu Yang', 'Yang, Jian-feng', 'Ann Smith-jones'],
        title: 'On 100 %: a Fukunaga approach to PCA',
        venue: 'Conf',
        year: 2001,
        pages: '3-9',
      },
    ]);
    expect(text).toBe(
      '@inproceedings{x,\n  author = {A \\& B and Jing-Yu Yang and Yang, Jian-Feng and Ann Smith-jones},\n' +
        '  title = {On 100 \\%: a {Fukunaga} approach to {PCA}},\n  booktitle = {Conf},\n' +
        '  year = {2001},\n  pages = {3--9}\n}\n',
    );
  });
});

describe('the tab-separated table', () => {
  it('has a row a method and a column a condition, and the footer below', async () => {
    const lines = (await write('tsv')).split('\n');
    expect(lines[0]).toBe('Method\tk = 2\tk = 3');
    expect(lines[2]).toBe('BPPCA\t18.1 ± 10.3 (10, 3) •\t9.8 (12, 3)');
    expect(lines[3]).toBe('GLRAM\tfailed\t–');
    expect(lines[5]).toBe('Error rate in per cent.');
  });
});

describe('the HTML page', () => {
  it('escapes text, bolds the least errors and asks for nothing from elsewhere', async () => {
    const page = await write('html');
    expect(page).toContain('<h1>ORL &amp; friends, 100 %</h1>');
    expect(page).toContain('<th scope="row">PCA, whitened &quot;raw&quot;</th><td>29.7 ± 3.0 (37) *</td>');
    expect(page).toContain('<td class="best">18.1 ± 10.3 (10, 3) •</td>');
    expect(page).not.toMatch(/https?:|src=|href=/);
    expect(page).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline';/,
    );
  });
});

describe('the Typst figure', () => {
  it('has a cell for every entry, markup escaped, and a label', async () => {
    const text = await write('typst');
    expect(text).toContain('    [BPPCA], [*18.1 ± 10.3 (10, 3) •*], [*9.8 (12, 3)*],');
    expect(text).toContain('[29.7 ± 3.0 (37) \\*]');
    expect(text).toContain('on ORL, 9 of 18 cells.');
    expect(text).toMatch(/\) <tab-orl-friends-100>\n$/);
  });
});
