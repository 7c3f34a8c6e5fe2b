// @module-tag processes
/** A study is packed, sent, and rerun from the parcel alone; each fault of a parcel is named. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_PIXELS, writeProgram } from '../external/ownProgram.ts';
import { sealedParcel } from '../../support/parcels.ts';
import { scratch, writeFaces } from './harness.ts';

/** `here` made the study; `there` has only the parcel. */
const [here, there] = [scratch(), scratch()];
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const entriesOf = (name: string): Record<string, Uint8Array> => unzipSync(readFileSync(here.at(name)));
type Entry = Record<string, unknown>;

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 4, perSubject: 5, rows: 14, cols: 12 });
  await here.run('import', 'folder', '--name', 'faces', '--size', '10x8');
  // Wherever it is started it leaves a mark.
  writeProgram(
    here.at('own'),
    `import { writeFileSync } from 'node:fs';
     ${FIRST_PIXELS}
     writeFileSync(${JSON.stringify(there.at('started'))}, '');
     serve('own', { fit, encode });`,
  );
  await here.run('methods', 'add', 'own');
  const spec = {
    name: 'small',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
    // The splits that the numbers below are of.
    draws: 'pixels',
    methods: [
      { method: 'pca', latent: [2, 4] },
      { method: 'own', label: 'Mine `x`', latent: [3] },
    ],
  };
  writeFileSync(here.at('spec.json'), JSON.stringify(spec));
  expect((await here.run('run', 'spec.json')).code).toBe(0);
  expect(await here.run('pack', 'small', '--out', 'plain.zip')).toMatchObject({
    code: 0,
    stdout: 'Packed "small" without its images in plain.zip.\n',
  });
  expect((await here.run('pack', 'small', '--out', 'full.zip', '--images', '--predictions')).code).toBe(0);
});
afterEach(() => {
  rmSync(there.at('eigenbench'), { recursive: true, force: true });
  rmSync(there.at('started'), { force: true });
});
afterAll(async () => {
  await here.remove();
  await there.remove();
});

/** Reproduces a parcel there; its images, where they are given, from a folder. */
async function reproduced(entries: Record<string, Uint8Array>, ...options: readonly string[]) {
  writeFileSync(there.at('study.zip'), zipSync(entries));
  return there.run('reproduce', 'study.zip', ...options);
}

/** The entries of the parcel with its images, with a manifest that is another one. */
function withManifest(change: (manifest: Entry) => void): Record<string, Uint8Array> {
  const entries = entriesOf('full.zip');
  const manifest = JSON.parse(text(entries['manifest.json'])) as Entry;
  change(manifest);
  return sealedParcel({ ...entries, 'manifest.json': Buffer.from(JSON.stringify(manifest)) });
}

describe('a parcel', () => {
  it('is plain files with a README, the same at every packing, and the images on demand only', async () => {
    const plain = entriesOf('plain.zip');
    expect(Object.keys(plain)).toEqual([
      'README.md',
      'ro-crate-metadata.json',
      'manifest.json',
      'results/table.md',
      'results/table.csv',
      'results/cells.csv',
      'results/report.html',
      'results/references.bib',
      'splits.json',
      'spec.json',
      'methods/own/eigenbench-method.mjs',
      'methods/own/method.json',
      'methods/own/method.mjs',
      'files.json',
    ]);
    const added = Object.keys(entriesOf('full.zip')).filter((name) => !(name in plain));
    expect(added).toEqual(['results/predictions.csv', 'images/images.npz']);
    for (const name of ['method.json', 'method.mjs']) {
      expect(text(plain[`methods/own/${name}`])).toBe(readFileSync(here.at(`own/${name}`), 'utf8'));
    }
    const again = await here.run('manifest', 'small');
    expect(text(plain['manifest.json'])).toBe(again.stdout);
    await here.run('pack', 'small', '--out', 'again.zip');
    expect(readFileSync(here.at('again.zip')).equals(readFileSync(here.at('plain.zip')))).toBe(true);
  });

  it('has the attached vectors that rows use, and attaches them where it is run again', async () => {
    const vectors = Array.from({ length: 20 }, (_, n) => [Math.sin(n), Math.cos(n / 3), n % 5].join(','));
    writeFileSync(here.at('deep.csv'), vectors.join('\n'));
    await here.run('attach', 'faces', 'deep.csv', '--as', 'deep');
    const spec = {
      name: 'vectors',
      dataset: 'faces',
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
      methods: [{ method: 'pca', latent: [2], features: ['deep'] }],
    };
    writeFileSync(here.at('vectors.json'), JSON.stringify(spec));
    expect((await here.run('run', 'vectors.json')).code).toBe(0);
    await here.run('pack', 'vectors', '--out', 'vectors.zip', '--images');
    const entries = entriesOf('vectors.zip');
    expect(text(entries['README.md'])).toContain('3 numbers for each of the 20 images in order');
    expect(entries['vectors/deep.npy'].length).toBe(128 + 8 * 60);
    const { code, stdout, stderr } = await reproduced(entries);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('Attached deep to "faces" from study.zip.'),
    });
    expect(stdout).toMatch(/^Identical: 2 of 2 cells, 2 of 2 splits, 1 of 1 vectors; .* bit for bit\.\n/);
    rmSync(there.at('eigenbench'), { recursive: true, force: true });
    const changed = Uint8Array.from(entries['vectors/deep.npy']);
    changed[130] ^= 1;
    const tampered = { ...entries, 'vectors/deep.npy': changed };
    const forged = sealedParcel(tampered);
    for (const vectorsHere of [false, true]) {
      if (vectorsHere) expect((await reproduced(entries)).code).toBe(0);
      expect(await reproduced(tampered)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^study\.zip: vectors\/deep\.npy is not as packed: its SHA-256 is /),
      });
      expect(await reproduced(forged)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^study\.zip: vectors\/deep\.npy does not hold the vectors of the manifest \(SHA-256 /,
        ),
      });
    }
  });

  it('says first what it is, what makes its images, and that nothing of a method runs by itself', () => {
    const plain = text(entriesOf('plain.zip')['README.md']);
    expect(plain).toContain('eigenbench reproduce study.zip --images <folder or file>');
    expect(plain).toContain('    eigenbench import folder --name faces --size 10x8');
    // Drawn faces in the layout of ORL.
    expect(plain).toContain('with these terms: free for research with credit to the Olivetti Research Laboratory.');
    expect(plain).toMatch(/- `` Mine `x` ``, version [0-9a-f]{16}: `methods\/own`/);
    const full = text(entriesOf('full.zip')['README.md']);
    expect(full).toContain('Passing on the parcel passes on the images.');
    expect(full).not.toContain('eigenbench import');
  });

  it('is an RO-Crate: every file is in its metadata, and only those', () => {
    const entries = entriesOf('full.zip');
    const { '@context': context, '@graph': graph } = JSON.parse(text(entries['ro-crate-metadata.json'])) as {
      '@context': string;
      '@graph': Entry[];
    };
    expect(context).toBe('https://w3id.org/ro/crate/1.1/context');
    const byId = new Map(graph.map((entity) => [entity['@id'], entity]));
    expect(byId.get('ro-crate-metadata.json')).toMatchObject({ about: { '@id': './' } });
    const root = byId.get('./') as { hasPart: { '@id': string }[]; datePublished: string };
    expect(root.datePublished).toMatch(/^\d{4}-\d\d-\d\d$/);
    const parts = root.hasPart.map((part) => part['@id']);
    const files = Object.keys(entries).filter((name) => name !== 'ro-crate-metadata.json');
    expect(parts).toEqual(files);
    for (const part of parts) expect(byId.get(part)).toMatchObject({ '@type': 'File', name: expect.any(String) });
  });

  it('is run again from itself alone; rows of methods that nobody has trusted are left out, and nothing is started', async () => {
    const { code, stdout, stderr } = await reproduced(entriesOf('full.zip'));
    expect(stderr).toContain('Took "faces" from study.zip: its images match the manifest.');
    // What was asked for is the whole study.
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(
      "Incomplete: only 1 of 2 rows, 2 of 4 cells, 2 of 2 splits, 0 of 1 methods' files could be compared; these are the same.\n",
    );
    expect(stderr).toContain('Left out, so not checked: "Mine `x`" (an external method that is not registered here).');
    expect(stderr).toContain(
      'study.zip has the files of own in methods/own. Unpack and read them, register what you trust',
    );
    expect(stderr).toContain('To leave rows out: --without "Mine `x`".');
    const asked = await reproduced(entriesOf('full.zip'), '--without', 'Mine `x`');
    expect(asked.stdout).toMatch(/^Identical: 1 of 2 rows, 2 of 2 cells, 2 of 2 splits; .* bit for bit\.\n/);
    expect(asked.code).toBe(0);
    expect(existsSync(there.at('started'))).toBe(false);
    // The dataset is kept, and names the parcel as its origin.
    const [{ source }] = JSON.parse((await there.run('datasets', '--json')).stdout);
    expect(source).toBe('study.zip, images/images.npz');
  });

  it('is run again whole where its method was unpacked and registered', async () => {
    const entries = entriesOf('full.zip');
    for (const name of Object.keys(entries).filter((each) => each.startsWith('methods/'))) {
      mkdirSync(dirname(there.at(name)), { recursive: true });
      writeFileSync(there.at(name), entries[name]);
    }
    // By another interpreter.
    const declaration = JSON.parse(readFileSync(there.at('methods/own/method.json'), 'utf8')) as { command: string[] };
    symlinkSync(process.execPath, there.at('interpreter'));
    const command = declaration.command.with(0, there.at('interpreter'));
    writeFileSync(there.at('methods/own/method.json'), JSON.stringify({ ...declaration, command }));
    expect((await there.run('methods', 'add', 'methods/own')).code).toBe(0);
    const { code, stdout } = await reproduced(entries, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ identical: true, cells: 4, computedNow: 4, leftOut: [] });
    expect(code).toBe(0);
    // A byte of it changed is another version, which is not compared.
    writeFileSync(there.at('methods/own/method.mjs'), `${text(entries['methods/own/method.mjs'])}\n`);
    await there.run('methods', 'add', 'methods/own');
    expect((await reproduced(entries)).stderr).toContain(
      'an external method that is registered here in another version',
    );
  });

  it('takes its images from the files of the database where it has none', async () => {
    cpSync(here.at('folder'), there.at('folder'), { recursive: true });
    const refused = await reproduced(entriesOf('plain.zip'));
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('eigenbench import folder --name faces'),
    });
    const { code, stdout } = await reproduced(entriesOf('plain.zip'), '--images', 'folder', '--only', 'PCA');
    expect(stdout).toMatch(/^Identical: 1 of 2 rows, 2 of 2 cells/);
    expect(code).toBe(0);
  });

  it('has the files that computed it of a method whose folder has changed since, and says so where they are not kept', async () => {
    const file = here.at('own/method.mjs');
    const before = readFileSync(file, 'utf8');
    try {
      writeFileSync(file, `${before}\n`);
      expect((await here.run('pack', 'small', '--out', 'kept.zip')).stderr).toBe('');
      expect(text(entriesOf('kept.zip')['methods/own/method.mjs'])).toBe(before);
      const database = new Database(here.at('eigenbench/workspace.eigenbench'));
      database.exec('DELETE FROM study_methods');
      database.close();
      const { stderr } = await here.run('pack', 'small', '--out', 'changed.zip');
      expect(stderr).toContain('Without the files of "Mine `x`": its folder could not be read, or has changed');
    } finally {
      writeFileSync(file, before);
    }
    const entries = entriesOf('changed.zip');
    expect(Object.keys(entries).filter((name) => name.startsWith('methods/'))).toEqual([]);
    expect(text(entries['README.md'])).toContain('not in the parcel; its folder could not be read, or has changed');
  });
});

describe('a parcel that is not as it was written', () => {
  it('has a tampered number named', async () => {
    const tampered = withManifest((manifest) => {
      const [cell] = (manifest as unknown as { cells: { errors: number[] }[] }).cells;
      cell.errors[0]++;
    });
    const { code, stderr } = await reproduced(tampered);
    expect(stderr).toMatch(
      /Not identical: 1 of 2 rows, 1 of 4 cells, .*\n {2}Cell PCA, k=2, repeat 1 has other errors: \d+(, \d+)*, now \d+/,
    );
    expect(code).toBe(1);
  });

  it('has a tampered table, cell, spec or method named', async () => {
    const entries = entriesOf('full.zip');
    for (const name of Object.keys(entries).filter((each) => each.startsWith('methods/'))) {
      mkdirSync(dirname(there.at(name)), { recursive: true });
      writeFileSync(there.at(name), entries[name]);
    }
    expect((await there.run('methods', 'add', 'methods/own')).code).toBe(0);
    const { stdout } = await reproduced(entries);
    expect(stdout).toMatch(/^Identical: 4 of 4 cells, 2 of 2 splits, 1 of 1 methods' files; /);
    expect(stdout).toContain(
      'Not checked in study.zip: README.md, ro-crate-metadata.json, results/table.md, results/report.html, results/references.bib.\n',
    );
    const changed = (name: string, from: RegExp, to: string) => {
      const before = text(entries[name]);
      expect(before).toMatch(from);
      return [name, Buffer.from(before.replace(from, to))] as const;
    };
    const changes = [
      changed('results/table.csv', /k=2,\d/, 'k=2,99'),
      changed('results/table.md', /\d\.\d ±/, '99.0 ±'),
      changed('results/cells.csv', /wrong,\d+/, 'wrong,999'),
      changed('results/predictions.csv', /,s1,s\d,/, ',s1,s9,'),
      changed('splits.json', /"train":\[\d/, '"train":[1'),
      changed('spec.json', /"seed": \d+/, '"seed": 99'),
    ];
    for (const [name, content] of changes) {
      const { code, stderr } = await reproduced({ ...entries, [name]: content });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^study\.zip( cannot be read)?: /);
      expect(stderr).toContain(name);
    }
    const tampered = await reproduced(sealedParcel({ ...entries, ...Object.fromEntries(changes) }));
    expect(tampered.code).toBe(1);
    expect(tampered.stderr).toContain('Not identical: ');
    expect(tampered.stderr).toMatch(/results\/table\.csv differs: "PCA,pca,k=2,99.*", now "PCA,pca,k=2,0/);
    expect(tampered.stderr).toMatch(/results\/table\.md differs: "\|.*99\.0 ±/);
    expect(tampered.stderr).toMatch(/results\/cells\.csv differs: "PCA,pca,.*wrong,999", now "PCA,pca,.*wrong,/);
    expect(tampered.stderr).toMatch(/results\/predictions\.csv differs: ".*,s1,s9,/);
    expect(tampered.stderr).toContain('splits.json does not have the splits of the study.');
    expect(tampered.stderr).toContain('spec.json is not the spec of the manifest.');
    const program = sealedParcel({
      ...entries,
      ...Object.fromEntries([changed('methods/own/method.mjs', /$/, '\n// harmless\n')]),
    });
    for (const registered of [true, false]) {
      if (!registered) await there.run('methods', 'remove', 'own');
      const { code, stdout: said, stderr } = await reproduced(program);
      expect({ code, said }).toEqual({ code: 1, said: '' });
      expect(stderr).toContain('methods/own does not hold the program of own that computed its rows');
      expect(stderr).not.toContain('register');
    }
    // If a row is left out, tables of all rows cannot be compared.
    expect((await reproduced(entries, '--only', 'PCA')).stdout).toContain(
      'Not checked in study.zip: README.md, ro-crate-metadata.json, results/table.md',
    );
  });

  it('has other images refused, and keeps nothing of them', async () => {
    const other = scratch();
    writeFaces(other.at('f'), { subjects: 4, perSubject: 4, rows: 14, cols: 12 });
    await other.run('import', 'f', '--name', 'faces', '--size', '10x8');
    await other.run('export', 'faces', '--out', 'f.npz');
    const images = readFileSync(other.at('f.npz'));
    await other.remove();
    const { code, stderr } = await reproduced(sealedParcel({ ...entriesOf('full.zip'), 'images/images.npz': images }));
    expect(stderr).toMatch(/images\.npz does not hold the images of the manifest \(hash [0-9a-f]{12}…, expected/);
    expect(code).toBe(1);
    expect((await there.run('datasets')).stdout).not.toContain('faces');
  });

  it.each([
    [
      'no manifest',
      () => ({ 'README.md': Buffer.from('') }),
      /expected a parcel with manifest\.json, found an archive/,
    ],
    ['no list of its files', () => ({ 'manifest.json': Buffer.from('{}') }), /expected files\.json in the parcel/],
    [
      'another manifest',
      () => sealedParcel({ 'manifest.json': Buffer.from('{}') }),
      /manifest\.json is not a manifest/,
    ],
    [
      'a file that is not listed',
      () => ({ ...entriesOf('plain.zip'), 'notes.txt': Buffer.from('x') }),
      /expected only files that files\.json lists, found notes\.txt/,
    ],
    [
      'a file missing',
      () => Object.fromEntries(Object.entries(entriesOf('plain.zip')).filter(([name]) => name !== 'results/table.md')),
      /expected results\/table\.md, which files\.json lists, found no such file/,
    ],
    [
      'a method of no row',
      () => sealedParcel({ ...entriesOf('full.zip'), 'methods/other/run.sh': Buffer.from('x') }),
      /expected only methods of the study in methods\/, found other/,
    ],
    [
      'lists without end',
      () => sealedParcel({ 'manifest.json': Buffer.from('['.repeat(200_000)) }),
      /manifest\.json: expected lists and fields at most 100 levels deep, found 200000/,
    ],
    [
      'names that lead out of it',
      () => ({ '../../out.txt': Buffer.from('x'), '/tmp/eigenbench-out.txt': Buffer.from('x') }),
      /expected a parcel with manifest\.json/,
    ],
  ])('is refused with %s', async (_, entries, sentence) => {
    const { code, stdout, stderr } = await reproduced(entries());
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(existsSync(there.at('../../out.txt'))).toBe(false);
    expect(existsSync('/tmp/eigenbench-out.txt')).toBe(false);
  });

  it('is refused as a folder, with the file to name', async () => {
    mkdirSync(there.at('unpacked'), { recursive: true });
    writeFileSync(there.at('unpacked/manifest.json'), entriesOf('full.zip')['manifest.json']);
    const { code, stderr } = await there.run('reproduce', 'unpacked');
    expect(stderr).toBe(
      'unpacked: expected a manifest or a parcel (.zip), found a folder. Name the file, or unpacked/manifest.json in it.\n',
    );
    expect(code).toBe(1);
  });

  it('is refused where it is cut, claims more than it has, or has two manifests', async () => {
    const whole = Buffer.from(zipSync(entriesOf('plain.zip')));
    const refused = async (bytes: Uint8Array): Promise<string> => {
      writeFileSync(there.at('study.zip'), bytes);
      const { code, stderr } = await there.run('reproduce', 'study.zip');
      expect(code).toBe(1);
      return stderr;
    };
    expect(await refused(whole.subarray(0, whole.length / 2))).toContain('the file is truncated or no archive');
    // The claim of the directory: four gigabytes less one.
    const name = whole.lastIndexOf('manifest.json');
    const lying = Buffer.from(whole);
    lying.writeUInt32LE(0xfffffffe, name - 46 + 24);
    expect(await refused(lying)).toMatch(
      /expected \d+ bytes of manifest\.json, as files\.json lists, found 4294967294/,
    );
    const two = Buffer.from(zipSync({ 'manifest.json': Buffer.from('{}'), 'manifest.jsox': Buffer.from('{}') }));
    expect(await refused(Buffer.from(two.toString('latin1').replaceAll('jsox', 'json'), 'latin1'))).toContain(
      'expected one manifest.json in the archive, found several',
    );
  });
});
