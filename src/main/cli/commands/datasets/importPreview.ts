import { plural } from '../../../../core/text/words.ts';
import type { ImportPreview, NamePreview, NameReading, PatternSuggestion } from '../../../../core/contract/imports.ts';
import { columns } from '../../options/columns.ts';

/** What an import would do, as text. */
export function describePreview(preview: ImportPreview): string {
  const { layout, layoutTitle, images, subjects, rows, cols, names } = preview;
  const shape = rows === null ? 'no image could be read' : `the first has ${rows} rows × ${cols} columns`;
  const head = `${layoutTitle} (${layout}): ${plural(images, 'image')} of ${plural(subjects, 'subject')}, ${shape}.\n`;
  return names === undefined ? head : head + describeNames(names);
}

function describeNames({ pattern, matches, unmatched, subsets, readings }: NamePreview): string {
  const attributes = [...new Set(matches.flatMap((match) => Object.keys(match.attributes)))];
  const rows = matches.map((match) => [
    match.file,
    match.subject,
    ...attributes.map((name) => (Object.hasOwn(match.attributes, name) ? match.attributes[name] : '')),
  ]);
  const lines = [`Pattern: ${pattern}`, columns(['file', 'subject', ...attributes], rows).trimEnd()];
  if (unmatched.count > 0) {
    lines.push(`${unmatched.count} image ${unmatched.count === 1 ? 'file does' : 'files do'} not match:`);
    lines.push(...unmatched.files.map((file) => `  ${file}`));
    if (unmatched.count > unmatched.files.length) lines.push('  …');
  }
  for (const { id, title } of subsets) lines.push(`Subset ${id}: ${title}.`);
  if (readings.length > 0)
    lines.push('The names can be read in several ways; state one:', ...readings.map(describeReading));
  return `${lines.join('\n')}\n`;
}

function describeReading({ layout, title, subjects, examples }: NameReading): string {
  return `  --layout ${layout}: ${plural(subjects, 'subject')} (${examples.join(', ')}${subjects > examples.length ? ' …' : ''}). ${title}.`;
}

/** Whether a folder was refused because its names tell no subjects. */
export function isUnnamed(error: unknown): boolean {
  return error instanceof Error && error.message.includes('no known naming tells their subjects');
}

/** One line: the option, and what it would come to. */
export function describePattern({ title, pattern, images, subjects, examples }: PatternSuggestion): string {
  const named = `${examples.join(', ')}${subjects > examples.length ? ' …' : ''}`;
  const count = `${plural(images, 'image')} of ${plural(subjects, 'subject')}`;
  return `  --pattern '${pattern}'  (${title.toLowerCase()}: ${count}, ${named})`;
}
