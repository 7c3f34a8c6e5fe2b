/** What a report on a comparison rests on: the ranks, and every method against one of them, condition by condition. */
import { pairPower, type PairPower } from '../../compare/pairPower.ts';
import { pairReport, type PairReport } from '../../compare/pairReport.ts';
import type { RepeatValues } from '../../compare/repeatValues.ts';
import type { Condition } from '../../protocols/split.ts';
import { baselineOf } from '../../study/comparison/compareMethods.ts';
import { rankReport, type RankReport } from '../../study/comparison/ranks.ts';
import type { StudySpec } from '../../study/spec/spec.ts';
import type { StudyTable, TableEntry, ValidatedEntry } from '../../study/table/table.ts';
import type { Cited } from '../references/references.ts';
import type { ResolvedComparison } from './options.ts';

export interface ComparedDataset {
  readonly study: string;
  readonly dataset: string;
  readonly images: number;
  readonly subjects: number;
  readonly rows: number;
  readonly cols: number;
}

export interface ComparisonParts {
  /** Of one study, or of several joined. */
  readonly table: StudyTable;
  readonly comparison: StudySpec['comparison'];
  readonly datasets: readonly ComparedDataset[];
  readonly cited: Cited;
  /** n_test/n_train of some repeats of a condition of the table. */
  readonly testToTrain: (condition: string, repeats: readonly number[]) => number;
  /** The same of conditions with the same splits. */
  readonly splitsOf: (condition: string) => string;
  readonly options: ResolvedComparison;
  /** Of the first study, for draws. */
  readonly seed: number;
}

/** A method with values in a condition. */
export type Side = Pick<TableEntry & ValidatedEntry, 'mean' | 'std' | 'repeats' | 'p' | 'standing' | 'untested'> &
  RepeatValues;

/** A method against the one that all are compared with: differences are its values minus those of the reference. */
export interface ComparedPair {
  readonly label: string;
  readonly report: PairReport;
  /** null where the repeats have no variance. */
  readonly power: PairPower | null;
}

export interface ComparedCondition extends Condition {
  readonly planned: number;
  /** One per method of the table; null without values. */
  readonly sides: readonly (Side | null)[];
  /** Empty where the reference has no values. */
  readonly pairs: readonly ComparedPair[];
}

export interface ComparisonFindings extends ComparisonParts {
  readonly selection: 'oracle' | 'validated';
  /** With the Bayesian signed-rank test of all pairs. */
  readonly ranks: RankReport;
  /** Of the reference with every other method, by the hierarchical t-test. */
  readonly hierarchical: RankReport['practical'];
  /** Label of the method that all others are compared with; null: fewer than two methods have values. */
  readonly reference: string | null;
  /** Whether the study names it; else it has the best average rank. */
  readonly isBaseline: boolean;
  readonly conditions: readonly ComparedCondition[];
}

/** Shapes that were chosen inside the training images come before the optimistic ones, unless these are asked for. */
export function comparisonFindings(parts: ComparisonParts): ComparisonFindings {
  const { table, comparison, testToTrain, options } = parts;
  const { rope, power: wanted, difference: asked } = options;
  const validates = table.rows.some(({ entries }) => entries.some(({ validated }) => validated));
  const selection = validates && table.options.selection !== 'oracle' ? 'validated' : 'oracle';
  const { alpha } = comparison;
  const several = new Set(parts.datasets.map(({ dataset }) => dataset)).size > 1;
  const ranks = rankReport(table, { per: several ? 'dataset' : 'condition', selection, alpha, rope });
  const side = (entry: TableEntry): Side | null => {
    const shown = selection === 'oracle' ? entry : entry.validated;
    return shown && shown.mean !== null ? shown : null;
  };
  const sides = table.conditions.map((_, column) => table.rows.map(({ entries }) => side(entries[column])));
  const baseline = baselineOf(comparison);
  const isBaseline = baseline !== null && table.rows.some(({ label }) => label === baseline);
  const reference = isBaseline ? baseline : bestOf(table, ranks, sides);
  const at = table.rows.findIndex(({ label }) => label === reference);
  const { practical: hierarchical } =
    reference === null
      ? ranks
      : rankReport(table, {
          per: ranks.per,
          selection,
          alpha,
          rope,
          practicalTest: 'hierarchical-t',
          practicalAgainst: reference,
          seed: parts.seed,
          testToTrain,
          splitsOf: parts.splitsOf,
        });
  const conditions = table.conditions.map((condition, column): ComparedCondition => {
    const here = sides[column];
    const against = here[at] ?? null;
    const pairs = table.rows.flatMap(({ label }, row): ComparedPair[] => {
      const own = here[row];
      if (row === at || own === null || against === null) return [];
      const ratio = (repeats: readonly number[]): number =>
        repeats.length === 0 ? 0 : testToTrain(condition.key, repeats);
      const report = pairReport(own, against, { testToTrain: ratio, halfWidth: rope, alpha });
      return [{ label, report, power: pairPower(report.samples.differences, report, asked, wanted) }];
    });
    const planned = Math.max(0, ...table.rows.map(({ entries }) => entries[column].planned));
    return { ...condition, planned, sides: here, pairs };
  });
  return { ...parts, selection, ranks, reference, isBaseline, conditions, hierarchical };
}

/** Of the best average rank; where nothing is ranked, of the best mean in the first condition with two methods. */
function bestOf({ rows, measure }: StudyTable, { methods }: RankReport, sides: readonly (readonly (Side | null)[])[]) {
  if (methods.length > 1 && methods[0].averageRank !== null) return methods[0].label;
  const sign = measure.better === 'lower' ? 1 : -1;
  for (const column of sides) {
    const found = rows.flatMap(({ label }, row) => (column[row] ? [{ label, mean: column[row].mean! }] : []));
    if (found.length > 1) return found.sort((a, b) => sign * (a.mean - b.mean))[0].label;
  }
  return null;
}
