/** Data source of figures: results of studies, computed on demand by the engine. */
import type { PairReport } from '../compare/pairReport.ts';
import type { DatasetFacts } from '../dataset.ts';
import type { PixelBlock } from '../images/pixelBlock.ts';
import { appearancesOf, type Appearance } from '../methods/appearance.ts';
import type { MeasureId } from '../measures/measures.ts';
import type { Condition, Split } from '../protocols/split.ts';
import { shownMeasure } from '../study/table/tableOptions.ts';
import { noSuchCondition, noSuchLabel } from '../study/table/unknownEntry.ts';
import type { RankOptions, RankReport } from '../study/comparison/ranks.ts';
import type { Study } from '../study/study.ts';
import type { StudyConfusion } from '../study/table/confusion.ts';
import type { Curve, StudyTable } from '../study/table/table.ts';
import type { Characteristic, CharacteristicId } from './charts/characteristic.ts';
import type { Band } from './charts/lineChart.ts';
import type { MethodTimes } from './charts/timeChart.ts';
import type { LatentShape } from '../methods/method.ts';
import type { ModelQueryResult, ModelQuery, ModelQueryName } from '../study/model/modelQueries.ts';
import { selectedCell, selectedEntry } from '../study/table/chosenShapes.ts';

// Queries of figures to refitted models, and the replies.

/** Query to one cell of the study at one latent shape. */
export interface CellQuery<N extends ModelQueryName = ModelQueryName> {
  readonly cell: {
    readonly label: string;
    readonly condition: string;
    readonly repeat: number;
    readonly shape: LatentShape;
  };
  readonly name: N;
  readonly question: ModelQuery<N>;
}

/** Why a cell has no result, as a sentence. */
export interface CellQueryRefusal {
  readonly refused: string;
}

export type CellQueryResult<N extends ModelQueryName = ModelQueryName> = ModelQueryResult<N> | CellQueryRefusal;

export type RefittedCells = <N extends ModelQueryName>(query: CellQuery<N>) => CellQueryResult<N>;

/** Lookup of results by query; `answers` are in the order of `questions`. */
export function fittedCells(questions: readonly CellQuery[], answers: readonly CellQueryResult[]): RefittedCells {
  const results = new Map(questions.map((question, at) => [JSON.stringify(question), answers[at]]));
  return <N extends ModelQueryName>(query: CellQuery<N>) =>
    (results.get(JSON.stringify(query)) as CellQueryResult<N> | undefined) ?? {
      refused: 'This figure asked nothing of the cell.',
    };
}

type Selection = 'oracle' | 'validated';

/** Predictions for the test images of one repeat. */
export interface ImagePredictions {
  readonly repeat: number;
  readonly test: ArrayLike<number>;
  /** By method: whether each test image is misclassified. */
  readonly wrong: readonly (readonly boolean[])[];
}

/** Most kinds of figures use the first study only. */
export interface FigureSource {
  readonly studies: readonly Pick<Study, 'spec'>[];
  readonly results: (measure: MeasureId) => { readonly table: StudyTable; readonly curves: () => readonly Curve[] };
  readonly characteristics: (
    table: StudyTable,
    curve: CharacteristicId,
    condition: string,
    selection: Selection,
    band: Band,
  ) => readonly Characteristic[];
  readonly times: (condition: string, selection: Selection) => MethodTimes;
  readonly compare: (pair: {
    readonly first: string;
    readonly second: string;
    readonly condition: string;
    readonly measure: MeasureId;
    readonly selection: Selection;
    readonly alpha?: number;
  }) => readonly { readonly title: string; readonly report: PairReport }[];
  readonly confusion: (label: string, condition: string) => StudyConfusion;
  /** n_test/n_train of some repeats of a condition. */
  readonly testToTrain: (condition: string, repeats: readonly number[]) => number;
  /** Predictions in the repeats that all methods with these labels have finished. */
  readonly answers: (
    table: StudyTable,
    condition: string,
    labels: readonly string[],
    selection: Selection,
  ) => {
    /** Labels of the methods with predictions for single images. */
    readonly methods: readonly string[];
    readonly splits: readonly ImagePredictions[];
  };
  /** Subjects of the images. */
  readonly facts: () => Pick<DatasetFacts, 'labels' | 'subjects'>;
  readonly split: (condition: string, repeat: number) => Split;
  readonly fitted: RefittedCells;
  /** Images by index, scaled down to at most `maxSide` pixels. */
  readonly faces: (images: readonly number[], maxSide: number) => PixelBlock;
  /** Ranks over all studies. */
  readonly ranks: (
    options: Pick<RankOptions, 'per' | 'selection' | 'alpha' | 'practicalTest' | 'practicalAgainst'> & {
      readonly measure?: MeasureId | undefined;
      readonly rope?: number | 'default';
    },
  ) => RankReport;
}

/** Why a figure cannot be drawn. */
export class FigureRefusal extends Error {
  override readonly name = 'FigureRefusal';
  /** The invalid field; null if the study has nothing to draw yet. */
  readonly path: string | null;

  constructor(message: string, path: string | null = null) {
    super(message);
    this.path = path;
  }
}

/** Resolved inputs shared by all figures of a study. */
export interface FigureContext {
  readonly table: StudyTable;
  readonly curves: () => readonly Curve[];
  readonly condition: Condition;
  readonly appearances: ReadonlyMap<string, Appearance>;
}

/**
 * Table and condition of a figure of one study. Throws FigureRefusal if the study does not have the method, condition
 * or selection, and if nothing has finished.
 */
export function figureContext(
  source: FigureSource,
  figure: {
    readonly measure?: MeasureId | undefined;
    readonly condition?: string;
    readonly label?: string;
    readonly labels?: readonly string[];
    readonly selection?: Selection;
  },
): FigureContext {
  const [{ spec }] = source.studies;
  if (figure.selection === 'validated' && !spec.selection) {
    throw new FigureRefusal(
      'The study chose no shapes inside the training images; expected "oracle".',
      'figure.selection',
    );
  }
  const { table, curves } = source.results(shownMeasure([spec], figure));
  if (table.done === 0) throw new FigureRefusal(`"${spec.name}" has no finished cells yet: run it first.`);
  const condition = conditionOf(table, figure.condition);
  for (const label of figure.labels ?? []) requireLabel(table, label);
  if (figure.label !== undefined) requireLabel(table, figure.label);
  return { table, curves, condition, appearances: appearancesOf(table.rows) };
}

function conditionOf({ conditions }: StudyTable, wanted: string | undefined): Condition {
  const match = wanted === undefined ? conditions[0] : conditions.find(({ key }) => key === wanted);
  if (match) return match;
  const keys = conditions.map(({ key }) => key);
  throw new FigureRefusal(noSuchCondition(wanted!, keys), 'figure.condition');
}

function requireLabel({ rows }: StudyTable, label: string): void {
  if (rows.some((row) => row.label === label)) return;
  const labels = rows.map((row) => row.label);
  throw new FigureRefusal(noSuchLabel(label, labels), 'figure.label');
}

// Cells of one repeat of a condition, for figures that refit models.

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

/** Throws FigureRefusal like `figureContext`, and if no method has finished the repeat. */
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
