/** The values of the two methods of a comparison, by condition. */
import type { Condition } from '../../../core/protocols/split.ts';
import type { LatentShape } from '../../../core/methods/method.ts';
import { selectedCell } from '../../../core/study/table/chosenShapes.ts';
import type { MeasureId } from '../../../core/measures/measures.ts';
import type { RepeatValues } from '../../../core/compare/repeatValues.ts';
import type { UntestedEntry } from '../../../core/study/table/summarise.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { invalid } from '../errors.ts';
import { conditionEntries } from './studyResults.ts';
import { noSuchLabel } from '../../../core/study/table/unknownEntry.ts';

/** Two methods by label, in one condition or in all. */
export interface PairQuery {
  readonly first: string;
  readonly second: string;
  readonly condition?: string;
  readonly measure: MeasureId;
  readonly selection: 'oracle' | 'validated';
}

/** Throws INVALID for a label or condition that the study does not have. */
export function pairSides(
  workspace: Workspace,
  study: StoredStudy,
  { first, second, condition, measure, selection }: PairQuery,
): { readonly condition: Condition['key']; readonly title: string; readonly sides: readonly [PairSide, PairSide] }[] {
  const options = { condition: condition ?? null, measure, selection };
  const { conditions, rows } = conditionEntries(workspace, study, options);
  const [a, b] = [rowOf(rows, 'first', first), rowOf(rows, 'second', second)];
  const side = ({ label, entries }: Row, column: number): PairSide => sideOf(label, entries[column], selection);
  return conditions.map(({ key, title }, column) => ({
    condition: key,
    title,
    sides: [side(a, column), side(b, column)],
  }));
}

/** One of two methods in one condition. */
export interface PairSide extends RepeatValues {
  readonly label: string;
  readonly repeats: readonly number[];
  /** Label and shape of the cell of a repeat; null if the repeat is not finished. */
  readonly cellAt: (repeat: number) => { readonly label: string; readonly shape: LatentShape } | null;
}

function sideOf(label: string, entry: UntestedEntry, selection: PairQuery['selection']): PairSide {
  const { validated } = entry;
  if (selection === 'oracle' || !validated) {
    const { values, repeats, counts } = entry;
    return { label, values, repeats, counts, cellAt: (repeat) => selectedCell(label, entry, repeat) };
  }
  const { values, repeats, counts } = validated;
  return { label, values, repeats, counts, cellAt: (repeat) => selectedCell(label, validated, repeat) };
}

type Row = ReturnType<typeof conditionEntries>['rows'][number];

function rowOf(rows: readonly Row[], side: 'first' | 'second', label: string): Row {
  const row = rows.find((candidate) => candidate.label === label);
  if (row) return row;
  const labels = rows.map((candidate) => candidate.label);
  throw invalid([{ path: side, message: noSuchLabel(label, labels) }]);
}
