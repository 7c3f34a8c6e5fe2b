import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { print } from '../terminal.ts';
import { UsageError } from '../errors.ts';
import { columns } from '../options/textColumns.ts';
import { manualPages } from '../../../core/manual/manualPages.ts';
import { withoutMarkup } from '../../../core/manual/search.ts';
import { didYouMean } from '../../../core/text/nameLookup.ts';
import { packageRoot } from '../../packageRoot.ts';

// Pages of the manual, formatted for a terminal.

export interface ManualTopic {
  /** Argument of "help", e.g. "import" or "reference/methods". */
  readonly name: string;
  readonly title: string;
}

/** All pages in the order of the manual. */
export function manualTopics(): ManualTopic[] {
  return manualPages.map(({ topic, title }) => ({ name: topic, title }));
}

/** A page as text of `width` columns; null if it does not exist. */
function manualText(topic: string, width: number): string | null {
  const topics = manualTopics();
  const match = topics.find(({ name }) => name === topic) ?? topics.find(({ name }) => name === `reference/${topic}`);
  if (!match) return null;
  return terminalText(readFileSync(join(packageRoot(), 'docs', `${match.name}.md`), 'utf8'), width);
}

/** Formats Markdown for a terminal: links become their text, paragraphs are wrapped; tables and code are unchanged. */
export function terminalText(markdown: string, width: number): string {
  const result: string[] = [];
  let paragraph: string[] = [];
  let code = false;
  const flush = (): void => {
    if (paragraph.length > 0) result.push(...filled(paragraph, width));
    paragraph = [];
  };
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) {
      flush();
      code = !code;
    } else if (code) result.push(`    ${line}`);
    else if (/^#+ /.test(line)) {
      flush();
      const title = withoutMarkup(line.replace(/^#+ /, ''));
      result.push(title, (line.startsWith('# ') ? '=' : '-').repeat([...title].length));
    } else if (/^<(!--|a id=)/.test(line)) {
      // Skips remarks for authors and link anchors.
      flush();
    } else if (line.trim() === '' || line.startsWith('|')) {
      flush();
      result.push(line.startsWith('|') ? withoutMarkup(line) : '');
    } else {
      if (/^\s*([-*]|\d+\.) /.test(line)) flush();
      paragraph.push(line);
    }
  }
  flush();
  return `${result
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

/** Wraps lines to at most `width` characters; continuation lines of a list item are indented. */
function filled(lines: readonly string[], width: number): string[] {
  const mark = /^\s*(?:[-*]|\d+\.) /.exec(lines[0])?.[0] ?? '';
  const words = withoutMarkup(lines.join(' ').slice(mark.length)).split(/\s+/).filter(Boolean);
  const result: string[] = [];
  let line = mark;
  for (const word of words) {
    const next = line.trim() === '' || line === mark ? line + word : `${line} ${word}`;
    if ([...next].length > width && line.trim() !== '' && line !== mark) {
      result.push(line);
      line = ' '.repeat(mark.length) + word;
    } else line = next;
  }
  return [...result, line];
}

/** Columns of a page without a terminal, and maximum columns. */
const WIDTH = 80;
const WIDEST = 100;

/**
 * eigenbench help: shows the help of a command or, if there is no such command, the manual page of that name; "topics"
 * lists the pages. If both exist, `page` selects the page.
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
  const names = [...program.commands.map((inner) => inner.name()), ...manualTopics().map(({ name }) => name)];
  const suggestion = didYouMean(words.join(' '), names, '"eigenbench help topics" lists the pages');
  throw new UsageError(`There is no command and no page "${words.join(' ')}"${suggestion}`);
}

function commandAt(program: Command, words: readonly string[]): Command | null {
  let command: Command | undefined = program;
  for (const word of words) command = command?.commands.find((inner) => inner.name() === word);
  return command ?? null;
}
