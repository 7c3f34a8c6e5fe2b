// @module-tag processes
/** Methods from outside through the command line: in a study like any other, by their version, and never by a file. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_PIXELS, writeProgram } from '../external/ownProgram.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const spec = (name: string, methods: readonly object[]): string => {
  const latent = { from: 1, to: 4 };
  const study = {
    name,
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
    methods: methods.map((method) => ({ latent, ...method })),
  };
  writeFileSync(here.at(`${name}.json`), JSON.stringify(study));
  return `${name}.json`;
};
const rows = async (study: string): Promise<string[]> => {
  const { stdout } = await here.run('table', study, '--format', 'csv', '--long');
  return stdout.trim().split(/\r?\n/);
};

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 6, perSubject: 5, rows: 14, cols: 12 });
  await here.run('import', 'folder', '--name', 'faces');
});
afterAll(() => here.remove());

describe('eigenbench methods', () => {
  it('writes an example, registers it, and its row stands in tables with the errors of our PCA', async () => {
    expect(
      (await here.run('methods', 'new', 'own-pca', '--language', 'node', '--interpreter', process.execPath)).code,
    ).toBe(0);
    const added = await here.run('methods', 'add', 'own-pca');
    expect(added.stdout).toMatch(/^Registered "own-pca" \(Own pca\), version [0-9a-f]{16}, in .*methods\.json\.\n$/);
    expect(added.stderr).toContain('will run with your rights');
    expect((await here.run('methods')).stdout).toContain('own-pca  Own pca');
    const { code, stdout } = await here.run('run', spec('both', [{ method: 'pca' }, { method: 'own-pca' }]));
    expect(code).toBe(0);
    const line = (label: string) => new RegExp(`^${label} +(\\d.*)$`, 'm').exec(stdout)![1];
    expect(line('Own pca')).toBe(line('PCA'));
    expect((await here.run('table', 'both', '--format', 'latex')).stdout).toContain('Own pca &');
    expect((await here.run('report', 'both', '--out', 'report.html')).code).toBe(0);
    const { spec: stored } = JSON.parse((await here.run('manifest', 'both')).stdout);
    expect(stored.methods[1].program.version).toBe(/version ([0-9a-f]{16})/.exec(added.stdout)![1]);
    expect(stored.methods[0]).not.toHaveProperty('program');
  });

  it.each(['check', 'add'])('refuses placeholders in place of a publication at %s', async (command) => {
    writeProgram(here.at('cited'), FIRST_PIXELS);
    const file = here.at('cited/method.json');
    const declaration = JSON.parse(readFileSync(file, 'utf8'));
    const citation = { ...declaration.citation, authors: ['Your Name'], title: 'Title of the paper' };
    writeFileSync(file, JSON.stringify({ ...declaration, citation }));
    const refused = await here.run('methods', command, 'cited');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(
      'expected the publication of the method in citation.authors and citation.title, found placeholders. Remove "citation"',
    );
  });

  it('gives the same numbers whatever the number of workers', async () => {
    const hashes = async (name: string, workers: string): Promise<unknown> => {
      expect((await here.run('run', spec(name, [{ method: 'own-pca' }]), '--workers', workers)).code).toBe(0);
      const { cells } = JSON.parse((await here.run('manifest', name)).stdout);
      return cells.map(({ predictionHash }: { predictionHash: string }) => predictionHash);
    };
    expect(await hashes('two', '2')).toEqual(await hashes('one', '1'));
  });

  it('fits and encodes outside of studies', async () => {
    const fit = await here.run('fit', '--method', 'own-pca', '--latent', '3', '--data', 'faces', '--out', 'm.json');
    expect(fit.code).toBe(0);
    const encode = await here.run('encode', '--model', 'm.json', '--data', 'faces', '--out', 'codes.npy');
    expect(encode.code).toBe(0);
  });

  it('asks again for a program that has changed, and never mixes its results with the old ones', async () => {
    const before = await rows('both');
    appendFileSync(here.at('own-pca/method.mjs'), '\n// Changed.\n');
    expect((await here.run('methods', 'list')).stdout).toContain('own-pca  Own pca: changed');
    const refused = await here.run('run', spec('again', [{ method: 'own-pca' }]));
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('have changed since it was registered');
    const added = await here.run('methods', 'add', 'own-pca');
    expect(added.stdout).toContain('in place of version');
    expect(added.stderr).toContain('Bibliographies will have no entry for it: its method.json has no "citation".\n');
    // The stored study keeps its version and its results.
    expect(await rows('both')).toEqual(before);
    const stored = JSON.parse((await here.run('manifest', 'both')).stdout).spec;
    writeFileSync(here.at('old.json'), JSON.stringify({ ...stored, name: 'old' }));
    const old = await here.run('run', 'old.json');
    expect(old.code).toBe(2);
    expect(old.stderr).toMatch(
      /the spec names version [0-9a-f]{16} of Own pca, the registered version is [0-9a-f]{16}/,
    );
    expect((await here.run('run', 'again.json')).code).toBe(0);
  });

  it('reads stored results where the method is not registered, and computes none', async () => {
    const before = await rows('both');
    expect((await here.run('methods', 'remove', 'own-pca')).code).toBe(0);
    expect(await rows('both')).toEqual(before);
    expect((await here.run('table', 'both')).stdout).toContain('Own pca');
    const { stdout: bibtex } = await here.run('table', 'both', '--format', 'bibtex');
    expect(bibtex).toContain('% Own pca has no entry: its method.json has no "citation".\n');
    const stored = JSON.parse((await here.run('manifest', 'both')).stdout).spec;
    writeFileSync(here.at('copy.json'), JSON.stringify({ ...stored, name: 'copy' }));
    const { code, stderr } = await here.run('run', 'copy.json');
    expect(code).toBe(1);
    expect(stderr).toContain('is an external method that is not registered here');
    await here.run('manifest', 'both', '--out', 'both-manifest.json');
    const refused = await here.run('recompute', 'both', '--method', 'Own pca');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('is an external method that is not registered here');
    // The other rows are reproduced; which one was not, the verdict says.
    const reproduced = await here.run('reproduce', 'both-manifest.json');
    expect(reproduced).toMatchObject({ code: 1, stdout: '' });
    expect(reproduced.stderr).toMatch(/^Incomplete: only \d+ of \d+ rows, \d+ of \d+ cells, /m);
    expect(reproduced.stderr).toContain(
      'Left out, so not checked: "Own pca" (an external method that is not registered here).\n',
    );
    const alone = await here.run('reproduce', 'both-manifest.json', '--only', 'Own pca');
    expect(alone).toMatchObject({ code: 1, stdout: '' });
    expect(alone.stderr).toContain('both-manifest.json: no row is left to run again here: "');
    expect((await here.run('studies')).stdout).not.toMatch(/verification|recomputed|reproduced/);
    expect((await here.run('methods', 'remove', 'own-pca')).stderr).toContain('there are none');
  });

  it('fails the cells of a program that dies, with its last words, and goes on with the others', async () => {
    writeProgram(
      here.at('dying'),
      `${FIRST_PIXELS}\nserve('own', { encode, fit() { console.error('out of memory'); process.exit(9); } });`,
    );
    expect((await here.run('methods', 'add', 'dying')).code).toBe(0);
    const { stderr } = await here.run('run', spec('dead', [{ method: 'own' }, { method: 'pca' }]));
    expect(stderr).toContain('it ended with exit code 9');
    expect(stderr).toContain('out of memory');
    const { cells } = JSON.parse((await here.run('manifest', 'dead')).stdout);
    const states = cells.map(({ label, status }: { label: string; status: string }) => `${label} ${status}`);
    expect(new Set(states)).toEqual(new Set(['Own failed', 'PCA done']));
  });

  it('refuses a folder without a method, an id that is taken, and a program that does not speak', async () => {
    expect((await here.run('methods', 'add', 'folder')).stderr).toContain('method.json');
    writeProgram(here.at('taken'), FIRST_PIXELS, { id: 'pca' });
    expect((await here.run('methods', 'add', 'taken')).stderr).toContain('"pca" is a method of Eigenbench');
    writeProgram(here.at('silent'), `console.error('no numpy here'); process.exit(1);`, { id: 'silent' });
    const { code, stderr } = await here.run('methods', 'add', 'silent');
    expect(code).toBe(1);
    expect(stderr).toContain('it ended with exit code 1');
    expect(stderr).toContain('no numpy here');
    expect((await here.run('methods', 'list')).stdout).not.toContain('silent');
  });

  it('prints what a program keeps and breaks, and fails where it breaks a rule', async () => {
    writeProgram(
      here.at('lying'),
      `${FIRST_PIXELS}\nlet calls = 0;
       const moving = (...input) => { const codes = encode(...input); codes.data[0] += ++calls; return codes; };
       serve('lying', { fit, encode: moving });`,
      { id: 'lying' },
    );
    const { code, stdout, stderr } = await here.run('methods', 'check', 'lying');
    expect(code).toBe(1);
    expect(stdout).toContain('✗ Gives the same numbers for the same seed.');
    expect(stdout).toMatch(/Takes missing pixels.* Images with missing pixels are not sent\./);
    expect(stderr).toMatch(/Own breaks \d+ of 14 rules/);
  });

  it('says once why rules, cells and studies fail for the same reason', async () => {
    const fit = `() => { console.error('out of luck'); process.exit(7); }`;
    writeProgram(here.at('unlucky'), `${FIRST_PIXELS}\nserve('unlucky', { fit: ${fit}, encode });`, {
      id: 'unlucky',
      title: 'Unlucky',
    });
    const reason = 'Unlucky: the program failed: it ended with exit code 7.\n';
    const { stdout } = await here.run('methods', 'check', 'unlucky');
    expect(stdout.split(reason)).toHaveLength(2);
    expect(stdout.split('out of luck')).toHaveLength(2);
    expect(stdout).toContain(
      '✗ Keeps models apart. Fails as “Fits and encodes at small, middle and largest latent shapes” does.\n',
    );
    await here.run('methods', 'add', 'unlucky');
    const { stderr } = await here.run('run', spec('unlucky-study', [{ method: 'unlucky' }]));
    const failed =
      `  2 cells: ${reason}      Standard error:\n      out of luck\n` +
      '    Unlucky, k=2, repeat 1; Unlucky, k=2, repeat 2';
    expect(stderr).toContain(`2 cells failed:\n${failed}`);
    expect((await here.run('info', 'unlucky-study')).stdout).toContain(`2 failed cells:\n${failed}`);
  });

  it('is tried on a few images of a dataset, and says how many it recognises', async () => {
    const given = ['methods', 'new', 'tried', '--language', 'node', '--interpreter', process.execPath];
    expect((await here.run(...given)).code).toBe(0);
    const { code, stdout, stderr } = await here.run('methods', 'check', 'tried', '--data', 'faces');
    expect(code, stderr).toBe(0);
    // Of five images of six subjects four train and one is a test.
    expect(stdout).toContain('24 images of 14 × 12 at (1), (8), (23).');
    expect(stdout).toMatch(/[3-6] of 6 test images get their subject\./);
    const unknown = await here.run('methods', 'check', 'tried', '--data', 'nothing');
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('"nothing"');
  });

  it('never starts what a spec or a workspace names', async () => {
    const marker = here.at('started');
    writeProgram(
      here.at('evil'),
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker)}, '');`,
      {
        id: 'evil',
      },
    );
    const declaration = JSON.parse(readFileSync(here.at('evil/method.json'), 'utf8'));
    const program = { version: '0123456789abcdef', declaration };
    const { code } = await here.run('run', spec('evil', [{ method: 'evil', program }]));
    expect(code).toBe(2);
    expect(() => readFileSync(marker)).toThrow('ENOENT');
  });
});
