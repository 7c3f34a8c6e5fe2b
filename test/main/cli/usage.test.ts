// @module-tag processes
/** What the command line says about itself and about wrong usage. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { methods } from '../../../src/core/methods/registry.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { scratch } from './harness.ts';

const here = scratch();
afterAll(() => here.remove());

describe('a command in a process of its own', () => {
  it.each([
    ['that succeeds', 0, ['methods', '--json']],
    ['that fails', 1, ['studies', '--workspace', import.meta.filename]],
    ['that is used wrongly', 2, ['datasets', '--nonsense']],
  ])('%s ends with %i, and says what it says in a process of several commands', async (_name, code, parameters) => {
    const alone = await here.start(parameters);
    expect(alone.code).toBe(code);
    expect(await here.run(...parameters)).toEqual(alone);
  });
});

describe('usage', () => {
  it.each([
    ['no command but options', ['--quiet']],
    ['an unknown command', ['nonsense']],
    ['an unknown option', ['datasets', '--nonsense']],
    ['a missing argument', ['import']],
    ['too many arguments', ['manifest', 'one', 'two']],
    ['a missing option', ['fit', '--data', 'x.npy']],
    ['an unknown format', ['table', 'study', '--format', 'word']],
    ['a size without columns', ['import', 'x', '--size', '56']],
    ['a size of nothing', ['import', 'x', '--size', '0x46']],
    ['a negative number of workers', ['run', 'spec.json', '--workers', '-1']],
    ['a port that cannot be', ['serve', '--port', '70000']],
    ['an empty workspace', ['datasets', '--workspace', '']],
    [
      'a setting without a value',
      ['fit', '--data', 'x', '--method', 'pca', '--latent', '2', '--set', 'x', '--out', 'm.json'],
    ],
    ['a model of an unknown kind', ['fit', '--data', 'x', '--method', 'pca', '--latent', '2', '--out', 'm.txt']],
  ])('exits with 2 for %s and writes nothing to standard output', async (_name, parameters) => {
    const { code, stdout, stderr } = await here.run(...parameters);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.length).toBeGreaterThan(0);
  });

  it('explains itself with --help', async () => {
    const { code, stdout } = await here.run('--help');
    expect(code).toBe(0);
    for (const command of [
      'import',
      'datasets',
      'methods',
      'run',
      'table',
      'studies',
      'serve',
      'demo',
      'fit',
      'encode',
    ]) {
      expect(stdout).toMatch(new RegExp(`^ {2}${command}\\b`, 'm'));
    }
    expect((await here.run('import', '--help')).stdout.replace(/\s+/g, ' ')).toContain('rows x columns');
  });

  it('takes --workspace before and after the command', async () => {
    const before = await here.run('--workspace', 'a.eigenbench', 'datasets');
    const after = await here.run('datasets', '--workspace', 'a.eigenbench');
    expect(before).toEqual(after);
    expect(before).toMatchObject({ code: 2, stderr: 'No workspace at a.eigenbench.\n' });
  });

  it('exits with 1 and one sentence for a file that is no workspace', async () => {
    const { code, stdout, stderr } = await here.run('studies', '--workspace', import.meta.filename);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('is not an Eigenbench workspace');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('a workspace that is damaged', () => {
  it('is named as such in one sentence', async () => {
    openWorkspace(here.at('whole.eigenbench')).close();
    const bytes = readFileSync(here.at('whole.eigenbench'));
    // The first page holds header and schema, the rest the tables.
    writeFileSync(here.at('damaged.eigenbench'), bytes.fill(0x5a, 4096));
    const { code, stdout, stderr } = await here.run('studies', '--workspace', 'damaged.eigenbench');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^.*is damaged.*\n$/);
  });
});

describe('methods', () => {
  it('lists every method with its parameters, defaults and citation', async () => {
    const { code, stdout } = await here.run('methods');
    expect(code).toBe(0);
    for (const method of methods) {
      expect(stdout).toContain(`${method.id}  ${method.title}: ${method.fullName}`);
      expect(stdout).toContain(method.citation!.title);
      for (const { name, default: value } of method.parameters) {
        const written = typeof value === 'object' ? `'${JSON.stringify(value)}'` : String(value);
        expect(stdout).toContain(`--set ${name}=${written}`);
      }
    }
  });

  it('gives the same as data with --json', async () => {
    const list = JSON.parse((await here.run('methods', '--json')).stdout);
    expect(list.map((method: { id: string }) => method.id)).toEqual(methods.map(({ id }) => id));
    expect(list[0].citation).toEqual(methods[0].citation);
    expect(list[0].parameters).toEqual(methods[0].parameters);
  });
});
