/** Results behind a comparison report: the ranks, and every method against a reference, by condition. */
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
  /** Table of one study, or of several joined ones. */
  readonly table: StudyTable;
  readonly comparison: StudySpec['comparison'];
  readonly datasets: readonly ComparedDataset[];
  readonly cited: Cited;
  /** n_test/n_train of some repeats of a condition of the table. */
  readonly testToTrain: (condition: string, repeats: readonly number[]) => number;
  /** Equal for conditions with the same splits. */
  readonly splitsOf: (condition: string) => string;
  readonly options: ResolvedComparison;
  /** Seed of the first study, for random draws. */
  readonly seed: number;
}

/** A method with values in a condition. */
export type Side = Pick<TableEntry & ValidatedEntry, 'mean' | 'std' | 'repeats' | 'p' | 'standing' | 'untested'> &
  RepeatValues;

/** A method compared with the reference: differences are its values minus those of the reference. */
export interface ComparedPair {
  readonly label: string;
  readonly report: PairReport;
  /** null if the repeats have no variance. */
  readonly power: PairPower | null;
}

export interface ComparedCondition extends Condition {
  readonly planned: number;
  /** One per method of the table; null without values. */
  readonly sides: readonly (Side | null)[];
  /** Empty if the reference has no values. */
  readonly pairs: readonly ComparedPair[];
}

export interface ComparisonFindings extends ComparisonParts {
  readonly selection: 'oracle' | 'validated';
  /** Includes the Bayesian signed-rank test of all pairs. */
  readonly ranks: RankReport;
  /** Reference against every other method, by the hierarchical t-test. */
  readonly hierarchical: RankReport['practical'];
  /** Label of the method that all others are compared with; null if fewer than two methods have values. */
  readonly reference: string | null;
  /** Whether the study names the reference; otherwise it has the best average rank. */
  readonly isBaseline: boolean;
  readonly conditions: readonly ComparedCondition[];
}

/** Findings at shapes chosen inside the training images, if available, unless the oracle selection is requested. */
export function comparisonFindings(parts: ComparisonParts): ComparisonFindings {
  const { table, comparison, testToTrain, options } = parts;
  const { rope, power: targetPower, difference: targetDifference } = options;
  const validates = table.rows.some(({ entries }) => entries.some(({ validated }) => validated));
  const selection = validates && table.options.selection !== 'oracle' ? 'validated' : 'oracle';
  const { alpha } = comparison;
  const several = new Set(parts.datasets.map(({ dataset }) => dataset)).size > 1;
  const ranks = rankReport(table, { per: several ? 'dataset' : 'condition', selection, alpha, rope });
  const side = (entry: TableEntry): Side | null => {
    const selected = selection === 'oracle' ? entry : entry.validated;
    return selected && selected.mean !== null ? selected : null;
  };
  const sides = table.conditions.map((_, column) => table.rows.map(({ entries }) => side(entries[column])));
  const baseline = baselineOf(comparison);
  const isBaseline = baseline !== null && table.rows.some(({ label }) => label === baseline);
  const reference = isBaseline ? baseline : bestOf(table, ranks, sides);
  const index = table.rows.findIndex(({ label }) => label === reference);
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
    const conditionSides = sides[column];
    const against = conditionSides[index] ?? null;
    const pairs = table.rows.flatMap(({ label }, row): ComparedPair[] => {
      const candidate = conditionSides[row];
      if (row === index || candidate === null || against === null) return [];
      const ratio = (repeats: readonly number[]): number =>
        repeats.length === 0 ? 0 : testToTrain(condition.key, repeats);
      const report = pairReport(candidate, against, { testToTrain: ratio, halfWidth: rope, alpha });
      return [{ label, report, power: pairPower(report.samples.differences, report, targetDifference, targetPower) }];
    });
    const planned = Math.max(0, ...table.rows.map(({ entries }) => entries[column].planned));
    return { ...condition, planned, sides: conditionSides, pairs };
  });
  return { ...parts, selection, ranks, reference, isBaseline, conditions, hierarchical };
}

/** Label with the best average rank; without ranks, with the best mean in the first condition with two methods. */
function bestOf({ rows, measure }: StudyTable, { methods }: RankReport, sides: readonly (readonly (Side | null)[])[]) {
  if (methods.length > 1 && methods[0].averageRank !== null) return methods[0].label;
  const sign = measure.better === 'lower' ? 1 : -1;
  for (const column of sides) {
    const means = rows.flatMap(({ label }, row) => (column[row] ? [{ label, mean: column[row].mean! }] : []));
    if (means.length > 1) return means.sort((a, b) => sign * (a.mean - b.mean))[0].label;
  }
  return null;
}
