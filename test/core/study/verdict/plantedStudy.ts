/** Studies with planted results: their real plan, splits and table, but no images and no fits. */
import type { DatasetFacts } from '../../../../src/core/dataset.ts';
import { studentTUpperQuantile } from '../../../../src/core/stats/distributions/studentT.ts';
import { joinTables } from '../../../../src/core/study/table/joinTables.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy, type Study } from '../../../../src/core/study/study.ts';
import { testToTrain } from '../../../../src/core/study/plan/splits.ts';
import { parseStudySpec } from '../../../../src/core/study/spec/parse.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import type { TableCell } from '../../../../src/core/study/table/measuredRepeats.ts';
import type { CellOutcome } from '../../../../src/core/study/table/rowRepeats.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import type { StudyTable } from '../../../../src/core/study/table/table.ts';
import { tableOptionsSchema, type TableOptionsInput } from '../../../../src/core/study/table/tableOptions.ts';
import { studyVerdict, type StudyVerdict, type VerdictFacts } from '../../../../src/core/study/verdict/verdict.ts';

/**
 * One condition of a method: values of the measure, one per repeat; counts of wrong answers of so many tests; all
 * repeats failed. Repeats beyond the list are pending.
 */
export type Result = readonly number[] | { readonly wrong: readonly number[]; readonly of: number } | 'failed';

export interface PlantedStudy {
  readonly database: DatasetFacts;
  readonly spec: Omit<StudySpecInput, 'name' | 'dataset' | 'methods'>;
  /** By label, then by key of the condition; a single result is that of the only condition. */
  readonly results: Readonly<Record<string, Result | Readonly<Record<string, Result>>>>;
  readonly options?: TableOptionsInput;
  readonly facts?: Partial<VerdictFacts>;
}

/** The facts of a database of so many images, which its subjects share as evenly as possible. */
export function database(name: string, subjects: number, images: number): DatasetFacts {
  return {
    name,
    hash: name,
    rows: 32,
    cols: 32,
    labels: Int32Array.from({ length: images }, (_, image) => Math.floor((image * subjects) / images)),
    subjects: Array.from({ length: subjects }, (_, subject) => `${subject + 1}`),
  };
}

export const orl = database('ORL', 40, 400);
export const yale = database('Yale', 15, 165);
export const pie = database('PIE', 68, 2856);
export const yaleB = database('Extended Yale B', 38, 2414);

/** Values with exactly this mean and sample standard deviation. */
export function spread(mean: number, deviation = 0, repeats = 10): number[] {
  const pairs = Math.floor(repeats / 2);
  const step = deviation * Math.sqrt((repeats - 1) / (2 * pairs));
  return Array.from({ length: repeats }, (_, i) => (i >= 2 * pairs ? mean : mean + (i % 2 === 0 ? step : -step)));
}

/** The deviation of the differences for which a lead has this one-sided p by the corrected resampled t-test. */
export function deviationFor(lead: number, p: number, repeats: number, ratio: number): number {
  return lead / (studentTUpperQuantile(p, repeats - 1) * Math.sqrt(1 / repeats + ratio));
}

/** Numbers by label, as facts give them. */
export function counts(byLabel: Readonly<Record<string, number>>): (label: string) => number {
  return (label) => byLabel[label] ?? 0;
}

/** Tests per repeat where results are values: they are kept to 1e-7 of a point. */
const TESTS = 1e9;

interface Judged {
  readonly study: Study;
  readonly table: StudyTable;
  readonly facts: VerdictFacts;
}

export function plantedTable({
  database: dataset,
  spec: given,
  results,
  options = {},
  facts = {},
}: PlantedStudy): Judged {
  const methods = Object.keys(results).map((label, i) => ({ method: 'pca', label, latent: [i + 1] }));
  const parsed = parseStudySpec({ name: `${dataset.name} study`, dataset: dataset.name, methods, ...given });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { spec } = parsed;
  const plan = planCells(planStudy(spec), dataset);
  const { measure = 'error-rate' } = options;
  const outcomes = new Map<string, CellOutcome>();
  for (const { key, label, condition, repeat } of plan.cells) {
    const own = results[label];
    const result = isResult(own) ? own : own[condition];
    const outcome = outcomeOf(result, repeat - 1, measure, spec.selection !== undefined);
    if (outcome) outcomes.set(key, outcome);
  }
  const ratio = (condition: string, repeats: readonly number[]): number =>
    testToTrain(spec, dataset, condition, repeats);
  const table = summariseStudy(plan, outcomes, tableOptionsSchema.parse(options), { testToTrain: ratio });
  return { study: plan.study, table, facts: { testToTrain: ratio, ...facts } };
}

function isResult(own: PlantedStudy['results'][string]): own is Result {
  return own === 'failed' || Array.isArray(own) || 'wrong' in own;
}

/** With a validated selection the shape of the test images is a better one, which a verdict must not quote. */
function outcomeOf(result: Result | undefined, at: number, measure: string, validated: boolean): CellOutcome | null {
  if (result === 'failed') return { status: 'failed', reason: 'singular' };
  const value = result === undefined ? undefined : 'wrong' in result ? result.wrong[at] : result[at];
  if (result === undefined || value === undefined) return null;
  const recognition = measure === 'error-rate' || measure === 'accuracy';
  const wrong = 'wrong' in result ? value : recognition ? Math.round((value / 100) * TESTS) : 0;
  const cell: TableCell = {
    shapes: validated ? [[1], [2]] : [[1]],
    wrong: validated ? [Math.floor(wrong / 2), wrong] : [wrong],
    testCount: 'wrong' in result ? result.of : TESTS,
    ...(validated && { selected: 1 }),
    ...(!recognition && { measures: { values: { [measure]: validated ? [value, value] : [value] } } }),
  };
  return { status: 'done', result: cell };
}

export function plantedVerdict(study: PlantedStudy): StudyVerdict {
  const { study: planned, table, facts } = plantedTable(study);
  return studyVerdict(planned, table, facts);
}

/** The verdict on several studies whose tables are joined. */
export function joinedVerdict(studies: readonly PlantedStudy[]): StudyVerdict {
  const judged = studies.map(plantedTable);
  const table = joinTables(
    judged.map((each) => each.table),
    studies.map((study) => study.database.hash),
  );
  const [{ study, facts }] = judged;
  return studyVerdict(study, table, { ...facts, testToTrain: () => 1 });
}
