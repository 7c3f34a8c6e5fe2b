/** Builds the table and the curves of a study from its cells. */
import type { LatentShape } from '../../methods/method.ts';
import type { Shape } from '../../features/feature.ts';
import { codeSize } from '../../methods/latent/latentShape.ts';
import { subjectModels } from '../../classify/classifiers/registry.ts';
import { IMPORTED } from '../../methods/importedMethod.ts';
import { compareConditions, type Verdict } from '../comparison/compareMethods.ts';
import { negated, type RepeatValues } from '../../compare/repeatValues.ts';
import { mostChosen, oracleChoice, validatedChoice, type OracleChoice } from './chosenShapes.ts';
import { mostFrequent } from './repeatErrors.ts';
import type { VectorOrigins } from './footerNumbers.ts';
import { tableFooter } from './footer.ts';
import { fullShapes, givesOneAnswer, measuredByShape, measuredRepeats, type ChosenCell } from './measuredRepeats.ts';
import { isScoreBased, measureOf, measureOn, type Measure, type MeasureId } from '../../measures/measures.ts';
import type { PlannedCell, StudyPlan } from '../plan/plan.ts';
import type { MethodRow, PlannedMethod } from '../study.ts';
import { countsTestImages, testImagesTogether } from '../plan/unrecognisable.ts';
import type { Condition } from '../../protocols/split.ts';
import type { Curve, StudyTable, TableEntry, ValidatedEntry } from './table.ts';
import type { StudySpec } from '../spec/spec.ts';
import { measureAt } from '../../measures/cellMeasures.ts';
import { isUndecided, UNDECIDED } from '../../measures/threshold.ts';
import { recognisableOnly } from './recognisableOnly.ts';
import { rowRepeats, type Outcomes, type RowRepeat, type RowRepeats } from './rowRepeats.ts';
import type { SplitRemarks } from './splitRemarks.ts';
import { standings } from './standings.ts';
import {
  defaultTableOptions,
  leadingMeasure,
  shownMeasure,
  tableComparison,
  type TableOptions,
} from './tableOptions.ts';

/** What a table says beyond its cells. */
export interface TableContext {
  /** n_test/n_train of the given repeats of a condition, for the corrected resampled t-test only. @default unknown */
  readonly testToTrain?: (condition: string, repeats: readonly number[]) => number | null;
  /** Minimum and maximum stored pixel of the dataset. @default 0 and 255 */
  readonly range?: readonly [number, number];
  /** The origin of the vectors attached to the dataset, by name. */
  readonly vectors?: VectorOrigins;
  /** What the splits say about the numbers. */
  readonly splits?: SplitRemarks;
}

/**
 * The table of a study from the cells finished so far. Shapes and listed settings are chosen by the error rate, or by
 * the study's own criterion, whatever the table shows.
 */
export function summariseStudy(
  plan: StudyPlan,
  outcomes: Outcomes,
  options: TableOptions = defaultTableOptions,
  context: TableContext = {},
): StudyTable {
  const { testImages = new Map() } = context.splits ?? {};
  if (options.knownOnly && testImages.size > 0) {
    const recognisable = recognisableOnly(plan, outcomes, testImages);
    return summarise(recognisable.plan, recognisable.outcomes, options, context);
  }
  return summarise(plan, outcomes, options, context);
}

function summarise(
  plan: StudyPlan,
  outcomes: Outcomes,
  options: TableOptions,
  { testToTrain = () => null, range = [0, 255], vectors, splits = {} }: TableContext,
): StudyTable {
  const { study, rows: listed } = plan;
  const { spec } = study;
  const measure = measureOn(measureOf(shownMeasure([spec], options)), { range, features: spec.features });
  const comparison = tableComparison(spec, options);
  const { summaries, chosenInside } = summaryRows(plan, outcomes, measure.id);
  const reasons = failureReasons(plan, outcomes);
  const gaps = listed.map(({ label }, row) => ({
    label,
    shapes: summaries[row].flatMap((summary) => summary.lackingShapes),
    reasons: study.rows[row].methods.flatMap(({ key }) => [...(reasons.get(key) ?? [])]),
  }));
  const judged = <T extends RepeatValues & Pick<TableEntry, 'degenerate'>>(rows: readonly (readonly T[])[]) => {
    const verdicts = compareConditions(
      plan.conditions.map((condition, column) => ({
        contenders: rows.map((entries, row) => ({
          ...(entries[column].degenerate ? NOT_COMPARED : lowerIsBetter(measure, entries[column])),
          label: listed[row].label,
        })),
        testToTrain: (repeats) => testToTrain(condition.key, repeats),
      })),
      comparison,
    );
    return rows.map((entries, row) =>
      entries.map((entry, column) => ({ ...entry, ...shownVerdict(measure, verdicts[column][row]) })),
    );
  };
  const oracle = judged(summaries.map((row) => row.map((summary) => summary.entry)));
  const validated = chosenInside && judged(chosenInside);
  const entries = oracle.map((row, r) => ({
    entries: row.map((entry, column) => ({ ...entry, ...(validated && { validated: validated[r][column] }) })),
  }));
  const several = plan.conditions.length > 1 && listed.length > 1;
  const standing = several ? standings(entries, measure.better, options.selection) : [];
  const rows = listed.map((planned, row) => ({
    label: planned.label,
    methodId: planned.methodId,
    ...labelUse(planned, spec),
    ...entries[row],
    ...standing[row],
  }));
  const tested = testImagesTogether(splits.testImages ?? new Map(), plan.conditions);
  const done = plan.cells.filter((cell) => outcomes.get(cell.key)?.status === 'done').length;
  const table = {
    study: spec.name,
    dataset: spec.dataset,
    measure,
    // What the study shows by itself is no choice of the reader.
    options: { ...options, measure: measure.id === leadingMeasure(spec) ? undefined : measure.id },
    conditions: plan.conditions,
    ...(tested.some((images) => images !== null) && { testImages: tested }),
    rows,
    done,
    total: plan.cells.length,
  };
  return { ...table, ...tableFooter(study, table, gaps, plan.repeats, vectors, splits) };
}

/** Distinct reasons for which cells failed, by the key of their method. */
function failureReasons({ cells }: StudyPlan, outcomes: Outcomes): ReadonlyMap<string, ReadonlySet<string>> {
  const reasons = new Map<string, Set<string>>();
  for (const { methodKey, key } of cells) {
    const outcome = outcomes.get(key);
    if (outcome?.status !== 'failed') continue;
    const ofMethod = reasons.get(methodKey) ?? new Set();
    reasons.set(methodKey, ofMethod.add(outcome.reason));
  }
  return reasons;
}

/** An entry of a table without its verdicts, which depend on the other methods. */
export type UntestedEntry = Omit<BareEntry, 'validated'> & { readonly validated?: Omit<ValidatedEntry, keyof Verdict> };

/** Entries of the methods of a study in the conditions of a plan, row by row, by a measure. */
export function untestedRows(
  plan: StudyPlan,
  outcomes: Outcomes,
  measure: MeasureId,
): { readonly label: string; readonly entries: readonly UntestedEntry[] }[] {
  const { summaries, chosenInside } = summaryRows(plan, outcomes, measure);
  return plan.rows.map(({ label }, row) => ({
    label,
    entries: summaries[row].map(({ entry }, column) => ({
      ...entry,
      ...(chosenInside && { validated: chosenInside[row][column] }),
    })),
  }));
}

/** By row and condition; `chosenInside`: at the shapes that were chosen inside the training images, if any were. */
function summaryRows(plan: StudyPlan, outcomes: Outcomes, measure: MeasureId) {
  const { selection } = plan.study.spec;
  const groups = cellGroups(plan);
  const cellsOf = (method: PlannedMethod, { key }: Condition): readonly PlannedCell[] =>
    groups.get(groupKey(method.key, key)) ?? [];
  const repeats = plan.rows.map((row) =>
    plan.conditions.map((condition) => rowRepeats(row, (method) => cellsOf(method, condition), outcomes)),
  );
  const by = selection?.by ?? 'error-rate';
  return {
    summaries: repeats.map((row) => row.map((entry) => summariseEntry(entry, measure, by))),
    chosenInside: selection ? repeats.map((row) => row.map((entry) => validatedEntry(entry, measure))) : null,
  };
}

/** A classifier with a model of every subject's images uses their labels, whatever the method. */
function labelUse({ method, methods }: MethodRow, { classifier }: StudySpec) {
  if (method.id === IMPORTED) return {};
  const used = methods.some((planned) => {
    return subjectModels(planned.classifier ?? classifier) !== null || method.usesLabels?.(planned.settings);
  });
  return { usesLabels: used };
}

/**
 * Mean of a measure against latent shape of every method and condition that has finished cells. `images`: shape of the
 * images that methods see, after the features. For listed settings: the combination that the table shows (oracle),
 * chosen by `by`; the first if it shows none.
 */
export function studyCurves(
  plan: StudyPlan,
  outcomes: Outcomes,
  images: Shape,
  measure: MeasureId = 'error-rate',
  by: MeasureId = 'error-rate',
): Curve[] {
  const groups = cellGroups(plan);
  // Results without a latent dimension have no curve over it.
  const swept = plan.rows.filter(({ method }) => method.latentNames.length > 0);
  return swept.flatMap((row) =>
    plan.conditions.flatMap((condition) => {
      const cellsOf = ({ key }: PlannedMethod) => groups.get(groupKey(key, condition.key)) ?? [];
      const repeats = rowRepeats(row, cellsOf, outcomes);
      const standing = standingChoice(repeats, measure, by).tuned?.label;
      const index = Math.max(
        0,
        row.methods.findIndex(({ label }) => label === standing),
      );
      const { method } = row;
      const tuned = repeats.combinations[index];
      const finished = repeats.finished.flatMap(({ results }) => results[index] ?? []);
      if (finished.length === 0) return [];
      const points = measuredByShape(measure, finished);
      return [
        {
          label: row.label,
          methodId: method.id,
          ...(tuned && { tuned }),
          condition: condition.key,
          latentNames: method.latentNames,
          points: points.map((point) => ({
            ...point,
            codeSize: codeSize(method, point.shape, images, row.methods[index].settings),
          })),
        },
      ];
    }),
  );
}

/** Present where fits did not converge. */
function unconvergedFits(chosen: readonly ChosenCell[]): Pick<TableEntry, 'unconverged'> {
  const count = chosen.filter(({ result, at }) => result.converged?.[at] === false).length;
  return count > 0 ? { unconverged: count } : {};
}

/** In place of the values of an entry that decides nothing. */
const NOT_COMPARED: RepeatValues = { values: [] };

/** Present where the answers behind a measure are all the same. */
function degeneracy(measure: MeasureId, chosen: readonly ChosenCell[]): Pick<TableEntry, 'degenerate'> {
  const decides = countsTestImages(measure) || isScoreBased(measureOf(measure));
  return decides && givesOneAnswer(chosen) ? { degenerate: true } : {};
}

/** The values negated if higher is better, as comparisons need them. */
function lowerIsBetter({ better }: Measure, { values, repeats, counts }: RepeatValues): RepeatValues {
  return better === 'lower' ? { values, repeats, counts } : negated({ values, repeats, counts });
}

/** A verdict with the compared mean in the sign of the measure. */
function shownVerdict({ better }: Measure, verdict: Verdict): Verdict {
  const { compared } = verdict;
  return better === 'lower' || !compared ? verdict : { ...verdict, compared: { ...compared, mean: -compared.mean } };
}

type BareEntry = Omit<TableEntry, keyof Verdict>;

/** An entry without its verdict, and the shapes that were not selectable because some finished repeats lack them. */
function summariseEntry(
  repeats: RowRepeats,
  measure: MeasureId,
  by: MeasureId,
): { entry: BareEntry; lackingShapes: readonly LatentShape[] } {
  const { failed, pending, planned, finished } = repeats;
  const undecidedRepeats = withoutThreshold(finished);
  const undecided = undecidedRepeats.length;
  const hterRange = rangeOfHter(undecidedRepeats);
  const { shape, tuned, chosen, lackingShapes } = standingChoice(repeats, measure, by);
  const measured = measuredRepeats(measure, chosen);
  const entry = {
    ...measured,
    shape,
    ...fullShapes(withValues(chosen, measured)),
    ...(tuned && { tuned }),
    ...degeneracy(measure, chosen),
    ...unconvergedFits(withValues(chosen, measured)),
    ...(undecided > 0 && { undecided }),
    ...(hterRange && { hterRange }),
    ...{ failed, pending, planned },
  };
  return { entry, lackingShapes: undecided > 0 ? [] : lackingShapes };
}

/**
 * The oracle's choice. If no shape can be chosen by its errors, a measure that needs no threshold chooses by itself.
 */
function standingChoice(repeats: RowRepeats, measure: MeasureId, by: MeasureId): OracleChoice {
  const byErrors = oracleChoice(repeats, by);
  const choosesItself = byErrors.shape === null && withoutThreshold(repeats.finished).length > 0;
  return choosesItself ? oracleChoice(repeats, measure) : byErrors;
}

/** Repeats without errors at some shape, because no threshold is determined there. */
function withoutThreshold(finished: readonly RowRepeat[]): readonly RowRepeat[] {
  return finished.filter(({ results }) => results.some((result) => result && isUndecided(result)));
}

/** The range of the half total error rate at shapes where no threshold is determined; null if not measured. */
function rangeOfHter(repeats: readonly RowRepeat[]): readonly [number, number] | null {
  const rates = repeats.flatMap(({ results }) =>
    results.flatMap((result) =>
      Array.from(result?.wrong ?? [], (wrong, at) =>
        wrong === UNDECIDED
          ? (['hter-lowest', 'hter-highest'] as const).flatMap((id) => measureAt(id, result!, at) ?? [])
          : [],
      ).flat(),
    ),
  );
  return rates.length === 0 ? null : [Math.min(...rates), Math.max(...rates)];
}

/** An entry at the choices inside the training images, without its verdict. Repeats without a choice are omitted. */
function validatedEntry(repeats: RowRepeats, measure: MeasureId): Omit<ValidatedEntry, keyof Verdict> {
  const every = validatedChoice(repeats);
  const measured = measuredRepeats(measure, every);
  const chosen = withValues(every, measured);
  const shapes = chosen.map(({ result, at }) => result.full ?? result.shapes[at]);
  const tuned = chosen.flatMap((repeat) => repeat.tuned ?? []);
  return {
    ...measured,
    shape: mostFrequent(shapes),
    shapes,
    ...fullShapes(chosen),
    ...degeneracy(measure, chosen),
    ...unconvergedFits(chosen),
    ...(tuned.length > 0 && { tuned: mostChosen(tuned), tunedRepeats: tuned }),
  };
}

/** The chosen repeats that have a value of the measure. */
function withValues<T extends ChosenCell>(
  chosen: readonly T[],
  { repeats }: Pick<TableEntry, 'repeats'>,
): readonly T[] {
  const kept = new Set(repeats);
  return chosen.filter(({ repeat }) => kept.has(repeat));
}

function cellGroups(plan: StudyPlan): Map<string, PlannedCell[]> {
  return Map.groupBy(plan.cells, (cell) => groupKey(cell.methodKey, cell.condition));
}

function groupKey(methodKey: string, condition: string): string {
  return `${methodKey} ${condition}`;
}
