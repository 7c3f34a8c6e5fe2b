/**
 * Reads that take long: what the engine does with a connection that only reads, in its own thread or in another one.
 * Inputs and answers are data; files are files.
 */
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import type { FigureFormat } from '../../../core/figures/page/formats.ts';
import type { FigureSpec } from '../../../core/figures/registry.ts';
import type { FigurePage } from '../../../core/figures/page/figurePage.ts';
import type { FigureTheme } from '../../../core/figures/painters/theme.ts';
import type { DatasetFormat } from '../../../core/formats/datasetFormats.ts';
import { runSteps } from '../../../core/formats/steps.ts';
import type { ComparisonReportOptions } from '../../../core/report/comparison/options.ts';
import type { MeasureId } from '../../../core/measures/measures.ts';
import type { PageOptions } from '../../../core/report/pageOptions.ts';
import type { TableFormat } from '../../../core/report/formats.ts';
import type { TableOptions } from '../../../core/study/table/tableOptions.ts';
import { loadStudy } from '../../runner/loadStudy.ts';
import type { StoredStudy } from '../../workspace/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { exportDataset } from '../datasets/exportDataset.ts';
import { meanFaces } from '../datasets/meanFaces.ts';
import { spectrum } from '../datasets/spectrum.ts';
import { thumbnails } from '../datasets/thumbnails.ts';
import { comparePair, type Pair } from '../studies/comparePair.ts';
import { confusionOf } from '../studies/confusionOf.ts';
import { disagreementsOf } from '../studies/disagreementsOf.ts';
import { highlights } from '../studies/highlights.ts';
import { methodTimes } from '../studies/methodTimes.ts';
import { rankStudies } from '../studies/rankStudies.ts';
import { studyIntervals } from '../studies/studyIntervals.ts';
import { studyCharacteristics, studyFigure } from '../studies/studyFigure.ts';
import { sideBySide } from '../studies/sideBySide.ts';
import { studyResults } from '../studies/studyResults.ts';

/** What the user waits for while the page stays usable; they wait for each other, and not for the long ones. */
const quick = {
  thumbnails: (
    { datasets }: Workspace,
    { id, index, maxSide }: { id: number; index: readonly number[]; maxSide: number },
  ) => thumbnails(datasets, id, index, maxSide),
  bySubject: ({ datasets }: Workspace, { id }: { id: number }) => datasets.bySubject(id),
  results: (workspace: Workspace, { study, options }: { study: StoredStudy; options?: TableOptions }) => {
    const { table, curves, failed } = studyResults(workspace, study, options);
    return { table, curves: curves(), failed };
  },
  compare: (workspace: Workspace, { study, pair }: { study: StoredStudy; pair: Pair }) =>
    comparePair(workspace, study, pair),
  disagreements: (
    workspace: Workspace,
    { study, pair }: { study: StoredStudy; pair: Parameters<typeof disagreementsOf>[2] },
  ) => disagreementsOf(workspace, study, pair),
  characteristics: (
    workspace: Workspace,
    { study, figure }: { study: StoredStudy; figure: Parameters<typeof studyCharacteristics>[2] },
  ) => studyCharacteristics(workspace, study, figure),
  times: (workspace: Workspace, input: { study: StoredStudy; condition: string; selection: 'oracle' | 'validated' }) =>
    methodTimes(workspace, input.study, input.condition, input.selection),
  confusion: (
    workspace: Workspace,
    { study, label, condition }: { study: StoredStudy; label: string; condition: string },
  ) => confusionOf(workspace, study, label, condition),
  highlights: (workspace: Workspace, { ids }: { ids: readonly number[] }) => highlights(workspace, ids),
  sideBySide: (workspace: Workspace, { studies }: { studies: readonly StoredStudy[] }) =>
    sideBySide(workspace, studies),
  ranks: (
    workspace: Workspace,
    { studies, options }: { studies: StoredStudy[]; options: Parameters<typeof rankStudies>[2] },
  ) => rankStudies(workspace, studies, options),
};

const long = {
  intervals: (
    workspace: Workspace,
    { study, asked }: { study: StoredStudy; asked: Parameters<typeof studyIntervals>[2] },
  ) => studyIntervals(workspace, study, asked),
  exportDataset: ({ datasets }: Workspace, { dataset, format }: { dataset: DatasetSummary; format: DatasetFormat }) =>
    exportDataset(datasets, dataset, format),
  means: ({ datasets }: Workspace, { id, maxSide }: { id: number; maxSide: number }) =>
    runSteps(meanFaces(datasets, id, maxSide)),
  spectrum: ({ datasets }: Workspace, { id }: { id: number }) => spectrum(datasets, id),
  // A reader starts without the writers of files: few studies that are looked at are exported.
  studyFile: async (
    workspace: Workspace,
    {
      study,
      beside,
      format,
      options,
      measures,
      page,
      comparison,
    }: {
      study: StoredStudy;
      beside: StoredStudy[];
      format: TableFormat;
      options: TableOptions;
      measures: MeasureId[];
      page: PageOptions;
      comparison: ComparisonReportOptions;
    },
  ) => {
    const { studyFile } = await import('../studies/studyFiles.ts');
    return studyFile(workspace, study, beside, format, { table: options, measures, page, comparison });
  },
  studyFigure: (
    workspace: Workspace,
    {
      studies,
      figure,
      format,
      theme,
      page,
    }: {
      studies: StoredStudy[];
      figure: FigureSpec;
      format: FigureFormat;
      theme: Exclude<FigureTheme, 'reader'>;
      page: FigurePage;
    },
  ) => studyFigure(workspace, studies, figure, format, theme, page),
  /** The shared memory of a study, which threads hand over without a copy. */
  loadStudy: (workspace: Workspace, { study, attributes }: { study: StoredStudy; attributes: readonly string[] }) =>
    loadStudy(workspace, study, attributes),
};

export const queries = { ...quick, ...long };

export type QueryName = keyof typeof queries;
export type QueryInput<N extends QueryName> = Parameters<(typeof queries)[N]>[1];
export type QueryAnswer<N extends QueryName> = Awaited<ReturnType<(typeof queries)[N]>>;

export function isLong(name: QueryName): boolean {
  return name in long;
}

/** Throws what the query throws. */
export async function runQuery<N extends QueryName>(
  workspace: Workspace,
  name: N,
  input: QueryInput<N>,
): Promise<QueryAnswer<N>> {
  const run = queries[name] as unknown as (workspace: Workspace, input: QueryInput<N>) => Promise<QueryAnswer<N>>;
  return await run(workspace, input);
}
