import type { Command } from 'commander';
import { print } from '../terminal.ts';
import { UsageError } from '../errors.ts';
import { manualText, manualTopics } from '../manual.ts';
import { columns } from '../options/columns.ts';

/** Columns of a page where the output is no terminal, and at most. */
const WIDTH = 80;
const WIDEST = 100;

/**
 * eigenbench help: of a command its help, else the page of the manual of that name; "topics" lists the pages. Where a
 * command and a page have one name, `page` asks for the page.
 */
export function helpCommand(program: Command, words: readonly string[], { page = false } = {}): void {
  if (words.length === 0) return program.outputHelp();
  const topic = words.join('/');
  if (topic === 'topics') {
    const topics = manualTopics();
    return print(
      columns(
        ['topic', 'page of the manual'],
        topics.map(({ name, title }) => [name, title]),
      ),
    );
  }
  const command = page ? null : commandAt(program, words);
  const text = manualText(topic, Math.min(WIDEST, process.stdout.columns ?? WIDTH));
  if (command) {
    command.outputHelp();
    if (text !== null) print(`\nThe page of the manual: eigenbench help --page ${topic}\n`);
    return;
  }
  if (text !== null) return print(text);
  throw new UsageError(
    `There is no command and no page "${words.join(' ')}": "eigenbench help topics" lists the pages.`,
  );
}

function commandAt(program: Command, words: readonly string[]): Command | null {
  let command: Command | undefined = program;
  for (const word of words) command = command?.commands.find((inner) => inner.name() === word);
  return command ?? null;
}
