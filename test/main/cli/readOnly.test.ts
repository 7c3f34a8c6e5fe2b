// @module-tag processes
/** Commands that write, in a workspace that cannot be written: each is refused before it does anything else. */
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandTree } from '../../../src/main/cli/commandTree.ts';
import { createProgram } from '../../../src/main/cli/program.ts';
import { withoutPosix } from '../../support/skips.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
/** Of a user who owns nothing here: file modes do not hold the superuser. */
const reader = scratch({ unprivileged: true, folder: here.folder });
const CLOSED = 'closed/w.eigenbench';

/** A command line for every command that changes the workspace. */
const writing: Readonly<Record<string, readonly string[]>> = {
  import: ['folder', '--name', 'new'],
  preprocess: ['faces', '--name', 'new', '--step', 'round'],
  'find-faces': ['faces'],
  attach: ['faces', 'vectors.csv', '--as', 'new'],
  embed: ['faces', '--as', 'new'],
  detach: ['faces', 'some'],
  run: ['new.json'],
  merge: ['part.eigenbench'],
  reproduce: ['small.json'],
  recompute: ['small', '--method', 'PCA'],
  'results add': ['small', 'predictions.csv', '--label', 'new'],
  'results remove': ['small', 'Net'],
  'published add': ['small', 'published.csv'],
  'published remove': ['small', 'Nobody'],
  'papers run': ['bppca-synthetic-ranks'],
  check: ['--repair'],
  shrink: [],
  demo: [],
  'rename study': ['small', 'other'],
  'rename dataset': ['faces', 'other'],
  'rm study': ['small'],
  'rm dataset': ['faces'],
  'rm failed': ['small'],
  'restore study': ['gone'],
  'restore dataset': ['spare'],
};

/** Commands that leave the workspace as it is; what they write goes elsewhere. */
const others = new Set([
  ...['datasets', 'export', 'audit', 'studies', 'spec', 'info', 'splits', 'read-splits', 'read-mask', 'manifest'],
  ...['pack', 'diff', 'shards', 'shards status', 'shards clean', 'table', 'report', 'compare', 'power', 'ranks'],
  ...['figure', 'confusion', 'intervals', 'predictions', 'results', 'results list', 'published', 'published list'],
  ...['papers', 'papers list', 'papers show', 'papers export', 'papers report'],
  ...['methods', 'methods list', 'methods new', 'methods add', 'methods remove', 'methods check'],
  ...['fit', 'encode', 'impute', 'pairs', 'search', 'convergence', 'backup', 'serve', 'open'],
  ...['rename', 'rm', 'restore', 'doctor', 'completion', 'man', 'help'],
  // Merges into the workspace by "merge".
  'shards merge',
]);

beforeAll(async () => {
  const done = async (...parameters: string[]): Promise<string> => {
    const { code, stdout, stderr } = await here.run(...parameters, '--workspace', 'w.eigenbench');
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.anything() });
    return stdout;
  };
  writeFaces(here.at('folder'), { subjects: 5, perSubject: 4, rows: 12, cols: 10 });
  const spec = {
    name: 'small',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
    methods: [{ method: 'pca' }],
  };
  for (const name of ['small', 'new', 'gone']) {
    writeFileSync(here.at(`${name}.json`), JSON.stringify({ ...spec, name }));
  }
  writeFileSync(here.at('vectors.csv'), Array.from({ length: 20 }, (_, n) => `${n},${n % 3}`).join('\n'));
  writeFileSync(here.at('published.csv'), 'method,condition,value,source\nPCA,k=2,12.5,Nobody\n');
  for (const name of ['faces', 'spare']) await done('import', 'folder', '--name', name);
  for (const name of ['small', 'gone']) await done('run', `${name}.json`);
  await done('predictions', 'small', '--out', 'predictions.csv');
  await done('manifest', 'small', '--out', 'small.json');
  await done('studies', '--spec', 'small', '--out', 'again.json');
  await done('attach', 'faces', 'vectors.csv', '--as', 'some');
  await done('results', 'add', 'small', 'predictions.csv', '--label', 'Net');
  await done('published', 'add', 'small', 'published.csv');
  await done('rm', 'study', 'gone');
  await done('rm', 'dataset', 'spare');
  await done('backup', 'part.eigenbench');
  // Of the superuser, and not readable by others.
  rmSync(here.at('eigenbench'), { recursive: true, force: true });
  mkdirSync(here.at('closed'));
  copyFileSync(here.at('part.eigenbench'), here.at(CLOSED));
  chmodSync(here.folder, 0o777);
  chmodSync(here.at(CLOSED), 0o444);
  chmodSync(here.at('closed'), 0o555);
});
afterAll(async () => {
  chmodSync(here.at('closed'), 0o755);
  await here.remove();
});

it('every command that is declared is known to write the workspace or not to', async () => {
  const commands = commandTree(await createProgram()).slice(1);
  const declared = commands.map(({ path }) => path.join(' ')).sort();
  expect([...Object.keys(writing), ...others].sort()).toEqual(declared);
});

describe('a workspace that cannot be written', withoutPosix, () => {
  it.each(Object.entries(writing))('refuses %s at once', async (command, parameters) => {
    const line = [...command.split(' '), ...parameters];
    const { code, stdout, stderr } = await reader.run(...line, '--workspace', CLOSED);
    const notice = `"${CLOSED}" is opened read-only.`;
    const lines = stderr
      .split('\n')
      .filter((each) => each !== '' && each !== notice && !each.startsWith('Workspace: '));
    expect({ code, stdout, lines }).toEqual({
      code: 1,
      stdout: '',
      lines: [
        `The workspace is read-only: make "${CLOSED}" and its folder writable, or work on a copy ("eigenbench backup <file>").`,
      ],
    });
    expect(readdirSync(here.at('closed'))).toEqual(['w.eigenbench']);
  });

  it('prints the results of a finished study, and is checked', async () => {
    expect(await reader.run('run', 'again.json', '--workspace', CLOSED)).toMatchObject({ code: 0 });
    expect(await reader.run('check', '--workspace', CLOSED)).toMatchObject({ code: 0 });
    expect(await reader.run('restore', 'study', '--workspace', CLOSED)).toMatchObject({ code: 0 });
  });
});
