// @module-tag processes
/** What the command line tells of finished studies: tables, comparisons, ranks, figures, reports. */
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();

beforeAll(async () => {
  writeFaces(here.at('faces-one'), { subjects: 6, perSubject: 5, rows: 14, cols: 12 });
  writeFaces(here.at('faces-two'), { subjects: 5, perSubject: 5, rows: 10, cols: 9 });
  for (const name of ['one', 'two']) {
    await here.run('import', `faces-${name}`, '--name', name);
    const spec = {
      name: `study ${name}`,
      dataset: name,
      protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 3 },
      // The splits that the numbers below are of.
      draws: 'pixels',
      methods: [{ method: 'pca' }, { method: '2dpca' }, { method: 'bppca', latent: { qc: [2, 4], qr: [2, 4] } }],
      measures: ['identification'],
    };
    writeFileSync(here.at(`${name}.json`), JSON.stringify(spec));
    const { code, stderr } = await here.run('run', `${name}.json`, '--workers', '1');
    if (code !== 0) throw new Error(stderr);
  }
});
afterAll(() => here.remove());

describe('recompute', () => {
  it('computes the numbers of a method again, the same bit for bit, and leaves no study behind', async () => {
    const { stdout, stderr, code } = await here.run(
      ...['recompute', 'study one', '--method', 'BPPCA', '--condition', 'k=3', '--json'],
    );
    expect(code, stderr).toBe(0);
    const [entry, ...others] = JSON.parse(stdout);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ condition: 'k=3', selection: 'oracle', identical: true });
    // No cell of the other condition is computed.
    expect(JSON.parse(stderr.trim().split('\n').at(-1)!)).toMatchObject({ done: 3, failed: 0 });
    const { rows } = JSON.parse((await here.run('table', 'study one', '--format', 'json')).stdout);
    expect(entry.now).toBe(rows[2].entries[1].mean);
    expect((await here.run('studies')).stdout).not.toContain('recomputed');
  });

  it('names the methods and conditions that there are', async () => {
    expect((await here.run('recompute', 'study one', '--method', 'LDA')).stderr).toContain('"PCA", "2DPCA", "BPPCA"');
    const { code, stderr } = await here.run('recompute', 'study one', '--method', 'PCA', '--condition', 'k=9');
    expect(code).toBe(1);
    expect(stderr).toContain('k=2, k=3');
  });
});

describe('table', () => {
  it('has on standard output the notes without which it cannot be read, unless asked, and in files all', async () => {
    const short = (await here.run('table', 'study one')).stdout;
    expect(short).toMatch(/oracle selection[^]*significantly worse[^]*\n\d+ more notes: --notes full\.\n$/);
    const full = (await here.run('table', 'study one', '--notes', 'full')).stdout;
    expect(full).toContain('share the splits');
    expect(full).not.toContain('--notes');
    expect(await here.run('table', 'study one', '--out', 'all.txt')).toMatchObject({ code: 0 });
    expect(full).toContain(readFileSync(here.at('all.txt'), 'utf8').trim());
    expect(await here.run('table', 'study one', '--format', 'csv', '--notes', 'none')).toMatchObject({ code: 2 });
  });

  it('has counts and ranks in a column of LaTeX only if asked, and a label that says so', async () => {
    const latex = async (...options: string[]): Promise<string> => {
      const asked = ['table', 'study one', '--format', 'latex', '--width', 'column', ...options];
      const { stdout, stderr, code } = await here.run(...asked);
      expect(code, stderr).toBe(0);
      return stdout;
    };
    const usual = await latex();
    expect(usual).toContain('% for a line of 84 mm; --notes full --shapes auto --standings adds what is left out\n');
    expect(usual).toContain('\\label{tab:study-one-column}');
    expect(usual).not.toContain('Average rank');
    const ranked = await latex('--standings');
    expect(ranked).toContain('% for a line of 84 mm; --notes full --shapes auto adds what is left out\n');
    expect(ranked).toContain('\\label{tab:study-one-column-standings}');
    expect(ranked).toMatch(/rank/i);
    const plain = (await here.run('table', 'study one', '--no-standings')).stdout;
    expect(plain).not.toMatch(/rank/i);
    expect((await here.run('table', 'study one')).stdout).toMatch(/rank/i);
  });

  it('is pivoted, shows another measure, and is compared otherwise as the options ask', async () => {
    const { stdout, code } = await here.run(
      ...['table', 'study one', '--format', 'tsv', '--rows', 'training', '--measure', 'accuracy', '--digits', '3'],
      ...['--no-marks', '--test', 'paired-t', '--baseline', 'PCA'],
    );
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('Training\tPCA\t2DPCA\tBPPCA');
    expect(lines[1]).toMatch(/^k = 2\t\d+\.\d{3} ± \d+\.\d{3} \(/);
    expect(stdout).toContain('Recognition rate of the nearest neighbour (%)');
    expect(stdout).not.toMatch(/[•*]( |\t|$)/m);
  });

  it('of several studies stand side by side', async () => {
    const { stdout } = await here.run('table', 'study one', 'study two', '--format', 'tsv', '--rows', 'dataset,method');
    const lines = stdout.split('\n').map((line) => line.split('\t'));
    expect(lines[0]).toEqual(['Dataset, Method', 'k = 2', 'k = 3']);
    expect(lines.slice(1, 7).map(([title]) => title)).toEqual(
      ['one', 'two'].flatMap((dataset) => ['PCA', '2DPCA', 'BPPCA'].map((method) => `${dataset}, ${method}`)),
    );
  });

  it('is written as a spreadsheet to a file, not to the terminal', async () => {
    expect(await here.run('table', 'study one', '--format', 'xlsx')).toMatchObject({ code: 2, stdout: '' });
    expect((await here.run('table', 'study one', '--format', 'xlsx', '--out', 'one.xlsx')).code).toBe(0);
    expect(readFileSync(here.at('one.xlsx')).subarray(0, 2).toString()).toBe('PK');
  });

  it('refuses what the study cannot show, in one sentence', async () => {
    const several = await here.run('table', 'study one', '--measure', 'error-rate,rank-5', '--format', 'tsv');
    expect(several.stdout.split('\n')[0]).toMatch(
      /^Method\tk = \d, Error rate \(%\)\tk = \d, Rank-5 identification \(%\)/,
    );
    const none = await here.run('table', 'study one', '--measure', 'error-rate,rank-6');
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no measure "rank-6"') });
    const report = await here.run('table', 'study one', '--measure', 'accuracy,rank-5', '--format', 'comparison');
    expect(report).toMatchObject({ code: 1, stderr: expect.stringContaining('of one measure, found several') });
    const measure = await here.run('table', 'study one', '--measure', 'rmse');
    expect(measure).toMatchObject({ code: 1, stdout: '' });
    expect(measure.stderr).toMatch(/^measure: the study did not measure "rmse"; it has .*rank-5.*\.\n$/);
    expect((await here.run('table', 'study one', '--baseline', 'LDA')).stderr).toContain('no method labelled "LDA"');
    expect((await here.run('table', 'study one', '--rows', 'colour')).stderr).toContain('found "colour"');
    expect((await here.run('table', 'study one', '--rows', 'method,method')).stderr).toContain('each once');
  });
});

describe('compare', () => {
  it('shows what every test says, McNemar’s too, and why they differ', async () => {
    const { stdout, code } = await here.run(
      'compare',
      'study one',
      'PCA',
      'BPPCA',
      '--condition',
      'k=2',
      '--alpha',
      '0.1',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^k = 2\n(The error rate of PCA is \d+\.\d points|PCA and BPPCA have equal means|Equivalent within ±1 point)/,
    );
    expect(stdout).toMatch(/^two-sided test .* at α = 0\.1$/m);
    for (const title of ['paired t-test', "Welch's t-test", 'sign test', "McNemar's exact test, repeat 1"]) {
      expect(stdout).toMatch(
        new RegExp(
          `^${title.replace('.', '\\.')} .*(different|no significant difference|no spread|no difference)$`,
          'm',
        ),
      );
    }
    expect(stdout).toMatch(/^95% interval with the variance of Nadeau and Bengio .* as if repeats were independent /m);
    expect(stdout).toContain('Why they differ:\n');
    expect(stdout).toMatch(/better 0\.\d{3}, practically equal \(within 1\) 0\.\d{3}, worse 0\.\d{3}: /);
  });
});

describe('table --family', () => {
  it('corrects over all conditions, and the footer names the family with its size', async () => {
    const ask = async (...more: string[]) =>
      JSON.parse(
        (await here.run('table', 'study one', '--format', 'json', '--correction', 'bonferroni', ...more)).stdout,
      );
    const [own, whole, uncorrected] = [
      await ask(),
      await ask('--family', 'table'),
      await ask('--correction', 'none'),
    ].map(({ rows, footer }) => ({
      p: rows.flatMap(({ entries }: { entries: { p: number | null }[] }) => entries.map(({ p }) => p)),
      footer: footer.join(' '),
    }));
    const size = uncorrected.p.filter((p: number | null) => p !== null).length;
    expect(size).toBeGreaterThan(2);
    expect(whole.p).toEqual(uncorrected.p.map((p: number | null) => p && Math.min(1, size * p)));
    expect(whole.p).not.toEqual(own.p);
    expect(own.footer).toContain("Bonferroni's correction over the comparisons within each condition)");
    expect(whole.footer).toContain(
      `Bonferroni's correction over all comparisons in the table, ${size} tests together)`,
    );
  });
});

describe('ranks', () => {
  it('are averaged over the conditions of a study, or over the datasets of several', async () => {
    const one = JSON.parse((await here.run('ranks', 'study one', '--json')).stdout);
    expect(one.blocks.map(({ title }: { title: string }) => title)).toEqual(['k = 2', 'k = 3']);
    const both = JSON.parse((await here.run('ranks', 'study one', 'study two', '--json')).stdout);
    expect(both).toMatchObject({ per: 'dataset', blocks: [{ title: 'one' }, { title: 'two' }] });
    const text = (await here.run('ranks', 'study one', 'study two', '--per', 'condition')).stdout;
    expect(text).toMatch(/^method +rank +one, k = 2 +one, k = 3 +two, k = 2 +two, k = 3$/m);
    expect(text).toMatch(/^Friedman: χ² = \d/m);
    expect(text).toMatch(/^pair +ranks apart +Nemenyi +Wilcoxon, Holm$/m);
  });

  it('count one dataset once, whatever studies and names it has', async () => {
    await here.run('import', 'faces-one', '--name', 'copy of one');
    const spec = JSON.parse(readFileSync(here.at('one.json'), 'utf8'));
    writeFileSync(here.at('copy.json'), JSON.stringify({ ...spec, name: 'study copy', dataset: 'copy of one' }));
    expect((await here.run('run', 'copy.json')).code).toBe(0);
    const ask = async (...more: string[]) => JSON.parse((await here.run('ranks', ...more, '--json')).stdout);
    const [alone, twice] = [
      await ask('study one', '--rope', '2'),
      await ask('study one', 'study copy', '--rope', '2', '--per', 'condition'),
    ];
    expect(twice.blocks.map(({ values }: { values: number[] }) => values)).toEqual(
      alone.blocks.map(({ values }: { values: number[] }) => values),
    );
    for (const field of ['friedman', 'nemenyi', 'wilcoxon']) expect(twice[field]).toEqual(alone[field]);
    const per = await ask('study one', 'study copy');
    expect(per.blocks.map(({ title }: { title: string }) => title)).toEqual(['one + copy of one']);
    expect(per.remarks).toContain('one and copy of one are the same images and count once.');
    const { stdout } = await here.run('table', 'study one', 'study copy', '--format', 'markdown');
    expect(stdout).toContain('The same images under the same condition count once in counts and ranks: ');
    await here.run('rm', 'study', 'study copy');
  });

  it('add the Bayesian signed-rank test of every pair with --rope', async () => {
    const { practical, methods } = JSON.parse((await here.run('ranks', 'study one', '--rope', '2', '--json')).stdout);
    expect(practical.pairs).toHaveLength((methods.length * (methods.length - 1)) / 2);
    const two = await here.run('ranks', 'study one', 'study two', '--per', 'condition', '--rope', '2');
    expect(two.stdout).toMatch(
      /Bayesian signed-rank test, practically equal within ±2 pp, 10000 draws of the posterior:/,
    );
  });
});

describe('ranks --bayes', () => {
  it('asks the hierarchical test of every pair, the same again for the same study', async () => {
    const ask = (...more: string[]) => here.run('ranks', 'study one', '--rope', '2', ...more);
    const by = await ask('--bayes', 'hierarchical-t', '--json');
    expect(by.code, by.stderr).toBe(0);
    const { practical, methods } = JSON.parse(by.stdout);
    expect(practical).toMatchObject({ test: 'hierarchical-t', halfWidth: 2 });
    // 2DPCA and BPPCA differ by the same amount in all repeats of a condition: no spread.
    const paired = practical.pairs.map(({ first, second }: { first: number; second: number }) =>
      [methods[first].label, methods[second].label].sort().join(' '),
    );
    expect(paired.sort()).toEqual(['2DPCA PCA', 'BPPCA PCA']);
    for (const { firstBetter, equivalent, secondBetter } of practical.pairs) {
      expect(firstBetter + equivalent + secondBetter).toBeCloseTo(1, 10);
    }
    expect((await ask('--bayes', 'hierarchical-t', '--json')).stdout).toBe(by.stdout);
    expect(JSON.parse((await ask('--json')).stdout).practical.test).toBe('signed-rank');
    const text = (await ask('--bayes', 'hierarchical-t')).stdout;
    expect(text).toContain('Bayesian hierarchical correlated t-test, practically equal within ±2 pp');
    const wrong = await ask('--bayes', 'guess');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('signed-rank, hierarchical-t') });
  });
});

describe('figure', () => {
  it.each([
    ['power', ['--condition', 'k=2', '--label', 'PCA', '2DPCA']],
    ['curves', ['--condition', 'k=3', '--label', 'PCA', 'BPPCA', '--scale', 'linear']],
    ['heat-map', ['--label', 'BPPCA']],
    ['cmc', ['--condition', 'k=2']],
    ['difference', ['--condition', 'k=2', '--selection', 'oracle']],
    ['hardest', ['--images', '5']],
    ['split', ['--condition', 'k=3', '--repeat', '2']],
    ['reconstructions', ['--condition', 'k=3', '--label', 'PCA', 'BPPCA']],
    ['mistake', ['--condition', 'k=2', '--label', 'PCA', 'BPPCA']],
    ['ranks', []],
    ['practical', ['--label', 'PCA', '--rope', '2', '--bayes', 'hierarchical-t']],
  ])('%s is written as SVG', async (kind, more) => {
    const out = `${kind}.svg`;
    expect(await here.run('figure', 'study one', '--kind', kind, '--out', out, ...more)).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect((await sharp(here.at(out)).metadata()).format).toBe('svg');
  });

  it('is laid out for a page as PDF and TikZ, and says what does not fit', async () => {
    const paper = ['--width', 'column', '--y-range', '0,60', '--legend', 'below'];
    for (const out of ['paper.pdf', 'paper.tex']) {
      expect(await here.run('figure', 'study one', '--out', out, ...paper)).toMatchObject({ code: 0, stdout: '' });
    }
    expect(readFileSync(here.at('paper.pdf'), 'latin1')).toMatch(/^%PDF-1\.7[^]*\/MediaBox \[0 0 238\.11 /);
    expect(readFileSync(here.at('paper.tex'), 'utf8')).toContain('\\begin{tikzpicture}');
    for (const wrong of [
      ['--width', '20mm'],
      ['--font-size', '3'],
      ['--y-range', '5,1'],
    ]) {
      expect(await here.run('figure', 'study one', '--out', 'x.svg', ...wrong)).toMatchObject({ code: 2 });
    }
    const ranks = await here.run('figure', 'study one', '--kind', 'ranks', '--y-range', '0,1', '--out', 'x.svg');
    expect(ranks.stderr).toContain('page.yRange: expected none');
  });

  it('is written as PNG in the colours of a dark ground', async () => {
    await here.run('figure', 'study one', '--out', 'dark.png', '--theme', 'dark');
    const { data } = await sharp(here.at('dark.png'))
      .extract({ left: 4, top: 4, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([0x1e, 0x20, 0x24]);
  });

  it('refuses other endings, a heat map of no method, and what was not measured', async () => {
    expect((await here.run('figure', 'study one', '--out', 'x.jpg')).stderr).toContain('.svg or .png');
    const heat = await here.run('figure', 'study one', '--kind', 'heat-map', '--out', 'x.svg');
    expect(heat).toMatchObject({ code: 2, stderr: expect.stringContaining('--label') });
    const others = await here.run('figure', 'study one', '--rope', '1', '--out', 'x.svg');
    expect(others).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--rope is not an option of --kind curves.'),
    });
    const roc = await here.run('figure', 'study one', '--kind', 'roc', '--out', 'x.svg');
    expect(roc).toMatchObject({ code: 1, stderr: expect.stringContaining('has not measured "roc"') });
  });
});

describe('report', () => {
  it('is one page with figures and statistics', async () => {
    expect((await here.run('report', 'study one', '--out', 'report.html', '--digits', '2')).code).toBe(0);
    const page = readFileSync(here.at('report.html'), 'utf8');
    expect(page).toContain('<h2>Ranks</h2>');
    expect(page.match(/<figure>/g)!.length).toBeGreaterThanOrEqual(7);
  });

  it('compares methods in a text, with the sources of its numbers in a file alongside', async () => {
    const asked = ['report', 'study one', '--comparison', '--rope', '2', '--out'];
    for (const ending of ['html', 'md']) {
      expect((await here.run(...asked, `comparison.${ending}`)).code).toBe(0);
      const { numbers } = JSON.parse(readFileSync(here.at('comparison.json'), 'utf8')) as {
        numbers: { id: number; quantity: string; settings?: { name: string }; value: number }[];
      };
      expect(numbers.find(({ settings }) => settings?.name === 'margin')?.value).toBe(2);
      const text = readFileSync(here.at(`comparison.${ending}`), 'utf8');
      for (const { id } of numbers) expect(text).toContain(ending === 'md' ? `(#n${id})` : `href="#n${id}"`);
    }
    expect((await here.run('report', 'study one', '--rope', '2')).stderr).toContain('add --comparison');
    expect((await here.run(...asked, 'comparison.pdf')).stderr).toContain('ends in .html, .md or .json');
  });
});
