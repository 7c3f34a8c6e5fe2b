/** The help of commands: lines that say what to do, in the syntax and the words of the field. */
import { describe, expect, it } from 'vitest';
import { commandTree } from '../../../src/main/cli/commandTree.ts';
import { createProgram } from '../../../src/main/cli/program.ts';
import { foreignPhrases } from '../../support/foreignPhrases.ts';
import { TRANSLATED } from '../../support/translatedSyntax.ts';

const commands = commandTree(createProgram()).slice(1);

/** First words of the lines of commands. A new one is added here if it is a verb. */
const VERBS = new Set(
  `add attach audit back check compare compute delete describe draw encode explain export fill find fit forget import list
  merge pack preprocess print rank read reclaim register remove rename restore run score serve show test turn
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
