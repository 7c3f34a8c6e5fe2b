/** The help of commands: lines that say what to do, in the syntax and the words of the field. */
import { describe, expect, it } from 'vitest';
import { commandTree, type DeclaredCommand } from '../../../src/main/cli/commandTree.ts';
import { createProgram } from '../../../src/main/cli/program.ts';
import { foreignPhrases } from '../../support/foreignPhrases.ts';
import { TRANSLATED } from '../../support/translatedSyntax.ts';

const commands = commandTree(await createProgram()).slice(1);

/** First words of the lines of commands. A new one is added here if it is a verb. */
const VERBS = new Set(
  `add attach audit back check compare compute delete describe draw encode explain export fill find fit forget generate import list
  merge pack preprocess print rank read reclaim recompute register remove rename restore run score serve show test turn
  unregister write make`.split(/\s+/),
);

describe('the line of every command', () => {
  it.each(commands.map(({ path, description }) => [path.join(' '), description]))('%s: %s', (_, description) => {
    expect([...VERBS]).toContain(/^[a-z]+/.exec(description)?.[0]);
  });
});

describe('the help', () => {
  it('has no words and no syntax that read as translated', () => {
    const lines = commands.flatMap(({ description, options }) => [
      description,
      ...options.map((option) => option.description),
    ]);
    expect(lines.length).toBeGreaterThan(200);
    const found = foreignPhrases([...new Set(lines)].join('\n'), {
      further: [
        ...TRANSLATED,
        [/\bbeside\b/, 'next to'],
        [/\bwhat is (drawn|shown|done)\b/, 'name it'],
        [/, too\b/, 'and'],
      ],
    });
    expect(found).toEqual([]);
  });
});

describe('the program of one command', () => {
  const names = commands.filter(({ path }) => path.length === 1).map(({ path: [name] }) => name);

  it.each(names)('declares %s as the whole program does', async (name) => {
    const of = (tree: readonly DeclaredCommand[]) => tree.filter(({ path }) => path[0] === name);
    const own = commandTree(await createProgram(name));
    expect(of(own)).toEqual(of(commands));
  });

  it('has its group alone, and all commands for those that need them or that there are not', async () => {
    const groupsOf = async (name?: string): Promise<number> =>
      new Set(commandTree(await createProgram(name)).map(({ group }) => group)).size;
    const all = await groupsOf();
    for (const name of ['help', 'completion', 'man', 'nonsense']) expect(await groupsOf(name), name).toBe(all);
    // The program itself and subcommands have no group of their own.
    for (const name of names.filter((each) => !['help', 'completion', 'man'].includes(each))) {
      expect(await groupsOf(name), name).toBeLessThanOrEqual(2);
    }
  });
});
