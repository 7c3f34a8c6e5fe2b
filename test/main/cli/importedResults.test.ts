// @module-tag processes
/** Rows of a study that another program computed: added, shown in everything that shows a study, removed. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../support/docsCode.ts';
import { withPython } from '../../support/programs.ts';
import { sealedManifest } from '../../support/parcels.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();

interface Splits {
  readonly dataset: { readonly subjects: string[]; readonly labels: number[]; readonly files: string[] };
  readonly splits: readonly {
    readonly condition: string;
    readonly repeat: number;
    readonly hash: string;
    readonly train: number[];
    readonly test: number[];
    readonly gallery: number[];
  }[];
}

let given: Splits;
const spec = {
  name: 'faces',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 3 },
  // The splits that the numbers below are of.
  draws: 'pixels',
  methods: [
    { method: 'pca', latent: [2] },
    { method: '2dpca', latent: [2] },
  ],
  measures: ['identification', 'verification'],
  selection: { innerSplits: 1 },
};

/** The subject of a test image, wrong for every fifth. */
function answer(image: number): number {
  const truth = given.dataset.labels[image];
  return image % 5 === 0 ? (truth + 1) % given.dataset.subjects.length : truth;
}

function predictions(): string[][] {
  return given.splits.flatMap(({ condition, repeat, hash, test }) =>
    test.map((image) => [
      condition,
      String(repeat),
      given.dataset.files[image],
      given.dataset.subjects[answer(image)],
      hash.slice(0, 16),
    ]),
  );
}

const HEADER = 'condition,repeat,image,predicted,split\n';
const csv = (rows: readonly (readonly string[])[]): string => HEADER + rows.map((row) => row.join(',')).join('\n');

async function table(...options: string[]): Promise<Record<string, unknown>[]> {
  const { stdout, stderr, code } = await here.run('table', 'faces', '--format', 'json', ...options);
  if (code !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { rows: Record<string, unknown>[] }).rows;
}

beforeAll(async () => {
  writeFaces(here.at('images'), { subjects: 6, perSubject: 5, rows: 14, cols: 12 });
  await here.run('import', 'images', '--name', 'faces');
  writeFileSync(here.at('faces.json'), JSON.stringify(spec));
  const { code, stderr } = await here.run('run', 'faces.json', '--workers', '1');
  if (code !== 0) throw new Error(stderr);
  given = JSON.parse((await here.run('splits', 'faces', '--format', 'json')).stdout);
});
afterAll(() => here.remove());

describe('splits as JSON', () => {
  it('are those of the manifest, with files and subjects', async () => {
    const manifest = JSON.parse((await here.run('manifest', 'faces')).stdout);
    expect(given.splits.map(({ condition, repeat, hash }) => `${condition} ${repeat} ${hash}`).sort()).toEqual(
      manifest.splits
        .map(({ condition, repeat, hash }: Splits['splits'][number]) => `${condition} ${repeat} ${hash}`)
        .sort(),
    );
    expect(given.dataset.files[0]).toBe('s1/1.pgm');
    expect(given.dataset.subjects).toHaveLength(6);
    expect(given.splits[0].gallery).toEqual(given.splits[0].train);
  });
});

describe('predictions', () => {
  it('are a row of the table, marked, with the errors that they make', async () => {
    writeFileSync(here.at('net.csv'), csv(predictions()));
    const added = await here.run('results', 'add', 'faces', 'net.csv', '--label', 'Net');
    expect(added).toMatchObject({ code: 0, stderr: '' });
    expect(added.stdout).toContain('net.csv holds predictions for 6 of 6 splits.');
    const row = (await table()).find(({ label }) => label === 'Net')!;
    const entries = row['entries'] as { values: number[]; oracle: { values: number[] } }[];
    const expected = ['k=2', 'k=3'].map((condition) =>
      given.splits
        .filter((split) => split.condition === condition)
        .map(({ test }) => (100 * test.filter((image) => image % 5 === 0).length) / test.length),
    );
    expect(entries.map(({ values }) => values)).toEqual(expected);
    expect(entries.map(({ oracle }) => oracle.values)).toEqual(expected);
    const text = (await here.run('table', 'faces')).stdout;
    expect(text).toMatch(
      /External results on the same splits, not verified here.*Net \(predictions of net\.csv, SHA-256 [0-9a-f]{12}…\)/,
    );
  });

  it('take part in every test, figure and list of mistakes', async () => {
    const compared = await here.run('compare', 'faces', 'PCA', 'Net', '--condition', 'k=2');
    expect(compared.stdout).toContain('McNemar');
    const confusion = JSON.parse(
      (await here.run('confusion', 'faces', 'Net', '--condition', 'k=2', '--json')).stdout,
    ) as { pairs: unknown[]; repeats: number };
    expect(confusion.repeats).toBe(3);
    expect(confusion.pairs.length).toBeGreaterThan(0);
    expect((await here.run('ranks', 'faces', '--measure', 'error-rate')).stdout).toContain('Net');
    for (const kind of ['overview', 'repeats', 'curves', 'ranks']) {
      expect(await here.run('figure', 'faces', '--kind', kind, '--out', `${kind}.svg`)).toMatchObject({ code: 0 });
    }
    expect(readFileSync(here.at('repeats.svg'), 'utf8')).toContain('Net');
    for (const format of ['latex', 'csv', 'html', 'methods', 'bibtex']) {
      expect(await here.run('table', 'faces', '--format', format)).toMatchObject({ code: 0 });
    }
    expect((await here.run('report', 'faces')).stdout).toContain('Net');
    const manifest = JSON.parse((await here.run('manifest', 'faces')).stdout);
    expect(manifest.methods[2]).toMatchObject({ label: 'Net', elsewhere: { source: 'net.csv', holds: 'predictions' } });
  });

  it('stay with the study when its spec is run again, or extended', async () => {
    expect(await here.run('run', 'faces.json', '--workers', '1')).toMatchObject({ code: 0 });
    expect((await table()).map(({ label }) => label)).toContain('Net');
  });

  it('are left out by name when the study is reproduced, also as its baseline', async () => {
    const manifest = JSON.parse((await here.run('manifest', 'faces')).stdout);
    manifest.spec.comparison.baseline = 'Net';
    writeFileSync(here.at('manifest.json'), JSON.stringify(sealedManifest(manifest)));
    const whole = await here.run('reproduce', 'manifest.json', '--workers', '1');
    expect(whole).toMatchObject({ code: 1, stdout: '' });
    expect(whole.stderr).toContain('Incomplete: only 2 of 3 rows, 12 of ');
    expect(whole.stderr).toContain('Left out, so not checked: "Net" (computed elsewhere).\n');
    const { code, stdout, stderr } = await here.run('reproduce', 'manifest.json', '--without', 'Net');
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Identical: 2 of 3 rows, 12 of 12 cells, /);
    const only = (list: unknown[]): unknown[] => list.slice(2);
    const alone = {
      ...manifest,
      spec: { ...manifest.spec, methods: only(manifest.spec.methods) },
      methods: only(manifest.methods),
      cells: manifest.cells.filter(({ label }: { label: string }) => label === 'Net'),
    };
    const plan = { ...manifest.plan, cells: alone.cells.length };
    writeFileSync(here.at('alone.json'), JSON.stringify(sealedManifest({ ...alone, plan })));
    const refused = await here.run('reproduce', 'alone.json');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('alone.json: no row is left to run again here: "Net" (computed elsewhere).');
    const again = await here.run('recompute', 'faces', '--method', 'Net');
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('"Net" was computed elsewhere') });
  });

  it('are refused where the study has the label or the file, and replaced when asked', async () => {
    const again = await here.run('results', 'add', 'faces', 'net.csv', '--label', 'Net');
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toContain('net.csv is in "faces" already, as "Net"');
    writeFileSync(here.at('other.csv'), csv(predictions().map((row) => row.with(3, row[2].split('/')[0]))));
    const taken = await here.run('results', 'add', 'faces', 'other.csv', '--label', 'Net');
    expect(taken.stderr).toContain('has imported results labelled "Net"');
    expect((await here.run('results', 'add', 'faces', 'other.csv', '--label', 'Net', '--replace')).code).toBe(0);
    const row = (await table()).find(({ label }) => label === 'Net')! as { entries: { mean: number }[] };
    expect(row.entries.map(({ mean }) => mean)).toEqual([0, 0]);
    const listed = JSON.parse((await here.run('results', 'list', 'faces', '--json')).stdout);
    expect(listed).toMatchObject([{ label: 'Net', source: 'other.csv', cells: { total: 6, done: 6 } }]);
  });

  it('are removed without a trace', async () => {
    expect(await here.run('results', 'remove', 'faces', 'Net')).toMatchObject({ code: 0, stderr: '' });
    expect((await table()).map(({ label }) => label)).toEqual(['PCA', '2DPCA']);
    expect((await here.run('results', 'remove', 'faces', 'PCA')).stderr).toContain('it has none');
    expect((await here.run('results', 'list', 'faces')).stdout).toContain('no imported results');
    expect((await here.run('check')).code).toBe(0);
  });

  it('are refused with every image that lacks, is double or foreign', async () => {
    const rows = predictions();
    const [first] = given.splits;
    const broken = [...rows.slice(1), rows[1], rows[2].with(2, given.dataset.files[first.train[0]])];
    writeFileSync(here.at('broken.csv'), csv(broken));
    const { code, stderr } = await here.run('results', 'add', 'faces', 'broken.csv', '--label', 'Broken');
    expect(code).toBe(1);
    expect(stderr).toContain(`${first.condition}, repeat 1 has images twice: ${first.test[1]}.`);
    expect(stderr).toContain(`has images that it does not test: ${first.train[0]}.`);
    expect(stderr).toContain(`lacks 1 of ${first.test.length} test images: ${first.test[0]}.`);
    expect((await table()).map(({ label }) => label)).toEqual(['PCA', '2DPCA']);
  });

  it('of other splits, images or subjects are refused by name', async () => {
    const refuse = async (rows: string[][]): Promise<string> => {
      writeFileSync(here.at('refused.csv'), csv(rows));
      const { code, stderr } = await here.run('results', 'add', 'faces', 'refused.csv');
      expect(code).toBe(1);
      return stderr;
    };
    const rows = predictions();
    expect(await refuse(rows.map((row) => row.with(4, 'ffffffffffff')))).toContain('found "ffffffffffff" in line');
    expect(await refuse(rows.map((row, i) => (i === 3 ? row.with(2, 's9/9.pgm') : row)))).toContain('"s9/9.pgm"');
    expect(await refuse(rows.map((row, i) => (i === 3 ? row.with(3, 'nobody') : row)))).toContain('found "nobody"');
    expect(await refuse(rows.map((row) => row.with(0, 'k=9')))).toContain('no condition "k=9"; the conditions are');
    expect(await refuse(rows.map((row) => row.with(1, '4')))).toContain('no repeat "4"; the repeats are 1 to 3');
  });

  it('for some splits leave the others open, which nothing here computes', async () => {
    writeFileSync(here.at('part.csv'), csv(predictions().filter(([condition]) => condition === 'k=3')));
    const added = await here.run('results', 'add', 'faces', 'part.csv', '--label', 'Part');
    expect(added.stdout).toContain('It lacks k=2, repeat 1; k=2, repeat 2; k=2, repeat 3.');
    const row = (await table()).find(({ label }) => label === 'Part')! as { entries: { mean: number | null }[] };
    expect(row.entries[0]).toMatchObject({ mean: null, failed: 0, pending: 3 });
    expect(row.entries[1]).toMatchObject({ failed: 0, pending: 0 });
    expect(row.entries[1].mean).not.toBeNull();
    expect((await here.run('info', 'faces')).stdout).toContain(
      '0 failed, 0 open, 3 without imported results (eigenbench results add)',
    );
    const spec = JSON.parse((await here.run('studies', '--spec', 'faces')).stdout) as object;
    writeFileSync(here.at('again.json'), JSON.stringify(spec));
    expect(await here.run('run', 'again.json', '--retry')).toMatchObject({ code: 0 });
    expect((await here.run('table', 'faces')).stdout).toMatch(/^Part +– +– +22\.2/m);
    await here.run('results', 'remove', 'faces', 'Part');
  });
});

describe('a file that is none of results', () => {
  const secret = 'root:$6$salt$hash:19000:0:99999:7:::';

  beforeAll(() => {
    writeFileSync(here.at('shadow'), `${secret}\ndaemon:*:19000:0:99999:7:::\n`);
    writeFileSync(here.at('shadow.csv'), `user,${secret}\na,b\n`);
    mkdirSync(here.at('linked'));
    symlinkSync(here.at('shadow'), here.at('linked/scores.txt'));
    symlinkSync(here.at('shadow'), here.at('link.csv'));
    symlinkSync(here.at('bob'), here.at('link'));
  });

  it.each(['shadow', 'shadow.csv'])('is refused without a word of it: %s', async (name) => {
    for (const command of ['results', 'published']) {
      const { code, stdout, stderr } = await here.run(command, 'add', 'faces', name);
      expect(code).toBe(1);
      expect(stdout + stderr).not.toMatch(/root|salt|daemon/);
    }
  });

  it('is not reached by a link', async () => {
    for (const name of ['link.csv', 'link']) {
      expect(await here.run('results', 'add', 'faces', name)).toMatchObject({
        code: 1,
        stderr: `${name} is a link: name the file or folder itself.\n`,
      });
    }
    expect((await here.run('results', 'add', 'faces', 'linked')).stderr).toBe('linked: the folder holds no files.\n');
  });
});

/** Scores that are best for the answered subject's images, the same in every format. */
function score(test: number, gallery: number): number {
  return (given.dataset.labels[gallery] === answer(test) ? 1 : 0) + ((test * 7 + gallery * 13) % 11) / 100;
}

describe('scores', () => {
  it('as Bob’s columns, JSON and distances give the same row, with measures of scores', async () => {
    const { dataset, splits } = given;
    for (const { condition, repeat, test, gallery } of splits) {
      const name = (image: number): string => dataset.files[image].replace('.pgm', '');
      const subject = (image: number): string => dataset.subjects[dataset.labels[image]];
      const lines = test.flatMap((t) =>
        gallery.map((g) => `${subject(g)} ${name(g)} ${subject(t)} ${name(t)} ${score(t, g)}`),
      );
      const path = here.at(`bob/${condition}/${repeat}.txt`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, lines.join('\n'));
    }
    const matrices = (sign: number): number[][][] =>
      splits.map(({ test, gallery }) => test.map((t) => gallery.map((g) => sign * score(t, g))));
    const json = (kind: string, sign: number): string =>
      JSON.stringify({
        splits: splits.map(({ condition, repeat, hash }, i) => ({
          condition,
          repeat,
          hash,
          [kind]: matrices(sign)[i],
        })),
      });
    writeFileSync(here.at('scores.json'), json('scores', 1));
    writeFileSync(here.at('distances.json'), json('distances', -1));
    for (const [label, file] of [
      ['Bob', 'bob'],
      ['JSON', 'scores.json'],
      ['Far', 'distances.json'],
    ]) {
      const { code, stderr } = await here.run('results', 'add', 'faces', file, '--label', label);
      if (code !== 0) throw new Error(stderr);
    }
    for (const measure of ['error-rate', 'verification-auc', 'rank-5']) {
      const rows = (await table('--measure', measure)).slice(2) as { entries: { values: number[] }[] }[];
      const values = rows.map(({ entries }) => entries.map((entry) => entry.values));
      expect(values).toHaveLength(3);
      expect(values[0].flat()).toHaveLength(6);
      expect(values[1]).toEqual(values[0]);
      expect(values[2]).toEqual(values[0]);
    }
    const errors = (await table()).slice(2) as { entries: { values: number[] }[] }[];
    const wrong = given.splits
      .filter(({ condition }) => condition === 'k=2')
      .map(({ test }) => (100 * test.filter((image) => image % 5 === 0).length) / test.length);
    expect(errors[0].entries[0].values).toEqual(wrong);
    const roc = await here.run('figure', 'faces', '--kind', 'roc', '--label', 'Bob', '--out', 'roc.svg');
    if (roc.code !== 0) throw new Error(roc.stderr);
    expect(readFileSync(here.at('roc.svg'), 'utf8')).toContain('Bob');
    for (const label of ['Bob', 'JSON', 'Far']) await here.run('results', 'remove', 'faces', label);
  });

  it('are refused where a comparison lacks or a subject is another one', async () => {
    const { dataset, splits } = given;
    const [{ condition, repeat, test, gallery }] = splits;
    const lines = test.flatMap((t) =>
      gallery.map(
        (g) =>
          `${dataset.subjects[dataset.labels[g]]} ${dataset.files[g]} ${dataset.subjects[dataset.labels[t]]} ${dataset.files[t]} 1`,
      ),
    );
    mkdirSync(here.at(`bad/${condition}`), { recursive: true });
    writeFileSync(here.at(`bad/${condition}/${repeat}.txt`), lines.slice(2).join('\n'));
    const lacking = await here.run('results', 'add', 'faces', 'bad', '--label', 'Bad');
    expect(lacking.stderr).toContain(`it lacks 2 of ${lines.length} comparisons of its split`);
    writeFileSync(
      here.at(`bad/${condition}/${repeat}.txt`),
      lines.map((line) => line.replace(/ (\S+) (\S+) 1$/, ' liar $2 1')).join('\n'),
    );
    const lying = await here.run('results', 'add', 'faces', 'bad', '--label', 'Bad');
    expect(lying.stderr).toContain('real_id is another subject');
  });
});

describe('lists of genuine and impostor scores', () => {
  it.each<[string, Record<string, string>]>([
    ['in two files', { 'a-genuine.txt': 's1 s1 0.9\ns2 s2 0.8\n', 'b-impostor.txt': 's1 s2 0.1\ns2 s1 0.2\n' }],
    ['in two files of scores alone', { 'one.txt': '0.9\n0.8\n', 'two.txt': '0.1\n1e-3\n' }],
    ['in one file with a column for the kind', { 'all.csv': 'label,score\ngenuine,0.9\nimpostor,0.1\n' }],
    ['in one file without a header', { 'all.txt': 'imposter 0.1\ngenuine 0.9\n' }],
  ])('are refused %s, with what to supply instead', async (title, files) => {
    const folder = `lists ${title}`;
    mkdirSync(here.at(folder));
    for (const [name, text] of Object.entries(files)) writeFileSync(here.at(`${folder}/${name}`), text);
    const { code, stderr } = await here.run('results', 'add', 'faces', folder, '--label', 'Lists');
    expect(code).toBe(1);
    expect(stderr).toContain('found a list of genuine or impostor scores: it names no images');
    expect(stderr).toContain('claimed_id real_id test_label score');
    expect((await table()).map(({ label }) => label)).not.toContain('Lists');
  });

  it('are not suspected in other files of such a name', async () => {
    const [{ condition, repeat }] = given.splits;
    writeFileSync(here.at('genuine.csv'), `condition,repeat,wrong\n${condition},${repeat},2\n`);
    expect(await here.run('results', 'add', 'faces', 'genuine.csv', '--label', 'Rates')).toMatchObject({ code: 0 });
    await here.run('results', 'remove', 'faces', 'Rates');
  });
});

describe('error rates', () => {
  it('are enough for the table, and tests of single images say that they are not', async () => {
    const lines = given.splits.map(
      ({ condition, repeat, test }) => `${condition},${repeat},${((100 * 2) / test.length).toFixed(2)}`,
    );
    writeFileSync(here.at('rates.csv'), ['condition,repeat,error', ...lines].join('\n'));
    const added = await here.run('results', 'add', 'faces', 'rates.csv', '--label', 'Paper');
    expect(added).toMatchObject({ code: 0 });
    expect(added.stderr).toContain('need predictions or scores');
    const row = (await table()).find(({ label }) => label === 'Paper')! as {
      entries: { counts: { counts: number[] } }[];
    };
    expect(row.entries.map(({ counts }) => counts.counts)).toEqual([
      [2, 2, 2],
      [2, 2, 2],
    ]);
    const compared = JSON.parse((await here.run('compare', 'faces', 'PCA', 'Paper', '--json')).stdout);
    const mcnemar = compared[0].report.tests.find(({ name }: { name: string }) => name === 'mcnemar');
    expect(mcnemar).toMatchObject({ p: null, lack: 'rates only' });
    const confusion = await here.run('confusion', 'faces', 'Paper', '--condition', 'k=2');
    expect(confusion.stderr).toContain('Of "Paper" only error rates are known');
  });

  it('that no number of test images gives are refused', async () => {
    writeFileSync(here.at('odd.csv'), 'condition,repeat,error\nk=2,1,12.34\n');
    const { code, stderr } = await here.run('results', 'add', 'faces', 'odd.csv');
    expect(code).toBe(1);
    expect(stderr).toContain('error 12.34 is no whole number of its 18 test images');
  });
});

describe('the readers in the documentation', () => {
  const first = (): string => {
    const { train, test } = given.splits[0];
    return `${train.length} ${test.length} ${given.dataset.files[test[0]]}`;
  };

  it('read the splits in Python', withPython(), async () => {
    writeFileSync(here.at('splits.json'), JSON.stringify(given));
    writeFileSync(here.at('read.py'), codeOf('own-results.md', 'python', 'splits'));
    expect(execFileSync('python3', ['read.py'], { cwd: here.folder, encoding: 'utf8' })).toBe(`${first()}\n`);
  });
});
