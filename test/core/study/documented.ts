/** Pages on studies of our own, and the specs beside them. */
import { readFileSync } from 'node:fs';
import { parseStudySpec } from '../../../src/core/study/spec/parse.ts';
import type { StudySpec } from '../../../src/core/study/spec/spec.ts';

const folder = new URL('../../../docs/reproduction/', import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

/** The spec of a file of docs/reproduction. */
export function specOf(name: string): StudySpec {
  const parsed = parseStudySpec(JSON.parse(textOf(name)));
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join(' '));
  return parsed.spec;
}

/** The cells of the first table below a heading of a page of docs/reproduction, without its head. */
export function rowsBelow(page: string, heading: string): string[][] {
  const [, section] = textOf(page).split(`## ${heading}\n`);
  const lines = section.split('\n').slice(section.split('\n').findIndex((line) => line.startsWith('|')) + 2);
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}
