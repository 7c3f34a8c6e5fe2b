// @module-tag processes
/** Help and version as the launcher prints them, beside what the program prints. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersOf } from '../../scripts/cliAnswers.ts';
import { commandTree } from '../../src/main/cli/commandTree.ts';
import { createProgram } from '../../src/main/cli/program.ts';
import { scratch } from '../main/cli/harness.ts';
import { sharedFolder } from '../support/temporaryFolder.ts';

const home = join(sharedFolder(), 'node_modules/eigenbench');
const here = scratch();
afterAll(() => here.remove());
const answers = answersOf(await createProgram());

/** An installed package whose program only says that it was started. */
beforeAll(() => {
  cpSync(resolve(import.meta.dirname, '../../bin'), join(home, 'bin'), { recursive: true });
  mkdirSync(join(home, 'out/main'), { recursive: true });
  writeFileSync(join(home, 'package.json'), '{"type":"module"}');
  writeFileSync(join(home, 'out/main/cli.js'), 'console.log("started");');
});

function launch(...words: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(home, 'bin/eigenbench.js'), ...words], {
    encoding: 'utf8',
  });
  return stderr + stdout;
}

describe('help that the build writes', () => {
  it('is there for every command, beside the version', async () => {
    const lines = commandTree(await createProgram()).map(({ path }) => [...path, '--help'].join(' '));
    expect(lines.length).toBeGreaterThan(60);
    expect(Object.keys(answers).sort()).toEqual([...lines, '--version'].sort());
    expect(answers['shards status --help']).toMatch(/^Usage: eigenbench shards status/);
  });

  it('is printed without the program, as the program prints it', async () => {
    expect(launch('--help')).toBe('started\n');
    writeFileSync(join(home, 'out/main/answers.json'), JSON.stringify(answers));
    for (const words of [['--help'], ['run', '--help'], ['results', 'add', '--help'], ['--version']]) {
      expect(launch(...words), words.join(' ')).toBe((await here.run(...words)).stdout);
    }
    expect(launch('run', '-h')).toBe(answers['run --help']);
    expect(launch('-v')).toBe(answers['--version']);
  });

  it('leaves all other command lines to the program', () => {
    for (const words of [['datasets'], ['nonsense', '--help'], ['--help', 'run']]) {
      expect(launch(...words), words.join(' ')).toBe('started\n');
    }
  });
});
