import {
  csvIntervals,
  intervalNote,
  clampedIntervalText,
  intervalTitle,
  type EntryIntervals,
} from '../../../../core/report/intervals.ts';
import { intervalCitation, latexIntervals } from '../../../../core/report/latex/intervals.ts';
import { bibtex } from '../../../../core/report/references/bibtex.ts';
import { databaseName } from '../../../../core/study/table/databaseNames.ts';
import { measureOf } from '../../../../core/measures/measures.ts';
import { canonicalName } from '../../../../core/text/nameLookup.ts';
import { escapedHidden } from '../../../../core/text/hiddenCharacters.ts';
import { UsageError } from '../../errors.ts';
import { outFormat } from '../../files/outFormat.ts';
import { findStudy, withEngine } from '../../workspace.ts';
import { writeOut } from '../../files/writeOut.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareIntervals } from '../../declarations/tableCommands.ts';
import { columns } from '../../options/textColumns.ts';

type Format = 'text' | 'latex' | 'bibtex' | 'csv' | 'json';
const ENDINGS: Readonly<Record<Format, string>> = {
  text: '.txt',
  latex: '.tex',
  bibtex: '.bib',
  csv: '.csv',
  json: '.json',
};

/**
 * eigenbench intervals: 95% intervals of the verification measures of every method in every condition, over repeats
 * and over subjects.
 */
export async function intervalsCommand(name: string, options: OptionsOf<typeof declareIntervals>): Promise<void> {
  const { condition, label, measure, selection = 'oracle', format: requestedFormat, out, ...where } = options;
  const format = outFormat(ENDINGS, { out, format: requestedFormat }, 'text');
  const { entries, dataset } = await withEngine(where, async (engine) => {
    const { client } = engine;
    const { id } = await findStudy(engine, name);
    const { table } = await client.studies.results({ id });
    if (selection === 'validated' && !table.rows.some(({ entries: row }) => row.some(({ validated }) => validated))) {
      throw new UsageError(
        `--selection: "${name}" chooses no shapes inside its training images or on development pairs.`,
      );
    }
    const results: EntryIntervals[] = [];
    const rows = table.rows.map((each) => each.label);
    for (const row of label?.map((each) => canonicalName(each, rows)) ?? rows) {
      for (const key of condition === undefined ? table.conditions.map((each) => each.key) : [condition]) {
        const entry = { label: row, condition: key, selection };
        const intervals = await client.studies.intervals({ id, ...entry });
        const measures = intervals.measures.filter((each) => measure === undefined || measure.includes(each.measure));
        results.push({ ...entry, ...intervals, measures });
      }
    }
    return { entries: results, dataset: table.dataset };
  });
  const text =
    format === 'latex'
      ? latexIntervals(entries, name, databaseName(dataset))
      : format === 'bibtex'
        ? bibtex([intervalCitation])
        : written(entries, format);
  writeOut(out, format === 'json' ? escapedHidden(text) : text);
}

function written(entries: readonly EntryIntervals[], format: Exclude<Format, 'latex' | 'bibtex'>): string {
  if (format === 'json') return `${JSON.stringify(entries, null, 2)}\n`;
  if (format === 'csv') return csvIntervals(entries);
  const notes = new Set(entries.filter(({ measures }) => measures.length > 0).map(intervalNote));
  // One note covers all entries, unless only some have intervals over subjects.
  if (notes.size > 1) return entries.map((entry) => `${entryText(entry)}${intervalNote(entry)}\n`).join('\n');
  return [...entries.map(entryText), ...[...notes].map((note) => `${note}\n`)].join('\n');
}

function entryText({ label, condition, measures }: EntryIntervals): string {
  const rows = measures.map((row) => [
    intervalTitle(row),
    row.mean.toFixed(measureOf(row.measure).digits),
    clampedIntervalText(row, 'repeats'),
    clampedIntervalText(row, 'subjects'),
  ]);
  const body = rows.length > 0 ? columns(['measure', '>mean', '>repeats', '>subjects'], rows) : 'no finished cells\n';
  return `${label}, ${condition}\n${body}`;
}
