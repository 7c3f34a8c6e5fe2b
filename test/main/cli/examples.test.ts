// @module-tag processes
/** The example of every command runs. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandTree } from '../../../src/main/cli/commandTree.ts';
import { exampleFiles, examples } from '../../../src/main/cli/examples.ts';
import { createProgram } from '../../../src/main/cli/program.ts';
import { shellWords } from '../../support/manualBlocks.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
beforeAll(() => {
  writeFaces(here.at('orl'), { subjects: 6, perSubject: 5, rows: 28, cols: 23 });
  for (const [name, text] of Object.entries(exampleFiles)) writeFileSync(here.at(name), text);
});
afterAll(() => here.remove());

describe('the examples', () => {
  it('are one of every command that does something', async () => {
    // These have commands below them and are commands themselves; the others only have commands below them.
    const both = ['methods', 'shards'];
    const commands = commandTree(await createProgram())
      .filter(({ below }) => below.length === 0)
      .map(({ path }) => path.join(' '));
    expect(Object.keys(examples).sort()).toEqual([...commands, ...both].sort());
    for (const [words, { lines }] of Object.entries(examples)) {
      expect(
        lines.some((line) => `${line} `.startsWith(`${words} `)),
        words,
      ).toBe(true);
    }
  });

  it('run in their order', async () => {
    for (const { lines, exit = 0, elsewhere } of Object.values(examples)) {
      if (elsewhere !== undefined) continue;
      for (const [index, line] of lines.entries()) {
        const { code, stderr } = await here.run(...shellWords(line));
        const expected = index === lines.length - 1 ? exit : 0;
        expect({ line, code, stderr: code === expected ? '' : stderr }).toEqual({ line, code: expected, stderr: '' });
      }
    }
  });

  it('are shown by the help of their command', async () => {
    expect((await here.run('run', '--help')).stdout).toMatch(/\nExample:\n {2}eigenbench run spec\.json\n/);
    expect((await here.run('help', 'rm', 'study')).stdout).toContain('\n  eigenbench rm study "First study"\n');
    expect((await here.run('rm', '--help')).stdout).not.toContain('Example');
  });
});
