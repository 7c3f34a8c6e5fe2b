// @module-tag processes
/** From a folder of faces to a table, through the command line alone. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealOf } from '../../../src/main/workspace/studies/cellStates.ts';
import { sealedManifest } from '../../support/parcels.ts';
import { scratch, writeFaces } from './harness.ts';
import { signalsAt } from './signalItself.ts';

const here = scratch();
const spec = {
  name: 'small',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 3 },
  seed: 7,
  methods: [{ method: 'pca' }, { method: '2dpca' }, { method: 'bppca', latent: { qc: [2, 4], qr: [2, 4] } }],
};
const writeSpec = (name: string, changes: object = {}): string => {
  writeFileSync(here.at(name), JSON.stringify({ ...spec, ...changes }));
  return name;
};

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 6, perSubject: 5, rows: 14, cols: 12 });
  writeFileSync(here.at('folder/s3/2.pgm'), 'P5\n12 14\n255\ntoo short');
});
afterAll(() => here.remove());

describe('import', () => {
  it('reports the file it could not read and imports the rest', async () => {
    const { code, stdout } = await here.run('import', 'folder', '--name', 'faces');
    expect(stdout).toMatch(/^Imported "faces": 29 images of 6 subjects, 14 rows × 12 columns, in [\d.]+ s\.$/m);
    expect(stdout).toMatch(/^1 file was not imported:\n {2}s3\/2\.pgm: .+/m);
    expect(code).toBe(0);
  });

  it('reduces the images to the size given as rows x columns', async () => {
    const { code, stdout } = await here.run('import', 'folder', '--name', 'reduced', '--size', '7x4', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).dataset).toMatchObject({ name: 'reduced', rows: 7, cols: 4, count: 29 });
  });

  it('refuses a name that is taken, and a folder that is not there', async () => {
    const taken = await here.run('import', 'folder', '--name', 'faces');
    expect(taken).toMatchObject({ code: 1, stdout: '' });
    expect(taken.stderr).toContain('"faces"');
    const missing = await here.run('import', 'nowhere');
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toBe(`${here.at('nowhere')}: there is no such file or folder.\n`);
    expect(await here.run('import', 'folder', '--name', '')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^Option '--name <name>' argument '' is invalid\. Expected a name/),
    });
  });

  it('lists what was imported, in the workspace of the user’s data folder', async () => {
    const { stdout } = await here.run('datasets');
    expect(stdout.split('\n')[0]).toMatch(/^name +images +subjects/);
    expect(stdout).toMatch(/^faces +29 +6 +4–5 +14 × 12 +1 +orl +[0-9a-f]{12}$/m);
    expect(readdirSync(here.at('eigenbench'))).toContain('workspace.eigenbench');
  });
});

describe('run', () => {
  it('runs a study and prints its table; progress goes to standard error', async () => {
    const { code, stdout, stderr } = await here.run('run', writeSpec('spec.json'), '--workers', '1');
    expect(code).toBe(0);
    expect(stderr).toContain('18 of 18 cells (100%)');
    expect(stdout).toMatch(/^PCA .*%?/m);
    expect(stdout).toContain('k = 2');
    expect(stdout).not.toContain('cells/s');
  });

  it('prints the same table again without computing', async () => {
    const first = await here.run('table', 'small');
    const again = await here.run('run', 'spec.json');
    expect(again.code).toBe(0);
    expect(again.stdout).toBe(first.stdout);
    expect(again.stderr).toBe('');
  });

  it('tries failed cells again with --retry', async () => {
    const name = writeSpec('retried.json', { name: 'retried', methods: [{ method: 'pca' }] });
    const whole = await here.run('run', name);
    const database = new Database(here.at('eigenbench/workspace.eigenbench'));
    const these = 'study_id = (SELECT id FROM studies WHERE name = ?) AND repeat = 2';
    database.prepare(`DELETE FROM cell_results WHERE cell_id IN (SELECT id FROM cells WHERE ${these})`).run('retried');
    const fail = database.prepare(`UPDATE cells SET status = 'failed', reason = 'no memory', seal = ? WHERE ${these}`);
    expect(fail.run(sealOf('failed', 'no memory'), 'retried').changes).toBe(2);
    database.close();
    const failed = await here.run('run', name);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('no memory') as string });
    const retried = await here.run('run', name, '--retry');
    expect(retried).toMatchObject({ code: 0, stdout: whole.stdout });
    expect(await here.run('run', name, '--retry', '--shard', '1/2')).toMatchObject({ code: 2 });
  });

  it('refuses another spec of the same name', async () => {
    const { code, stdout, stderr } = await here.run('run', writeSpec('other.json', { seed: 8 }));
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('another study named "small"');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('extends a study by repeats when asked to, and computes only those', async () => {
    const before = { name: 'grows', methods: [{ method: 'pca' }], protocol: { kind: 'k-fold', folds: 2 } };
    expect((await here.run('run', writeSpec('grows.json', before))).code).toBe(0);
    writeSpec('grows.json', { ...before, protocol: { kind: 'k-fold', folds: 2, repeats: 2 } });
    expect((await here.run('run', 'grows.json')).stderr).toContain('--extend');
    const { code, stdout, stderr } = await here.run('run', 'grows.json', '--extend');
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('4 of 4 cells') });
    expect(stdout).toContain('4 folds');
    const lost = await here.run('run', writeSpec('grows.json', { ...before, seed: 8 }), '--extend');
    expect(lost).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('would lose cells') });
  });

  it('runs shards into workspaces of their own, and merge joins them to the table of one run', async () => {
    const parts = ['a.eigenbench', 'b.eigenbench', 'c.eigenbench'];
    for (const [i, part] of parts.entries()) {
      const shard = ['run', 'spec.json', '--shard', `${i + 1}/3`, '--into', part];
      const { code, stdout } = await here.run(...shard);
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: `Shard ${i + 1} of 3 of "small": 6 of the study’s 18 cells are in ${part}.\n`,
      });
    }
    const joined = await here.run('merge', ...parts, '--workspace', 'joined.eigenbench');
    expect(joined.stdout).toBe(
      `${parts.map((part) => `${part}: "small", 6 cells added.\n`).join('')}"small" is complete.\n`,
    );
    const again = await here.run('merge', ...parts, '--workspace', 'joined.eigenbench');
    expect(again.stdout).toBe('Nothing new in 3 of 3 workspaces.\n"small" is complete.\n');
    const merged = await here.run('table', 'small', '--workspace', 'joined.eigenbench');
    expect(merged.stdout).toBe((await here.run('table', 'small')).stdout);
    expect(await here.run('merge', 'nowhere.eigenbench')).toMatchObject({ code: 1, stdout: '' });
    expect((await here.run('run', 'spec.json', '--shard', '4/3')).code).toBe(2);
  });

  it('takes a spec that says the same in other words', async () => {
    const { name, methods, ...rest } = spec;
    writeFileSync(here.at('reordered.json'), JSON.stringify({ methods, classifier: { kind: '1nn' }, ...rest, name }));
    expect((await here.run('run', 'reordered.json')).code).toBe(0);
  });

  it('names each mistake of a spec', async () => {
    const text = JSON.stringify({
      ...spec,
      name: 'bad',
      protocol: { kind: 'random', trainPerSubject: [9], repeats: 0 },
    });
    writeFileSync(here.at('bad.json'), text);
    const schema = await here.run('run', 'bad.json');
    expect(schema).toMatchObject({ code: 2, stdout: '' });
    expect(schema.stderr).toContain('protocol.repeats');
    const facts = await here.run(
      'run',
      writeSpec('k9.json', { name: 'k9', protocol: { kind: 'random', trainPerSubject: [9], repeats: 1 } }),
    );
    expect(facts).toMatchObject({ code: 2, stdout: '' });
    const unknown = await here.run('run', writeSpec('m.json', { name: 'm', methods: [{ method: 'nope' }] }));
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toContain('nope');
    const dataset = await here.run('run', writeSpec('d.json', { name: 'd', dataset: 'nowhere' }));
    expect(dataset).toMatchObject({ code: 2, stdout: '' });
    expect(dataset.stderr).toContain('nowhere');
  });

  it('says so where the spec is not there or is not JSON', async () => {
    writeFileSync(here.at('broken.json'), '{"repeats": NaN}\n');
    expect(await here.run('run', 'broken.json')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^broken\.json(, line 1, column \d+)?: expected JSON .+\n$/),
    });
    expect(await here.run('run', 'missing.json')).toMatchObject({
      code: 1,
      stderr: 'missing.json cannot be read: there is no such file or folder.\n',
    });
  });

  it('writes JSON lines of progress and one JSON document with --json', async () => {
    const { code, stdout, stderr } = await here.run('run', writeSpec('json.json', { name: 'json' }), '--json');
    expect(code).toBe(0);
    const events = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.at(-1)).toMatchObject({ event: 'progress', done: 18, total: 18 });
    const table = JSON.parse(stdout);
    expect(table.rows).toHaveLength(3);
    const first = JSON.parse((await here.run('table', 'small', '--format', 'json')).stdout);
    expect(table.rows).toEqual(first.rows);
  });

  it('ends at once with a second Ctrl-C, and with a batch system’s SIGTERM', async () => {
    const path = writeSpec('slow.json', {
      name: 'slow',
      protocol: { kind: 'random', trainPerSubject: [3], repeats: 2 },
      methods: [{ method: 'bppca', settings: { maxIterations: 5000, tolerance: 1e-14 } }],
    });
    for (const signals of [
      [
        ['cells', 'SIGINT'],
        ['press Ctrl-C again', 'SIGINT'],
      ],
      [['cells', 'SIGTERM']],
    ] as const) {
      const signalled = scratch({ folder: here.folder, environment: signalsAt(...signals) });
      const stopped = await signalled.start(['run', path, '--workers', '1']);
      expect(stopped.code).toBe(130);
      expect(stopped.stderr).toContain('Stopped "slow" after 0 of 2 cells');
    }
  });

  it('keeps what is finished after Ctrl-C and goes on to the same table', async () => {
    const changes = { name: 'interrupted', protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 12 } };
    const path = writeSpec('long.json', changes);
    const signalled = scratch({ folder: here.folder, environment: signalsAt(['cells', 'SIGINT']) });
    const stopped = await signalled.start(['run', path, '--workers', '1']);
    expect(stopped.code).toBe(130);
    expect(stopped.stdout).toBe('');
    const message = /Stopped "interrupted" after (\d+) of 72 cells\. They are kept: run the same command to continue\./;
    expect(stopped.stderr).toMatch(message);
    expect(Number(message.exec(stopped.stderr)?.[1])).toBeLessThan(72);
    const resumed = await here.run('run', path);
    expect(resumed.code).toBe(0);

    await here.run('--workspace', 'undisturbed.eigenbench', 'import', 'folder', '--name', 'faces');
    expect((await here.run('run', path, '--workspace', 'undisturbed.eigenbench', '--workers', '2')).stdout).toBe(
      resumed.stdout,
    );
  });
});

describe('table', () => {
  it.each([
    ['csv', /^[^\n]*,[^\n]*\n/],
    ['latex', /\\begin\{tabular\}/],
    ['markdown', /^\|/m],
    ['text', /PCA/],
    ['json', /^\{/],
  ])('writes %s', async (format, pattern) => {
    const { code, stdout } = await here.run('table', 'small', '--format', format);
    expect(code).toBe(0);
    expect(stdout).toMatch(pattern);
    expect(stdout.endsWith('\n')).toBe(true);
  });

  it('writes one row per method, condition, repeat, latent shape and measure with --long', async () => {
    const { stdout } = await here.run('table', 'small', '--format', 'csv', '--long');
    const rows = stdout.trim().split(/\r?\n/);
    // Per repeat: PCA with N − 1 shapes (N = 12 and 18 training images), 2DPCA 12, BPPCA 4.
    const shapes = 3 * (11 + 17 + 2 * 12 + 2 * 4);
    for (const measure of ['wrong', 'tests', 'error_percent']) {
      expect(rows.filter((row) => row.includes(`,${measure},`))).toHaveLength(shapes);
    }
  });

  it('writes a file and leaves nothing beside it', async () => {
    const { stdout } = await here.run('table', 'small', '--format', 'latex', '--out', 'table.tex');
    expect(stdout).toBe('');
    expect(readFileSync(here.at('table.tex'), 'utf8')).toContain('\\begin{tabular}');
    expect(readdirSync(here.folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('names the studies there are when asked for another', async () => {
    const { code, stderr } = await here.run('table', 'nothing');
    expect(code).toBe(1);
    expect(stderr).toContain('There is no study "nothing"');
    expect(stderr).toContain('"small"');
  });

  it('refuses --long for other formats', async () => {
    expect(await here.run('table', 'small', '--long')).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('studies', () => {
  it('lists name, dataset, state and cells', async () => {
    const { stdout } = await here.run('studies');
    expect(stdout).toMatch(/^small +faces +finished +18 of 18 +0 +/m);
    const list = JSON.parse((await here.run('studies', '--json')).stdout);
    expect(list.map((study: { name: string }) => study.name)).toContain('interrupted');
  });
});

describe('splits', () => {
  it('of a study are written as a table that can be read back as an explicit protocol', async () => {
    const { stdout } = await here.run('splits', 'small', '--out', 'splits.csv');
    expect(stdout).toBe('');
    expect(readFileSync(here.at('splits.csv'), 'utf8').split('\r\n')[0]).toBe(
      'condition,repeat,role,index0,index1,file',
    );
    const read = await here.run('read-splits', 'splits.csv', '--base', '0');
    const protocol = JSON.parse(read.stdout);
    expect(protocol.splits).toHaveLength(6);
    expect(protocol.splits[0].train).toHaveLength(12);
    const changes = { name: 'given', protocol, methods: spec.methods.slice(0, 1) };
    const again = await here.run('run', writeSpec('given.json', changes), '--workers', '1', '--json');
    expect(JSON.parse(again.stdout).rows[0].entries[0].repeats).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('of a study are written as MATLAB files that can be read back', async () => {
    await here.run('splits', 'small', '--format', 'mat', '--out', 'splits.zip');
    const files = unzipSync(readFileSync(here.at('splits.zip')));
    const [first] = Object.keys(files);
    writeFileSync(here.at('first.mat'), files[first]);
    const protocol = JSON.parse((await here.run('read-splits', 'first.mat', '--base', '1')).stdout);
    const table = JSON.parse((await here.run('read-splits', 'splits.csv', '--base', '0')).stdout);
    expect(protocol.splits).toEqual([table.splits[0]]);
  });

  it('need the number of the first image to be stated where they do not say it', async () => {
    writeFileSync(here.at('published.csv'), 'image,role\n1,train\n2,train\n3,test\n');
    expect((await here.run('read-splits', 'published.csv')).stderr).toContain('--base');
  });
});

describe('validated selection', () => {
  it('is computed with the cells, stored, and shown beside the oracle', async () => {
    const changes = { name: 'chosen', selection: { innerSplits: 2 }, methods: spec.methods.slice(0, 2) };
    const { code, stdout } = await here.run('run', writeSpec('chosen.json', changes), '--workers', '1', '--json');
    expect(code).toBe(0);
    const [entry] = JSON.parse(stdout).rows[0].entries;
    expect(entry).toMatchObject({
      selection: 'validated',
      repeats: [1, 2, 3],
      standing: expect.stringMatching(/best|tie|worse/),
    });
    expect(entry.mean).toBeGreaterThanOrEqual(entry.oracle.mean);
    expect(entry.shapes).toHaveLength(3);
    expect((await here.run('table', 'chosen')).stdout).toContain('k = 2, validated');
  });
});

describe('read-mask', () => {
  it('turns the white pixels of a picture into a perturbation that a study runs with', async () => {
    const pixels = Array.from({ length: 14 * 12 }, (_, i) => (i % 12 < 5 && i < 4 * 12 ? 255 : 0));
    writeFileSync(here.at('scarf.pgm'), `P2 12 14 255\n${pixels.join(' ')}\n`);
    const { stdout } = await here.run('read-mask', 'scarf.pgm');
    const mask = JSON.parse(stdout);
    expect(mask).toEqual({ kind: 'missing-mask', name: 'scarf', regions: [{ rows: [0, 4], cols: [0, 5] }] });
    const changes = { name: 'masked', perturbations: [mask], methods: spec.methods.slice(0, 1) };
    const ran = await here.run('run', writeSpec('masked.json', changes), '--workers', '1');
    expect(ran.stdout).toContain('missing scarf (test)');
    const black = JSON.parse((await here.run('read-mask', 'scarf.pgm', '--missing', 'black', '--name', 'rest')).stdout);
    expect(black.regions).toEqual([
      { rows: [0, 4], cols: [5, 12] },
      { rows: [4, 14], cols: [0, 12] },
    ]);
  });

  it('says what is wrong with a mask', async () => {
    writeFileSync(here.at('empty.csv'), '0,0\n0,0\n');
    expect((await here.run('read-mask', 'empty.csv')).stderr).toBe(
      'empty.csv: expected white pixels, found none in 2 × 2.\n',
    );
    writeFileSync(here.at('full.csv'), '1,1\n1,1\n');
    expect((await here.run('read-mask', 'full.csv')).stderr).toContain('all pixels of 2 × 2 are white; none is left');
    writeFileSync(here.at('text.png'), 'no picture');
    expect((await here.run('read-mask', 'text.png')).stderr).toMatch(/^text\.png: expected a PGM/);
  });
});

describe('perturbations and features', () => {
  const changes = {
    name: 'noisy',
    protocol: { kind: 'k-fold', folds: 2 },
    perturbations: [{ kind: 'none' }, { kind: 'salt-and-pepper', fraction: [0.4] }],
    features: [{ region: { rows: [0, 12], cols: [0, 12] } }, 'gradient-magnitude'],
    methods: spec.methods.slice(0, 2),
  };

  it('are conditions and steps of a study; how many workers compute it makes no difference', async () => {
    const one = await here.run('run', writeSpec('noisy.json', changes), '--workers', '1', '--json');
    expect(one.code).toBe(0);
    const table = JSON.parse(one.stdout);
    expect(table.conditions.map(({ title }: { title: string }) => title)).toEqual([
      '2-fold',
      '2-fold, salt and pepper 40% (test)',
    ]);
    const [clean, noisy] = table.rows[0].entries;
    expect(noisy.mean).toBeGreaterThan(clean.mean);
    const two = await here.run(
      'run',
      writeSpec('noisy2.json', { ...changes, name: 'noisy 2' }),
      '--workers',
      '2',
      '--json',
    );
    expect(JSON.parse(two.stdout).rows).toEqual(table.rows);
  });
});

describe('manifest and reproduce', () => {
  it('runs the study of a manifest again and finds it identical, leaving no study behind', async () => {
    const { code } = await here.run('manifest', 'small', '--out', 'small-manifest.json');
    expect(code).toBe(0);
    const again = await here.run('reproduce', 'small-manifest.json', '--workers', '1');
    expect(again.stderr).toContain('18 of 18 cells');
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(
      /^Identical: 18 of 18 cells, \d+ of \d+ splits; all numbers are the same bit for bit\.\nComputed now: 18 of 18 cells, by Eigenbench \S+ with wasm-\S+\. Compared with: Eigenbench \S+ with wasm-\S+\.\n$/,
    );
    expect((await here.run('studies')).stdout).not.toMatch(/reproduced|verification/);
  });

  it('runs the rows that are asked for, and says which it left out', async () => {
    const only = await here.run('reproduce', 'small-manifest.json', '--only', 'BPPCA', '--json');
    const leftOut = ['PCA', '2DPCA'].map((label) => ({ label, why: 'not-asked-for' }));
    expect(JSON.parse(only.stdout)).toMatchObject({ identical: true, cells: 6, computedNow: 6, leftOut });
    const without = await here.run('reproduce', 'small-manifest.json', '--without', 'BPPCA', '--without', 'PCA');
    expect(without.stdout).toMatch(
      /^Identical: 1 of 3 rows, 6 of 6 cells, .*\n.*\nLeft out, so not checked: "PCA" \(not asked for\), "BPPCA"/,
    );
    const wrong = await here.run('reproduce', 'small-manifest.json', '--only', 'GLRAM');
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toContain('small-manifest.json has no row "GLRAM": it has "PCA", "2DPCA", "BPPCA".');
  });

  it('says in words what differs from another manifest, or that nothing does', async () => {
    expect(await here.run('diff', 'small-manifest.json', 'small')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Identical images, program, spec/) as string,
    });
    const manifest = JSON.parse(readFileSync(here.at('small-manifest.json'), 'utf8'));
    manifest.spec.seed = 8;
    writeFileSync(here.at('seed-manifest.json'), JSON.stringify(sealedManifest(manifest)));
    const { code, stdout, stderr } = await here.run('diff', 'small', 'seed-manifest.json');
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: 'Spec\n  seed: 7 in "small", 8 in seed-manifest.json.\n',
      stderr: '"small" and seed-manifest.json differ.\n',
    });
    const json = await here.run('diff', 'small', 'seed-manifest.json', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ identical: false, differences: [{ title: 'Spec' }] });
    expect((await here.run('diff', 'small', 'spec.json')).stderr).toContain('spec.json is not a manifest');
    expect((await here.run('diff', 'small', 'nowhere')).stderr).toContain('nowhere');
  });

  it('names the cell that differs, and fails', async () => {
    const manifest = JSON.parse(readFileSync(here.at('small-manifest.json'), 'utf8'));
    manifest.cells[4].predictionHash = 'f'.repeat(64);
    writeFileSync(here.at('other-manifest.json'), JSON.stringify(sealedManifest(manifest)));
    const { code, stdout, stderr } = await here.run('reproduce', 'other-manifest.json', '--json');
    expect(code).toBe(1);
    const { label, condition, repeat } = manifest.cells[4];
    const sentence = `Cell ${label}, ${condition}, repeat ${repeat} predicts other labels.`;
    expect(JSON.parse(stdout)).toMatchObject({ identical: false, differences: [sentence] });
    expect(stderr).toContain(sentence);
  });

  it('refuses a file that is no manifest, and a dataset that is not there', async () => {
    expect((await here.run('reproduce', 'spec.json')).stderr).toContain('spec.json is not a manifest');
    const manifest = JSON.parse(readFileSync(here.at('small-manifest.json'), 'utf8'));
    manifest.dataset.hash = '0'.repeat(64);
    writeFileSync(here.at('other-manifest.json'), JSON.stringify(sealedManifest(manifest)));
    const { stderr } = await here.run('reproduce', 'other-manifest.json');
    expect(stderr).toContain(
      'The workspace has no dataset with the images of "faces" (hash 000000000000…). It was made by:',
    );
    expect(stderr).toContain('  eigenbench import folder --name faces\n');
  });
});
