import {
  type RefittedCells,
  type FigureSource,
  fittedCells,
  type CellQueryResult,
  type CellQuery,
  FigureRefusal,
} from '../../../core/figures/figureSource.ts';
import { splitOf, testToTrain } from '../../../core/study/plan/splits.ts';
import { defaultTableOptions } from '../../../core/study/table/tableOptions.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { thumbnails } from '../datasets/datasetReads.ts';
import { characteristics } from './cells/characteristics.ts';
import { comparePair } from './comparePair.ts';
import { confusionCounts, methodTimes } from './cells/cellSummaries.ts';
import { rankStudies } from './multiStudyTable.ts';
import { studyResults } from './studyResults.ts';
import type { Characteristic } from '../../../core/figures/charts/characteristic.ts';
import { readCharacteristics, type CharacteristicSpec } from '../../../core/figures/kinds/characteristics.ts';
import { readWrongPairs, type WrongPairsSpec } from '../../../core/figures/kinds/wrongPairs.ts';
import { readHardImages } from '../../../core/figures/kinds/hardest.ts';
import type { StudyHardestImages, StudyWrongPairs } from '../../../core/contract/studyResults.ts';
import { defaultFigurePage, type FigurePage, type FigureFormat } from '../../../core/figures/figurePage.ts';
import { sheetOf } from '../../../core/figures/drawingArea.ts';
import type { FigureTheme } from '../../../core/figures/painters/theme.ts';
import { figureOf, hasValueAxis, type FigureSpec } from '../../../core/figures/registry.ts';
import { slug } from '../../../core/report/slug.ts';
import { drawnFile } from '../drawnFile.ts';
import { conflict, invalid } from '../errors.ts';
import { selectedCell, selectedEntry } from '../../../core/study/table/chosenShapes.ts';
import { nearestImages } from './cells/nearestImages.ts';

/**
 * The test images that methods misclassify in a condition, at the shapes in the table, over the repeats that all of
 * them have finished. Methods without predictions for single images are left out.
 */
function misclassifiedImages(
  workspace: Workspace,
  study: StoredStudy,
  ...[table, condition, labels, selection]: Parameters<FigureSource['answers']>
): ReturnType<FigureSource['answers']> {
  const facts = workspace.datasets.factsOf(study.datasetId);
  const nearest = nearestImages(workspace, study);
  const column = table.conditions.findIndex(({ key }) => key === condition);
  const rows = table.rows
    .filter(({ label }) => labels.includes(label))
    .map(({ label, entries }) => {
      const entry = selectedEntry(entries[column], selection);
      const places = entry.repeats.flatMap((repeat) => {
        const cell = selectedCell(label, entry, repeat);
        const matched = cell && nearest({ label: cell.label, condition, repeat }, cell.shape);
        return matched ? [[repeat, matched] as const] : [];
      });
      return { label, places: new Map(places) };
    })
    .filter(({ places }) => places.size > 0);
  const repeats = [...(rows[0]?.places.keys() ?? [])].filter((repeat) =>
    rows.every(({ places }) => places.has(repeat)),
  );
  return {
    methods: rows.map(({ label }) => label),
    splits: repeats.map((repeat) => {
      const { train, gallery = train, test } = splitOf(study.spec, facts, condition, repeat);
      const wrong = rows.map(({ places }) => {
        const matched = places.get(repeat)!;
        return Array.from(test, (image, i) => facts.labels[gallery[matched[i]]] !== facts.labels[image]);
      });
      return { repeat, test, wrong };
    }),
  };
}

/** What figures read from stored studies; `fitted`: the replies of refitted cells, for kinds that query them. */
export function figureSource(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  fitted: RefittedCells = () => ({ refused: 'This figure fits no cell again.' }),
): FigureSource {
  const [study] = studies;
  const facts = () => workspace.datasets.factsOf(study.datasetId);
  return {
    studies,
    results: (measure) => studyResults(workspace, study, { ...defaultTableOptions, measure, selection: 'both' }),
    characteristics: (...args) => characteristics(workspace, study, ...args),
    times: (...args) => methodTimes(workspace, study, ...args),
    compare: (pair) => comparePair(workspace, study, pair),
    confusion: (...args) => confusionCounts(workspace, study, ...args),
    testToTrain: (condition, repeats) => testToTrain(study.spec, facts(), condition, repeats),
    facts,
    split: (condition, repeat) => splitOf(study.spec, facts(), condition, repeat),
    fitted,
    answers: (...args) => misclassifiedImages(workspace, study, ...args),
    faces: (images, maxSide) => thumbnails(workspace.datasets, study.datasetId, images, maxSide),
    ranks: (options) => rankStudies(workspace, studies, options),
  };
}

/** The queries of a figure to refitted cells. Throws as `studyFigure`. */
export function figureQueries(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  figure: FigureSpec,
): readonly CellQuery[] {
  const { questions } = figureOf(figure.kind);
  return questions ? answered(() => questions(figure, figureSource(workspace, studies))) : [];
}

/**
 * A figure of a study, or of several for kinds that support it; `answers` are the replies to `figureQuestions`. Throws
 * INVALID if the study lacks or has not measured what the figure needs, CONFLICT if nothing has finished.
 */
export async function studyFigure(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  figure: FigureSpec,
  format: FigureFormat,
  theme: Exclude<FigureTheme, 'reader'>,
  page: FigurePage = defaultFigurePage,
  answers: readonly CellQueryResult[] = [],
): Promise<File> {
  const { read, draw, studies: of } = figureOf(figure.kind);
  if (of === 'one' && studies.length > 1) {
    const message = 'ids: only ranks and practical differences are drawn of several studies; name one.';
    throw invalid([{ path: 'ids', message }]);
  }
  if (page.yRange && !hasValueAxis(figure)) {
    const message = 'page.yRange: expected none, the figure has no such vertical axis.';
    throw invalid([{ path: 'page.yRange', message }]);
  }
  const fitted = fittedCells(answers.length === 0 ? [] : figureQueries(workspace, studies, figure), answers);
  const data = answered(() => read(figure, figureSource(workspace, studies, fitted)));
  const drawing = draw(data, { theme, sheet: sheetOf(page), yRange: page.yRange });
  const name = `${slug(studies.map((study) => study.name).join(' '))}-${figure.kind}`;
  return drawnFile(drawing, name, format, page);
}

/** The curves of a figure of a characteristic. Throws as `studyFigure`. */
export function studyCharacteristics(
  workspace: Workspace,
  study: StoredStudy,
  figure: CharacteristicSpec,
): readonly Characteristic[] {
  return answered(() => readCharacteristics(figure, figureSource(workspace, [study])).curves);
}

/** The hardest image of each subject. Throws as `studyFigure`. */
export function hardestImages(
  workspace: Workspace,
  study: StoredStudy,
  { most, ...place }: Parameters<typeof readHardImages>[0] & { readonly most: number },
): StudyHardestImages {
  const { methods, hard } = answered(() => readHardImages(place, figureSource(workspace, [study])));
  const { labels, subjects } = workspace.datasets.factsOf(study.datasetId);
  const bySubject = new Map<number, (typeof hard)[number]>();
  for (const image of hard) if (!bySubject.has(labels[image.image])) bySubject.set(labels[image.image], image);
  return {
    datasetId: study.datasetId,
    methods,
    images: [...bySubject].slice(0, most).map(([subject, { image, methods: count }]) => ({
      image,
      subject: subjects[subject],
      share: count / methods.length,
    })),
  };
}

/** The pairs of a figure of wrong pairs; `answers` as for `studyFigure`, which throws the same. */
export function studyWrongPairs(
  workspace: Workspace,
  study: StoredStudy,
  figure: WrongPairsSpec,
  answers: readonly CellQueryResult[],
): StudyWrongPairs {
  const fitted = fittedCells(figureQueries(workspace, [study], figure), answers);
  const wrongPairs = answered(() => readWrongPairs(figure, figureSource(workspace, [study], fitted)));
  return { datasetId: study.datasetId, ...wrongPairs };
}

/** Converts refusals of figures to contract errors. */
function answered<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FigureRefusal)) throw error;
    throw error.path === null ? conflict(error.message) : invalid([{ path: error.path, message: error.message }]);
  }
}
