/** Read-only calls on studies. */
import type { contract } from '../../../core/contract/contract.ts';
import type { CellQueryResult } from '../../../core/figures/figureSource.ts';
import type { WrongPairsSpec } from '../../../core/figures/kinds/wrongPairs.ts';
import type { FigureSpec } from '../../../core/figures/registry.ts';
import type { FigureFormat, FigurePage } from '../../../core/figures/figurePage.ts';
import { identitiesOf } from '../../../core/dataset.ts';
import type { Split } from '../../../core/protocols/split.ts';
import { namedSplitHash, splitHash, splitOf } from '../../../core/study/plan/splits.ts';
import { packTable } from '../../../core/study/table/packedTable.ts';
import { compareStudies, type StudiesComparison } from '../../../core/study/comparison/compareStudies.ts';
import type { StudyGlance } from '../../../core/contract/studyResults.ts';
import { miniature } from '../../../core/figures/charts/overview.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { WorkspaceError } from '../../workspace/workspaceErrors.ts';
import { notFound } from '../errors.ts';
import type { ReadServices } from '../reader/readService.ts';
import { comparePair, disagreementsOf } from './comparePair.ts';
import { confusionCounts, methodTimes } from './cells/cellSummaries.ts';
import { designSpread } from './designSpread.ts';
import { rankStudies } from './multiStudyTable.ts';
import { figureQueries, hardestImages, studyCharacteristics, studyFigure, studyWrongPairs } from './figureSource.ts';
import { studyIntervals } from './studyIntervals.ts';
import { defaultTableOptions, leadingMeasure } from '../../../core/study/table/tableOptions.ts';
import { conditionCurves, remarkedResults, studyResults } from './studyResults.ts';
import { planStudy } from '../../../core/study/study.ts';
import { headlineOn, verdictOn } from './studyVerdicts.ts';

/** Throws NOT_FOUND if there is no such study. */
export function findStudy({ studies }: Workspace, id: number): StoredStudy {
  const study = studies.get(id);
  if (!study) throw notFound('There is no such study.');
  return study;
}

export const studyReads: ReadServices<(typeof contract)['studies']> = {
  highlights: (workspace, { ids }) => highlights(workspace, ids),
  sideBySide: (workspace, { ids }) => sideBySide(workspace, findAll(workspace, [...new Set(ids)])),
  results(workspace, { id, options }) {
    const study = findStudy(workspace, id);
    const { table, failed } = remarkedResults(workspace, study, options);
    return { table: packTable(table), verdict: verdictOn(workspace, [study], options, table), failed };
  },
  verdict: (workspace, { id, beside, options }) =>
    verdictOn(workspace, [findStudy(workspace, id), ...findAll(workspace, beside)], options),
  curves: (workspace, { id, ...options }) => conditionCurves(workspace, findStudy(workspace, id), options),
  compare: (workspace, { id, ...pair }) => comparePair(workspace, findStudy(workspace, id), pair),
  disagreements: (workspace, { id, ...pair }) => disagreementsOf(workspace, findStudy(workspace, id), pair),
  times: (workspace, { id, condition, selection }) =>
    methodTimes(workspace, findStudy(workspace, id), condition, selection),
  characteristics: (workspace, { id, figure }) => studyCharacteristics(workspace, findStudy(workspace, id), figure),
  hardest: (workspace, { id, ...query }) => hardestImages(workspace, findStudy(workspace, id), query),
  intervals: (workspace, { id, ...query }) => studyIntervals(workspace, findStudy(workspace, id), query),
  confusion: (workspace, { id, label, condition }) =>
    confusionCounts(workspace, findStudy(workspace, id), label, condition),
  ranks: (workspace, { ids, ...options }) => rankStudies(workspace, findAll(workspace, ids), options),
  // Imported lazily, because most reads need no file writers.
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

/** Queries of the check of an extended study. */
export const designReads = {
  designSpread: (workspace: Workspace, { id, condition }: { readonly id: number; readonly condition: string }) =>
    designSpread(workspace, findStudy(workspace, id), condition),
};

export interface FigureQuery {
  readonly ids: readonly number[];
  readonly figure: FigureSpec;
  readonly format: FigureFormat;
  readonly theme: 'light' | 'dark';
  readonly page: FigurePage;
}

/** The reads of figures: their queries to refitted cells, and what they draw or list from the replies. */
export const figureReads = {
  figureQuestions: (workspace: Workspace, { ids, figure }: Pick<FigureQuery, 'ids' | 'figure'>) =>
    figureQueries(workspace, findAll(workspace, ids), figure),
  drawFigure: (
    workspace: Workspace,
    { ids, figure, format, theme, page, answers }: FigureQuery & { readonly answers: readonly CellQueryResult[] },
  ) => studyFigure(workspace, findAll(workspace, ids), figure, format, theme, page, answers),
  namedWrongPairs: (
    workspace: Workspace,
    {
      id,
      ...query
    }: { readonly id: number; readonly figure: WrongPairsSpec; readonly answers: readonly CellQueryResult[] },
  ) => studyWrongPairs(workspace, findStudy(workspace, id), query.figure, query.answers),
};

function findAll(workspace: Workspace, ids: readonly number[]): StoredStudy[] {
  return ids.map((id) => findStudy(workspace, id));
}

/** Compares the finished results of stored studies side by side. */
function sideBySide(
  workspace: Pick<Workspace, 'attachments' | 'cells' | 'datasets' | 'networks' | 'published'>,
  studies: readonly StoredStudy[],
): StudiesComparison {
  const measure = leadingMeasure(...studies.map(({ spec }) => spec));
  return compareStudies(
    studies.map((study) => {
      // All methods of a condition request the same splits.
      const hashes = new Map<string, string>();
      const { spec, datasetHash } = study;
      const facts = workspace.datasets.factsOf(study.datasetId);
      const splitHashOf = { place: splitHash, name: (split: Split) => namedSplitHash(split, facts) };
      return {
        study: planStudy(spec),
        datasetHash,
        identities: identitiesOf(facts).key,
        table: studyResults(workspace, study, { ...defaultTableOptions, measure }).table,
        splitHash(condition, repeat, by) {
          const name = JSON.stringify([condition, repeat, by]);
          const hash = hashes.get(name) ?? splitHashOf[by](splitOf(spec, facts, condition, repeat));
          hashes.set(name, hash);
          return hash;
        },
      };
    }),
  );
}

/**
 * The headline of each study and a thumbnail of its overview; null if nothing has finished. Also null for a damaged
 * study: its page reports the damage, and the other studies are still listed.
 */
function highlights(workspace: Workspace, ids: readonly number[]): (StudyGlance | null)[] {
  return ids.map((id) => {
    try {
      const study = workspace.studies.get(id);
      if (!study || study.cells.done === 0) return null;
      const { table } = studyResults(workspace, study);
      return { headline: headlineOn(workspace, study, table), miniature: miniature(table) };
    } catch (error) {
      if (error instanceof WorkspaceError) return null;
      throw error;
    }
  });
}
