import type { FailedCell } from '../../../core/contract/studyResults.ts';
import type { Shape } from '../../../core/features/feature.ts';
import { featureShape } from '../../../core/features/registry.ts';
import { withPublished } from '../../../core/study/table/withPublished.ts';
import { longTable, type LongTable } from '../../../core/study/table/longTable.ts';
import type { TableCell } from '../../../core/study/table/measuredRepeats.ts';
import { measureOf, type MeasureId } from '../../../core/measures/measures.ts';
import { isUndecided } from '../../../core/measures/threshold.ts';
import type { StudyPlan } from '../../../core/study/plan/plan.ts';
import { methodRows, planStudy, statedSettings, type StudyOnDataset } from '../../../core/study/study.ts';
import type { Curve, StudyTable } from '../../../core/study/table/table.ts';
import type { DatasetFacts } from '../../../core/dataset.ts';
import { comparisonTarget } from '../../../core/study/spec/comparedWith.ts';
import { factsTestToTrain, type SplitFacts } from '../../../core/study/plan/splitFacts.ts';
import { splitOf, testToTrain } from '../../../core/study/plan/splits.ts';
import { countTestImages, type TestImagesByCondition } from '../../../core/study/plan/unrecognisable.ts';
import { splitRemarks, type SplitRemarks } from '../../../core/study/table/splitRemarks.ts';
import { recognisableOnly } from '../../../core/study/table/recognisableOnly.ts';
import { noSuchCondition } from '../../../core/study/table/unknownEntry.ts';
import {
  checkTableOptions,
  defaultTableOptions,
  shownMeasure,
  type TableOptions,
} from '../../../core/study/table/tableOptions.ts';
import type { CellOutcome, Outcomes } from '../../../core/study/table/rowRepeats.ts';
import { studyCurves, summariseStudy, untestedRows } from '../../../core/study/table/summarise.ts';
import { damaged } from '../../workspace/workspaceErrors.ts';
import type { StoredCell } from '../../workspace/studies/cells.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { nearTrainingSentences } from '../../../core/study/plan/nearTraining.ts';
import { keptSplitFacts, nearTrainingNow } from '../datasets/splitFacts.ts';
import { storedDuplicates } from '../datasets/storedDuplicates.ts';
import { invalid } from '../errors.ts';
import { allCells } from './cells/allCells.ts';
import { vectorOrigins } from './vectorRows.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';

export interface ComputedResults {
  readonly table: StudyTable;
  readonly curves: () => Curve[];
  readonly longTable: () => LongTable;
  readonly failed: readonly FailedCell[];
}

/**
 * The results for a reader: the footer of their table also says what the splits imply for its numbers, for which all of
 * them are drawn. Copies of images are known once a study of the dataset was checked.
 */
export function remarkedResults(
  workspace: Parameters<typeof studyResults>[0] & Pick<Workspace, 'duplicates'>,
  study: StoredStudy,
  options: TableOptions = defaultTableOptions,
): ComputedResults {
  const { spec, datasetId } = study;
  const facts = workspace.datasets.factsOf(datasetId);
  const copies = storedDuplicates(workspace, { hash: facts.hash, count: facts.labels.length });
  const splits = keptSplitFacts(spec, facts, copies);
  const remarks = splitRemarks(spec, splits);
  const near = nearTrainingNow(workspace.datasets, datasetId, spec, facts);
  // Where all splits have such images, they do not set some of them apart.
  const asides = near.affected < near.checked ? nearTrainingSentences(near) : [];
  return studyResults(workspace, study, options, {
    splits,
    remarks: { ...remarks, asides },
  });
}

/**
 * Table and curves of the finished cells; independent of the order in which they finished. `remarked`: the facts of all
 * splits, and what they say.
 */
export function studyResults(
  workspace: Pick<Workspace, 'attachments' | 'cells' | 'datasets' | 'networks' | 'published'>,
  study: StoredStudy,
  options: TableOptions = defaultTableOptions,
  remarked?: { readonly splits: SplitFacts; readonly remarks: SplitRemarks },
): ComputedResults {
  const { cells, datasets, published } = workspace;
  const { spec } = study;
  const problems = checkTableOptions(spec, options);
  if (problems.length > 0) throw invalid(problems);
  const measure = shownMeasure([spec], options);
  const stored = allCells(workspace, study);
  const plan = plannedStudy(study, stored);
  const facts = datasets.factsOf(study.datasetId);
  const outcomes = measuredOutcomes(workspace, study, stored, measure, {
    facts,
    unconverged: remarked !== undefined,
  });
  const { knownOnly } = options;
  const splits = remarked?.splits ?? (knownOnly ? keptSplitFacts(spec, facts, []) : null);
  const testImages: TestImagesByCondition = splits ? countTestImages(spec, splits) : new Map();
  const ratio = (condition: string, repeats: readonly number[]): number =>
    splits
      ? factsTestToTrain(spec, splits, condition, repeats, { knownOnly })
      : testToTrain(spec, facts, condition, repeats);
  const vectors = vectorOrigins(workspace, study.datasetId);
  const summary = summariseStudy(plan, outcomes, options, {
    testToTrain: ratio,
    range: pixelRange(datasets, study),
    vectors,
    splits: { ...remarked?.remarks, testImages },
  });
  const table = withPublished(summary, published.list(study.id));
  const older = otherDefaults(plan);
  return {
    table: older.length === 0 ? table : { ...table, footer: [...table.footer, olderNote(older)] },
    curves: () => {
      const counted = knownOnly ? recognisableOnly(plan, outcomes, testImages) : { plan, outcomes };
      return curvesOf(workspace, study, counted.plan, counted.outcomes, measure);
    },
    longTable: () => {
      const everything = outcomesOf(stored, cells.errors(study.id, { measures: true, fits: true }));
      return longTable(plan, everything);
    },
    failed: stored.flatMap(({ status, label, condition, repeat, reason }) =>
      status === 'failed' ? [{ label, condition, repeat, reason: reason! }] : [],
    ),
  };
}

/**
 * Curves of one condition, read without the cells of the others; null: of all. Throws INVALID for what the study does
 * not have.
 */
export function conditionCurves(
  workspace: Pick<Workspace, 'cells' | 'datasets'>,
  study: StoredStudy,
  options: { readonly condition: string | null; readonly measure: MeasureId },
): Curve[] {
  const { plan, outcomes } = partOf(workspace, study, options);
  return curvesOf(workspace, study, plan, outcomes, options.measure);
}

/** Entries of the methods in one condition, or in all (null), without comparisons between them. */
export function conditionEntries(
  workspace: Pick<Workspace, 'cells' | 'datasets'>,
  study: StoredStudy,
  options: Pick<TableOptions, 'selection'> & { readonly condition: string | null; readonly measure: MeasureId },
) {
  const { plan, outcomes } = partOf(workspace, study, options);
  return { conditions: plan.conditions, rows: untestedRows(plan, outcomes, options.measure) };
}

/** Plan and outcomes of a condition; null: of all. Throws INVALID for what the study does not have. */
function partOf(
  workspace: Pick<Workspace, 'cells' | 'datasets'>,
  study: StoredStudy,
  { condition, ...options }: { readonly condition: string | null; readonly measure: MeasureId },
): { readonly plan: StudyPlan; readonly outcomes: Outcomes } {
  const problems = checkTableOptions(study.spec, { ...defaultTableOptions, ...options });
  if (problems.length > 0) throw invalid(problems);
  const stored = allCells(workspace, study, condition);
  const plan = plannedStudy(study, stored);
  const conditions = plan.conditions.filter(({ key }) => condition === null || key === condition);
  if (condition !== null && conditions.length === 0) {
    const keys = plan.conditions.map(({ key }) => key);
    throw invalid([{ path: 'condition', message: noSuchCondition(condition, keys) }]);
  }
  return {
    plan: { ...plan, conditions },
    outcomes: measuredOutcomes(workspace, study, stored, options.measure, { condition }),
  };
}

/**
 * Outcomes of cells with what a table and curves of a measure need; `condition` restricts them to one condition,
 * `facts` adds the answers, by which entries that decide nothing are recognised, `unconverged` the fits without
 * convergence.
 */
function measuredOutcomes(
  { cells }: Pick<Workspace, 'cells'>,
  study: StoredStudy,
  stored: readonly StoredCell[],
  measure: MeasureId,
  {
    condition = null,
    facts,
    unconverged = false,
  }: { readonly condition?: string | null; readonly facts?: DatasetFacts; readonly unconverged?: boolean },
): Outcomes {
  const { id, spec } = study;
  const by = spec.selection?.by;
  const wanted = {
    selected: spec.selection !== undefined,
    measures: measureOf(measure).given !== null || (by !== undefined && measureOf(by).given !== null),
    fits: measure === 'iterations' || measure === 'converged',
    unconverged,
    condition,
  };
  const errors = cells.errors(id, wanted);
  // An entry that is undecided for want of a threshold is shown with its range, which needs the measures.
  const needsMeasures = !wanted.measures && [...errors.values()].some(isUndecided);
  const results = needsMeasures ? cells.errors(id, { ...wanted, measures: true }) : errors;
  const recognises = !comparisonTarget(spec.protocol).pairs;
  return outcomesOf(stored, results, facts && recognises ? soleAnswers({ cells }, study, facts) : undefined);
}

type SoleAnswer = (cell: StoredCell, result: TableCell, at: number) => number | null;

/** Reads whether a finished cell recognises all test images as one subject at a shape (index). */
function soleAnswers({ cells }: Pick<Workspace, 'cells'>, { id, spec }: StoredStudy, facts: DatasetFacts): SoleAnswer {
  return ({ position, condition, repeat }, { testCount }, at) => {
    const nearest = cells.nearest(id, position)?.subarray(at * testCount, (at + 1) * testCount);
    if (!nearest || nearest.length === 0) return null;
    const { train, gallery = train } = splitOf(spec, facts, condition, repeat);
    const subject = (place: number): number => facts.labels[gallery[place]];
    const first = subject(nearest[0]);
    return nearest.every((place) => subject(place) === first) ? first : null;
  };
}

function curvesOf(
  { datasets }: Pick<Workspace, 'datasets'>,
  study: StoredStudy,
  plan: StudyPlan,
  outcomes: Outcomes,
  measure: MeasureId,
): Curve[] {
  return studyCurves(plan, outcomes, fittedShape(datasets, study), measure, study.spec.selection?.by);
}

/** Minimum and maximum stored pixel of a study's dataset. */
export function pixelRange({ pixelFacts }: Workspace['datasets'], study: StoredStudy): readonly [number, number] {
  const { low, high } = pixelFacts(study.datasetId)!;
  return [low, high];
}

/** Shape of the images that the methods of a study see. */
function fittedShape(datasets: Workspace['datasets'], { datasetId, spec }: StoredStudy): Shape {
  return featureShape(spec.features, datasets.factsOf(datasetId));
}

function outcomesOf(
  stored: readonly StoredCell[],
  results: ReadonlyMap<number, TableCell>,
  soleAnswer?: SoleAnswer,
): Outcomes {
  const outcomes = new Map<string, CellOutcome>();
  for (const cell of stored) {
    const { key, position, status, reason, label, condition, repeat } = cell;
    const result = results.get(position);
    if (status === 'done' && !result) throw missing(label, condition, repeat);
    if (status === 'done' && result) {
      const answered = soleAnswer && { soleAnswer: (at: number) => soleAnswer(cell, result, at) };
      outcomes.set(key, { status, result: { ...result, ...answered } });
    }
    if (status === 'failed') outcomes.set(key, { status, reason: reason! });
  }
  return outcomes;
}

/** Another process may have reset the cell after the states were read. */
function missing(label: string, condition: string, repeat: number): Error {
  return damaged(`The result of ${label}, ${condition}, repeat ${repeat} is damaged: it is missing.`);
}

/** The plan of a study with stored cells; hashing their keys again would take longer than reading them. */
export function plannedStudy({ spec }: StoredStudy, cells: StudyPlan['cells']): StudyPlan {
  const study = planStudy(spec);
  const keys = new Map(cells.map(({ label, methodKey }) => [label, methodKey]));
  // Cells planned with settings that a later version changed or added have other keys than their methods now; only the
  // settings stated in the spec are certain to apply to them.
  const methods = study.methods.map((method) => {
    const key = keys.get(method.label) ?? method.key;
    return key === method.key ? method : { ...method, key, settings: statedSettings(spec, method) };
  });
  return {
    study,
    conditions: study.conditions,
    repeats: cells.reduce((most, cell) => Math.max(most, cell.repeat), 0),
    methods,
    rows: methodRows(methods),
    size: cells.length,
    cells,
  };
}

/** A stored study with its dataset. */
export function studyOnDataset(
  { datasets }: Pick<Workspace, 'datasets'>,
  { spec, datasetId }: StoredStudy,
): StudyOnDataset {
  return { ...planStudy(spec), dataset: datasets.factsOf(datasetId) };
}

/** Labels of methods whose cells were planned by a version with other default settings. */
function otherDefaults({ study, rows }: StudyPlan): string[] {
  const now = new Set(study.methods.map(({ key }) => key));
  return rows.filter(({ methods }) => methods.some(({ key }) => !now.has(key))).map(({ label }) => label);
}

function olderNote(labels: readonly string[]): string {
  return `With default settings of another version of Eigenbench: ${labels.join(', ')}.`;
}

/**
 * Why predictions for single images are unavailable for one of these methods (labels), as a sentence; null if they are
 * available.
 */
export function noPredictionsReason(
  { methods }: Pick<StudySpec, 'methods'>,
  ...labels: readonly string[]
): string | null {
  const match = methods.find(({ label, elsewhere }) => labels.includes(label ?? '') && elsewhere?.holds === 'errors');
  return match
    ? `Of "${match.label}" only error rates are known, computed elsewhere: it is not known which images are misclassified.`
    : null;
}
