/** What `--help` and `--version` print, written by the build: the launcher prints it without loading the program. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import type { Plugin } from 'vite';

/** As in bin/answers.js, which prints them. */
const WIDTH = 80;

/** Writes answers.json from the built program: texts by command line. */
export function cliAnswers(): Plugin {
  return {
    name: 'answers of the command line',
    async writeBundle({ dir }) {
      const { href } = pathToFileURL(join(dir!, 'program.js'));
      const { createProgram } = (await import(href)) as { createProgram: () => Promise<Command> };
      writeFileSync(join(dir!, 'answers.json'), JSON.stringify(answersOf(await createProgram())));
    },
  };
}

/** The answers of a program with all its commands. */
export function answersOf(program: Command): Record<string, string> {
  const texts = helpTexts(program, []).map(([words, text]) => [[...words, '--help'].join(' '), text] as const);
  return { '--version': `${program.version()}\n`, ...Object.fromEntries(texts) };
}

function helpTexts(command: Command, words: readonly string[]): (readonly [readonly string[], string])[] {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => WIDTH });
  command.outputHelp();
  return [[words, text], ...command.commands.flatMap((inner) => helpTexts(inner, [...words, inner.name()]))];
}
