/** The cells that methods have in one repeat of a condition, for figures of what is fitted again. */
import { selectedCell, selectedEntry } from '../study/table/chosen.ts';
import type { CellQuery } from './fitted.ts';
import { FigureRefusal, figureContext, type FigureSource } from './source.ts';

export type RepeatQuery = Parameters<typeof figureContext>[1] & {
  readonly selection: 'oracle' | 'validated';
  /** Absent: the first that any of the methods has finished. */
  readonly repeat?: number;
};

export interface RepeatCells {
  /** Condition, repeat and dataset. */
  readonly where: string;
  readonly cells: readonly { readonly label: string; readonly cell: CellQuery['cell'] }[];
}

/** Throws FigureRefusal as `shownOf`, and where no method has finished the repeat. */
export function cellsOfRepeat(figure: RepeatQuery, source: FigureSource): RepeatCells {
  const { table, condition } = figureContext(source, figure);
  const column = table.conditions.findIndex(({ key }) => key === condition.key);
  const entries = table.rows
    .filter(({ label }) => figure.labels?.includes(label) ?? true)
    .map(({ label, entries }) => ({ label, entry: selectedEntry(entries[column], figure.selection) }));
  const finished = entries.flatMap(({ entry }) => entry.repeats);
  if (finished.length === 0) throw new FigureRefusal(`No method has results in ${condition.title}.`);
  const repeat = figure.repeat ?? Math.min(...finished);
  const cells = entries.flatMap(({ label, entry }) => {
    const cell = selectedCell(label, entry, repeat);
    return cell ? [{ label, cell: { ...cell, condition: condition.key, repeat } }] : [];
  });
  if (cells.length === 0) throw new FigureRefusal(`No method has finished repeat ${repeat}.`, 'figure.repeat');
  return { where: `${condition.title}, repeat ${repeat}, ${table.dataset}`, cells };
}
