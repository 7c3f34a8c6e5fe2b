/** Label of a table for references in papers. */
import { defaultTableOptions, type TableOptions } from '../study/table/tableOptions.ts';
import type { StudyTable } from '../study/table/table.ts';
import { slug } from './slug.ts';
import { isColumn, pageOptionsSchema, type PageOptions } from './pageOptions.ts';

/**
 * "paper", or "paper-column-verification-auc": the study, then all options that differ from the defaults, to give two
 * tables of one study different labels.
 */
export function tableLabel(table: StudyTable, page?: PageOptions): string {
  const { measure, measures = [measure], options } = table;
  const ids = [...new Set(measures.map(({ id }) => id))];
  const parts = [
    ...(page ? pageParts(page) : []),
    ...(ids.length === 1 && options.measure === undefined ? [] : ids),
    ...(options.selection === defaultTableOptions.selection ? [] : [options.selection]),
    ...(options.rows.join() === defaultTableOptions.rows.join() ? [] : ['by', ...options.rows]),
    ...comparisonParts(options),
    ...standingsPart(table, page),
    ...SHOWN.flatMap((name) => (options[name] === defaultTableOptions[name] ? [] : [optionPart(name, options[name])])),
  ];
  return [slug(table.study), ...parts].join('-');
}

/** Options that have no part of their own in the label. */
const SHOWN = ['knownOnly', 'digits', 'bold', 'underline', 'marks', 'labels'] as const;

/** Counts and ranks are the default only at full line width; tables of one condition have none. */
function standingsPart({ options, rows }: StudyTable, page?: PageOptions): string[] {
  const usual = !(page && isColumn(page));
  if (options.standings === usual || !rows.some(({ tally }) => tally !== undefined)) return [];
  return [optionPart('standings', options.standings)];
}

/** "no-marks", "underline", "known-only", "bold-none", "digits-3". */
function optionPart(option: string, value: boolean | string | number | undefined): string {
  const name = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return value === false ? `no-${name}` : value === true ? name : `${name}-${value}`;
}

/** Page options: the width, then what differs from the defaults of that width. */
function pageParts(page: PageOptions): string[] {
  const { width } = page;
  const usual = pageOptionsSchema.parse({ width });
  const named = (['fit', 'notes', 'shapes', 'alignment'] as const).filter((name) => page[name] !== usual[name]);
  return [
    ...(width === 'page' ? [] : [typeof width === 'number' ? `${width}mm` : width]),
    ...named.map((name) => (name === 'alignment' ? page[name] : optionPart(name, page[name]))),
  ];
}

/** Comparison options that differ from those of the study. */
function comparisonParts({ comparison }: TableOptions): string[] {
  return Object.entries(comparison).map(([name, value]) =>
    name === 'test' || name === 'correction' ? String(value) : `${name}-${slug(String(value))}`,
  );
}
