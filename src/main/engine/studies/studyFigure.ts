import type { Characteristic } from '../../../core/figures/charts/characteristic.ts';
import { readCharacteristics, type CharacteristicSpec } from '../../../core/figures/kinds/characteristics.ts';
import { readWrongPairs, type WrongPairsSpec } from '../../../core/figures/kinds/wrongPairs.ts';
import type { StudyWrongPairs } from '../../../core/contract/studies.ts';
import { defaultFigurePage, type FigurePage, type FigureFormat } from '../../../core/figures/page/figurePage.ts';
import { sheetOf } from '../../../core/figures/page/sheet.ts';
import type { FigureTheme } from '../../../core/figures/painters/theme.ts';
import { fittedCells, type CellQueryResult, type CellQuery } from '../../../core/figures/fitted.ts';
import { figureOf, hasValueAxis, type FigureSpec } from '../../../core/figures/registry.ts';
import { FigureRefusal } from '../../../core/figures/source.ts';
import { slug } from '../../../core/report/fileName.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { drawnFile } from '../drawnFile.ts';
import { conflict, invalid } from '../errors.ts';
import { figureSource } from './figureSource.ts';

/** What a figure asks of cells that are fitted again. Throws as `studyFigure`. */
export function figureQuestions(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  figure: FigureSpec,
): readonly CellQuery[] {
  const { questions } = figureOf(figure.kind);
  return questions ? answered(() => questions(figure, figureSource(workspace, studies))) : [];
}

/**
 * A figure of a study, of several for those kinds that are; `answers` are those to `figureQuestions`. Throws INVALID
 * for what the study does not have or has not measured so, CONFLICT where nothing has finished.
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
  const fitted = fittedCells(answers.length === 0 ? [] : figureQuestions(workspace, studies, figure), answers);
  const data = answered(() => read(figure, figureSource(workspace, studies, fitted)));
  const drawing = draw(data, { theme, sheet: sheetOf(page), yRange: page.yRange });
  const name = `${slug(studies.map((study) => study.name).join(' '))}-${figure.kind}`;
  return drawnFile(drawing, name, format, page);
}

/** The curves that a figure of a characteristic draws. Throws as `studyFigure`. */
export function studyCharacteristics(
  workspace: Workspace,
  study: StoredStudy,
  figure: CharacteristicSpec,
): readonly Characteristic[] {
  return answered(() => readCharacteristics(figure, figureSource(workspace, [study])).curves);
}

/** The pairs that a figure of wrong pairs draws; `answers` as for `studyFigure`, which throws the same. */
export function studyWrongPairs(
  workspace: Workspace,
  study: StoredStudy,
  figure: WrongPairsSpec,
  answers: readonly CellQueryResult[],
): StudyWrongPairs {
  const fitted = fittedCells(figureQuestions(workspace, [study], figure), answers);
  const found = answered(() => readWrongPairs(figure, figureSource(workspace, [study], fitted)));
  return { datasetId: study.datasetId, ...found };
}

/** What a figure refuses, as clients are told of it. */
function answered<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FigureRefusal)) throw error;
    throw error.path === null ? conflict(error.message) : invalid([{ path: error.path, message: error.message }]);
  }
}
