// @module-tag processes
/** What the command line says of itself: pages of the manual, the manual page, completion, what the machine lacks. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandTree } from '../../../src/main/cli/commandTree.ts';
import { exitCodes } from '../../../src/main/cli/manPage.ts';
import { manualTopics, terminalText } from '../../../src/main/cli/commands/help.ts';
import { steps } from '../../../src/main/cli/overview.ts';
import { createProgram } from '../../../src/main/cli/program.ts';
import { seeAlso } from '../../../src/main/cli/seeAlso.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { nodeFinding } from '../../../src/main/cli/commands/doctor.ts';
import { skipWhen } from '../../support/skips.ts';
import { scratch } from './harness.ts';

const here = scratch();
afterAll(() => here.remove());
const commands = commandTree(await createProgram());
const lacks = (program: string) => skipWhen(spawnSync(program, ['--version']).error !== undefined, `needs ${program}`);

describe('help', () => {
  it('prints the page of a topic, filled to the width, and lists the topics', async () => {
    const { code, stdout } = await here.run('help', 'study-specs');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\S.*\n=+\n/);
    expect((await here.run('help', 'topics')).stdout).toContain('study-specs');
    expect(manualTopics().map(({ name }) => name)).toContain('reference/methods');
    expect((await here.run('help', 'methods', '--page')).stdout).toMatch(/^Methods/);
  });

  it('prints the help of a command and names the page of the same name', async () => {
    const { stdout } = await here.run('help', 'methods');
    expect(stdout).toMatch(/^Usage: eigenbench methods/);
    expect(stdout).toContain('eigenbench help --page methods');
    expect((await here.run('help', 'rm', 'study')).stdout).toMatch(/^Usage: eigenbench rm study/);
    expect(await here.run('help', 'nonsense')).toMatchObject({ code: 2, stdout: '' });
  });

  it('leaves out the marks of Markdown', () => {
    const text = terminalText('# A *b*\n\nSee [this](x.md) and **that**,\nat 2 * 3 * 4.\n\n- one two\n', 12);
    expect(terminalText('# A\n\n<!-- generated -->\n\n<a id="b"></a>\n\nText\n', 40)).toBe('A\n=\n\nText\n');
    expect(text).toBe('A b\n===\n\nSee this and\nthat, at 2 *\n3 * 4.\n\n- one two\n');
  });
});

describe('the program without a command', () => {
  it('lists some twenty commands in the order of the work, a line each', async () => {
    const { code, stdout, stderr } = await here.run();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const names = steps.flatMap(({ commands: listed }) => Object.keys(listed));
    expect(names.length).toBeGreaterThan(15);
    expect(names.length).toBeLessThan(25);
    const known = commands.map(({ path }) => path.join(' '));
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    for (const name of names) expect(stdout).toMatch(new RegExp(`^ {2}${name} {2}`, 'm'));
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout.split('\n').length).toBeLessThan(45);
  });
});

describe('see also', () => {
  it('leads from every command to commands and pages that there are', async () => {
    const known = new Set([
      ...commands.map(({ path }) => path.join(' ')),
      ...manualTopics().map(({ name }) => `help ${name}`),
    ]);
    for (const { path } of commands.slice(1)) {
      expect(seeAlso(path), path.join(' ')).not.toEqual([]);
      expect(seeAlso(path).filter((line) => !known.has(line) || line === path.join(' '))).toEqual([]);
    }
    expect((await here.run('run', '--help')).stdout).toMatch(/\nSee also:\n {2}eigenbench spec\n(.+\n)+$/);
    expect((await here.run('results', 'add', '--help')).stdout).toContain('\n  eigenbench help own-results\n');
  });
});

describe('the manual page', () => {
  it('has all commands and exit codes', async () => {
    const { stdout } = await here.run('man');
    for (const { path } of commands.slice(1))
      expect(stdout).toContain(`.SS "eigenbench ${path.join(' ').replaceAll('-', '\\-')}`);
    for (const { code } of exitCodes) expect(stdout).toContain(`.B ${code}\n`);
  });

  it('is formatted by groff without a warning', lacks('groff'), async () => {
    const { stdout } = await here.run('man');
    const {
      stdout: page,
      stderr,
      status,
    } = spawnSync('groff', ['-man', '-ww', '-Tascii', '-rLL=78n'], {
      input: stdout.replaceAll(/[^\0-\u007f]/g, '?'),
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(page).toContain('EIGENBENCH(1)');
  });
});

describe('completion', () => {
  beforeAll(async () => {
    for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
      const { code, stdout } = await here.run('completion', shell);
      expect(code).toBe(0);
      writeFileSync(here.at(`completion.${shell}`), stdout);
    }
  });
  const run = (shell: string, script: string): string[] => {
    const { stdout, stderr } = spawnSync(shell, ['-c', script], { cwd: here.folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split(/\s+/).filter(Boolean);
  };
  const bash = (...words: string[]): string[] =>
    run(
      'bash',
      `source completion.bash; COMP_WORDS=(eigenbench ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _eigenbench; echo "\${COMPREPLY[@]}"`,
    );
  const zsh = (...words: string[]): string[] =>
    run(
      'zsh',
      `compdef() {}; compadd() { print -l -- "\${@[2,-1]}" }; _files() { print FILES }
       _describe() { print -l -- "\${(@)\${(P)2}%%:*}" }
       source ./completion.zsh; words=(eigenbench ${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length + 1}; _eigenbench`,
    );
  const fish = (line: string): string[] =>
    run('fish', `source completion.fish; complete -C '${line}' | string split -f1 \\t`).filter((word) => word !== '');

  it('of bash offers commands, those below, options and values', lacks('bash'), () => {
    expect(bash('im')).toEqual(['import', 'impute']);
    expect(bash('results', '')).toEqual(['add', 'list', 'remove']);
    expect(bash('run', 'spec.json', '--ex')).toEqual(['--extend']);
    expect(bash('import', '--filter', '')).toEqual(['area', 'bilinear', 'bicubic']);
    expect(bash('run', '')).toEqual([]);
  });

  it('of zsh offers the same', lacks('zsh'), () => {
    expect(zsh('im')).toEqual(expect.arrayContaining(['import', 'impute', 'results']));
    expect(zsh('results', '')).toEqual(['add', 'list', 'remove']);
    expect(zsh('run', '-')).toEqual(expect.arrayContaining(['--extend', '--workers']));
    expect(zsh('import', '--filter', '')).toEqual(['area', 'bilinear', 'bicubic']);
    expect(zsh('run', '')).toEqual(['FILES']);
  });

  it('of fish offers the same', lacks('fish'), () => {
    expect(fish('eigenbench im')).toEqual(expect.arrayContaining(['import', 'impute']));
    expect(fish('eigenbench results ')).toEqual(expect.arrayContaining(['add', 'list', 'remove']));
    expect(fish('eigenbench run --ex')).toContain('--extend');
    expect(fish('eigenbench import --filter ')).toEqual(['area', 'bicubic', 'bilinear']);
  });

  it('of PowerShell names all commands', lacks('pwsh'), () => {
    const { stdout } = spawnSync(
      'pwsh',
      [
        '-NoProfile',
        '-Command',
        `. ./completion.powershell; (TabExpansion2 'eigenbench im' 13).CompletionMatches.CompletionText`,
      ],
      { cwd: here.folder, encoding: 'utf8' },
    );
    expect(stdout.split(/\s+/)).toEqual(expect.arrayContaining(['import', 'impute']));
  });
});

describe('doctor', () => {
  it('refuses versions of Node that are too old or have known vulnerabilities, and says what other systems have', () => {
    const installed = { linux: '24.21.0', darwin: '26.10.0' };
    const told = (version: string) => {
      const { state, found, remedy } = nodeFinding(version, installed);
      return [state, found, remedy];
    };
    expect(told('22.23.2')).toEqual(['bad', 'v22.23.2', 'install Node 24 or newer']);
    expect(told('24.9.0')).toEqual(['bad', 'v24.9.0 with known vulnerabilities', 'install Node 24.14.1 or newer']);
    expect(told('25.8.1')).toEqual(['bad', 'v25.8.1 with known vulnerabilities', 'install Node 25.8.2 or newer']);
    expect(told('24.14.1')).toEqual(['good', 'v24.14.1', null]);
    expect(told('26.10.0')).toEqual(['good', 'v26.10.0; 24.21.0 on other systems', null]);
  });

  it('says one line per thing with its remedy, makes nothing, and finds a damaged workspace', async () => {
    const { code, stdout } = await here.run('doctor');
    expect(code).toBe(0);
    for (const what of ['Node', 'numerical kernels', 'memory', 'Electron', 'browser', 'fonts', 'Python', 'workspace']) {
      expect(stdout).toMatch(new RegExp(`^(ok|optional) +${what} `, 'm'));
    }
    expect(existsSync(here.at('eigenbench'))).toBe(false);
    openWorkspace(here.at('w.eigenbench')).close();
    const findings = JSON.parse((await here.run('doctor', '--json', '--workspace', 'w.eigenbench')).stdout);
    expect(findings.at(-1)).toMatchObject({ what: 'workspace', state: 'good', remedy: null });
    writeFileSync(here.at('bad.eigenbench'), 'x'.repeat(5000));
    const bad = await here.run('doctor', '--workspace', 'bad.eigenbench');
    expect(bad).toMatchObject({ code: 1, stderr: 'Missing requirements: workspace.\n' });
    expect(bad.stdout).toMatch(/^missing +workspace +.*not an Eigenbench workspace/m);
  });
});
