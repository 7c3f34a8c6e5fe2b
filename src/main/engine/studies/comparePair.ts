import type { PairComparison } from '../../../core/contract/studies.ts';
import type { LatentShape } from '../../../core/methods/method.ts';
import { disagreement } from '../../../core/stats/mcnemar.ts';
import type { MeasureId } from '../../../core/measures/measures.ts';
import { pairReport } from '../../../core/compare/pairReport.ts';
import type { SplitDisagreement } from '../../../core/compare/pairTest.ts';
import type { RepeatValues } from '../../../core/compare/repeatValues.ts';
import type { TableEntry, TableRow } from '../../../core/study/table/table.ts';
import { repeatCount } from '../../../core/study/spec/conditions.ts';
import { splitOf, testToTrain } from '../../../core/study/splits/splits.ts';
import { defaultTableOptions } from '../../../core/study/table/tableOptions.ts';
import type { StoredStudy } from '../../workspace/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { invalid } from '../errors.ts';
import { nearestImages } from './nearestImages.ts';
import { studyResults } from './studyResults.ts';

export interface Pair {
  readonly first: string;
  readonly second: string;
  readonly condition?: string;
  readonly rope: number;
  readonly measure: MeasureId;
  readonly selection: 'oracle' | 'validated';
  readonly alpha?: number;
  /** The split that McNemar's test looks at; absent: the first that both methods have finished. */
  readonly repeat?: number;
}

/**
 * Two methods of a study by label, in one condition or in all. Throws INVALID for a label or condition it does not
 * have.
 */
export function comparePair(workspace: Workspace, study: StoredStudy, pair: Pair): PairComparison[] {
  const { measure, selection, rope: halfWidth, alpha = study.spec.comparison.alpha } = pair;
  const { conditions, rows } = studyResults(workspace, study, { ...defaultTableOptions, measure, selection }).table;
  const first = rowOf(rows, 'first', pair.first);
  const second = rowOf(rows, 'second', pair.second);
  const columns = conditions.map((condition, column) => ({ ...condition, column }));
  const wanted = columns.filter(({ key }) => pair.condition === undefined || key === pair.condition);
  if (wanted.length === 0) {
    const known = conditions.map(({ key }) => `"${key}"`).join(', ');
    const message = `There is no condition "${pair.condition}"; the conditions are ${known}.`;
    throw invalid([{ path: 'condition', message }]);
  }
  const facts = workspace.datasets.facts(study.datasetId)!;
  const repeats = repeatCount(study.spec, facts);
  if (pair.repeat !== undefined && pair.repeat > repeats) {
    throw invalid([{ path: 'repeat', message: `There is no repeat ${pair.repeat}; the repeats are 1 to ${repeats}.` }]);
  }
  const nearest = nearestImages(workspace, study);
  const wrongIn = (condition: string, repeat: number, a: Side, b: Side): SplitDisagreement | null => {
    const { train, gallery = train, test } = splitOf(study.spec, facts, condition, repeat);
    const [x, y] = [a, b].map(({ label, shapeAt }) => {
      const shape = shapeAt(repeat);
      const places = shape && nearest({ label, condition, repeat }, shape);
      return places && Array.from(places, (place) => facts.labels[gallery[place]]);
    });
    if (!x || !y) return null;
    const truth = Array.from(test, (image) => facts.labels[image]);
    return { repeat, tests: truth.length, ...disagreement(x, y, truth) };
  };
  return wanted.map(({ key, title, column }) => {
    const [a, b] = [first, second].map(({ label, entries }) => sideOf(label, entries[column], selection));
    const repeat = pair.repeat ?? a.repeats.find((candidate) => b.repeats.includes(candidate));
    const mcnemar = repeat === undefined ? null : wrongIn(key, repeat, a, b);
    const ratio = (repeats: readonly number[]): number => testToTrain(study.spec, facts, key, repeats);
    const report = pairReport(a, b, { testToTrain: ratio, halfWidth, alpha, mcnemar });
    return { condition: key, title, report };
  });
}

interface Side extends RepeatValues {
  readonly label: string;
  readonly repeats: readonly number[];
  /** The shape that the method has in a repeat; null where the repeat is not finished. */
  readonly shapeAt: (repeat: number) => LatentShape | null;
}

function sideOf(label: string, entry: TableEntry, selection: Pair['selection']): Side {
  const { validated } = entry;
  if (selection === 'oracle' || !validated) {
    const { values, repeats, counts, shape } = entry;
    return { label, values, repeats, counts, shapeAt: (repeat) => (repeats.includes(repeat) ? shape : null) };
  }
  const { values, repeats, counts, shapes } = validated;
  return { label, values, repeats, counts, shapeAt: (repeat) => shapes[repeats.indexOf(repeat)] ?? null };
}

function rowOf(rows: readonly TableRow[], side: 'first' | 'second', label: string): TableRow {
  const row = rows.find((candidate) => candidate.label === label);
  if (row) return row;
  const known = rows.map((candidate) => `"${candidate.label}"`).join(', ');
  throw invalid([{ path: side, message: `There is no method labelled "${label}"; the labels are ${known}.` }]);
}
