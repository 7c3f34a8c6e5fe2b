/** Calls on studies that only read. */
import type { contract } from '../../../core/contract/contract.ts';
import type { CellAnswer } from '../../../core/figures/fitted.ts';
import type { WrongPairsSpec } from '../../../core/figures/kinds/wrongPairs.ts';
import type { FigureSpec } from '../../../core/figures/registry.ts';
import type { FigureFormat } from '../../../core/figures/page/formats.ts';
import type { FigurePage } from '../../../core/figures/page/figurePage.ts';
import { packTable } from '../../../core/study/table/packedTable.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { notFound } from '../errors.ts';
import type { ReadServices } from '../reader/readService.ts';
import { comparePair } from './pairs/comparePair.ts';
import { confusionOf } from './cells/confusionOf.ts';
import { designSpread } from './designSpread.ts';
import { disagreementsOf } from './pairs/disagreementsOf.ts';
import { highlights } from './highlights.ts';
import { methodTimes } from './cells/methodTimes.ts';
import { rankStudies } from './rankStudies.ts';
import { sideBySide } from './pairs/sideBySide.ts';
import { figureQuestions, studyCharacteristics, studyFigure, studyWrongPairs } from './studyFigure.ts';
import { studyIntervals } from './studyIntervals.ts';
import { conditionCurves, studyResults } from './studyResults.ts';

/** Throws NOT_FOUND. */
export function findStudy({ studies }: Workspace, id: number): StoredStudy {
  const study = studies.get(id);
  if (!study) throw notFound('There is no such study.');
  return study;
}

export const studyReads: ReadServices<(typeof contract)['studies']> = {
  highlights: (workspace, { ids }) => highlights(workspace, ids),
  sideBySide: (workspace, { ids }) => sideBySide(workspace, findAll(workspace, [...new Set(ids)])),
  results(workspace, { id, options }) {
    const { table, failed } = studyResults(workspace, findStudy(workspace, id), options);
    return { table: packTable(table), failed };
  },
  curves: (workspace, { id, ...asked }) => conditionCurves(workspace, findStudy(workspace, id), asked),
  compare: (workspace, { id, ...pair }) => comparePair(workspace, findStudy(workspace, id), pair),
  disagreements: (workspace, { id, ...pair }) => disagreementsOf(workspace, findStudy(workspace, id), pair),
  times: (workspace, { id, condition, selection }) =>
    methodTimes(workspace, findStudy(workspace, id), condition, selection),
  characteristics: (workspace, { id, figure }) => studyCharacteristics(workspace, findStudy(workspace, id), figure),
  intervals: (workspace, { id, ...asked }) => studyIntervals(workspace, findStudy(workspace, id), asked),
  confusion: (workspace, { id, label, condition }) =>
    confusionOf(workspace, findStudy(workspace, id), label, condition),
  ranks: (workspace, { ids, ...options }) => rankStudies(workspace, findAll(workspace, ids), options),
  // A reader starts without the writers of files: few studies that are looked at are exported.
  async export(workspace, { id, beside, format, options: table, measures, page, comparison }) {
    const { studyFile } = await import('./studyFiles.ts');
    const [study, others] = [findStudy(workspace, id), findAll(workspace, beside)];
    return studyFile(workspace, study, others, format, { table, measures, page, comparison });
  },
  async pack(workspace, { id, ...options }) {
    const { packedStudy } = await import('./packedStudy.ts');
    return packedStudy(workspace, findStudy(workspace, id), options);
  },
};

/** What the check of an extended study asks about it. */
export const designReads = {
  designSpread: (workspace: Workspace, { id, condition }: { readonly id: number; readonly condition: string }) =>
    designSpread(workspace, findStudy(workspace, id), condition),
};

export interface AskedFigure {
  readonly ids: readonly number[];
  readonly figure: FigureSpec;
  readonly format: FigureFormat;
  readonly theme: 'light' | 'dark';
  readonly page: FigurePage;
}

/** The reads of a figure: what it asks of cells, which are fitted again, and what it draws or names of the answers. */
export const figureReads = {
  figureQuestions: (workspace: Workspace, { ids, figure }: Pick<AskedFigure, 'ids' | 'figure'>) =>
    figureQuestions(workspace, findAll(workspace, ids), figure),
  drawFigure: (
    workspace: Workspace,
    { ids, figure, format, theme, page, answers }: AskedFigure & { readonly answers: readonly CellAnswer[] },
  ) => studyFigure(workspace, findAll(workspace, ids), figure, format, theme, page, answers),
  namedWrongPairs: (
    workspace: Workspace,
    { id, ...asked }: { readonly id: number; readonly figure: WrongPairsSpec; readonly answers: readonly CellAnswer[] },
  ) => studyWrongPairs(workspace, findStudy(workspace, id), asked.figure, asked.answers),
};

function findAll(workspace: Workspace, ids: readonly number[]): StoredStudy[] {
  return ids.map((id) => findStudy(workspace, id));
}
