import { entryText, STANDING_HEADINGS, standingText } from '../../core/report/entry.ts';
import type { StudyTable } from '../../core/study/result.ts';

/** The table as it stands on the screen, for pasting into a spreadsheet; the footer below it. */
export function tabSeparated(table: StudyTable): string {
  const lines = [
    [
      'Method',
      ...table.conditions.map((condition) => condition.title),
      ...(table.rows.some((row) => row.tally) ? STANDING_HEADINGS : []),
    ],
    ...table.rows.map((row) => [row.label, ...row.entries.map(words), ...standingText(row)]),
  ];
  return [...lines.map((cells) => cells.map(oneLine).join('\t')), '', ...table.footer, ''].join('\n');
}

function words(entry: StudyTable['rows'][number]['entries'][number]): string {
  const { mean, std, shape, mark, instead } = entryText(entry);
  if (mean === null) return instead;
  return [mean, std === null ? '' : `± ${std}`, shape, mark].filter((part) => part !== '').join(' ');
}

function oneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}
