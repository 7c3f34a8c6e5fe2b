/** Exports studies as files. */
import { classifiersOf } from '../../../core/study/spec/classifierGrid.ts';
import { filesByIndex, includedImages } from '../../../core/dataset.ts';
import { fileNamed } from '../../../core/text/mediaTypes.ts';
import { tableFormat, type TableFormat } from '../../../core/report/formats.ts';
import type { ComparisonParts } from '../../../core/report/comparison/findings.ts';
import type { ComparisonReportOptions } from '../../../core/report/comparison/options.ts';
import type { MeasureId } from '../../../core/measures/measures.ts';
import type { PageOptions } from '../../../core/report/pageOptions.ts';
import { databaseOf } from '../../../core/report/references/databases.ts';
import { settingCitations } from '../../../core/report/references/references.ts';
import { writeReport, type ReportSource } from '../../../core/report/report.ts';
import { testToTrain, splitOf } from '../../../core/study/plan/splits.ts';
import { joinMeasures } from '../../../core/study/table/joinTables.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import { shownMeasure, tableComparison, type TableOptions } from '../../../core/study/table/tableOptions.ts';
import type { Prediction } from '../../../core/report/splits.ts';
import { selectedCell } from '../../../core/study/table/chosenShapes.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { characteristics } from './cells/characteristics.ts';
import { curvePoints } from './cells/cellSummaries.ts';
import { conflict, invalid } from '../errors.ts';
import { figureSource } from './figureSource.ts';
import { joinedTable, joinedSplits, datasetSources } from './multiStudyTable.ts';
import { allSplits } from './storedSplits.ts';
import { resolvedComparison } from './margins.ts';
import { plannedStudy, studyOnDataset, studyResults } from './studyResults.ts';
import { verdictOn } from './studyVerdicts.ts';
import { vectorRows } from './vectorRows.ts';
import packageFile from '../../../../package.json' with { type: 'json' };
import { nearestImages } from './cells/nearestImages.ts';
import { kernelName } from '../../../core/linalg/index.ts';
import { studyManifest, vectorNames, type Manifest, type ManifestOutcome } from '../../../core/study/plan/manifest.ts';
import { allCells } from './cells/allCells.ts';
import { engineInfo } from '../../engineInfo.ts';

/** The manifest of a study from its finished cells. */
export function storedManifest(workspace: Workspace, study: StoredStudy): Manifest {
  const { cells, datasets, networks } = workspace;
  const stored = allCells(workspace, study);
  const errors = cells.errors(study.id);
  const outcomes = new Map<string, ManifestOutcome>();
  for (const { key, position, status, reason } of stored) {
    const details = status === 'done' ? cells.details(study.id, position) : null;
    if (details) {
      const measures = study.spec.measures && cells.measures(study.id, position);
      const { shapes, wrong, testCount } = errors.get(position)!;
      const result = { ...details, shapes, wrong: Array.from(wrong), testCount, ...(measures && { measures }) };
      outcomes.set(key, { status: 'done', result });
    }
    if (status === 'failed') outcomes.set(key, { status, reason: reason! });
  }
  const engine = { ...engineInfo(), kernel: cells.kernels(study.id).join(', ') || kernelName() };
  const dataset = {
    ...datasets.factsOf(study.datasetId),
    preprocessing: datasets.get(study.datasetId)!.preprocessing,
    making: datasets.making(study.datasetId),
    networks: Object.fromEntries(
      vectorNames(study.spec).flatMap((name) => {
        const network = networks.record(study.datasetId, name);
        return network === null ? [] : [[name, network] as const];
      }),
    ),
  };
  return studyManifest(engine, study.spec, dataset, plannedStudy(study, stored), outcomes);
}

interface FileOptions {
  readonly table: TableOptions;
  /** Measures in addition to that of the table. */
  readonly measures: readonly MeasureId[];
  readonly page: PageOptions;
  readonly comparison: ComparisonReportOptions;
}

/** Exports a study in a format. Tables include the studies of `beside`; other formats cover the study alone. */
export async function studyFile(
  workspace: Workspace,
  study: StoredStudy,
  beside: readonly StoredStudy[],
  format: TableFormat,
  { table: options, measures, page, comparison }: FileOptions,
): Promise<File> {
  if (format === 'report' && beside.length > 0) throw conflict('A report is of one study: name one.');
  const studies = [study, ...beside];
  const table = tableOfMeasures(workspace, studies, format, options, measures);
  const cited = {
    version: packageFile.version,
    comparison: tableComparison(study.spec, options),
    classifiers: studies.flatMap(({ spec }) => classifiersOf(spec)),
    features: studies.flatMap(({ spec }) => [spec, ...spec.methods]).flatMap(({ features = [] }) => features),
    settings: studies.flatMap((each) => settingCitations(studyOnDataset(workspace, each))),
    layouts: studies.map(({ datasetId }) => databaseOf(workspace.datasets.get(datasetId)!)),
    vectors: Object.fromEntries(studies.flatMap((each) => vectorRows(workspace, each))),
    // Only the methods paragraph asks for these.
    get failures() {
      return workspace.cells
        .all(study.id)
        .flatMap(({ status, label, condition, reason }) =>
          status === 'failed' && reason !== null ? [{ label, condition, reason }] : [],
        );
    },
    get histories() {
      return studies.map(({ datasetId }) => ({
        making: workspace.datasets.making(datasetId),
        problems: workspace.datasets.get(datasetId)!.problems,
      }));
    },
  };
  const source: ReportSource = {
    table,
    page,
    cited,
    studies: () => studies.map((each) => studyOnDataset(workspace, each)),
    study: study.name,
    note: study.note,
    longTable: () => studyResults(workspace, study).longTable(),
    curves: () => studyResults(workspace, study, options).curves(),
    curvePoints: () => curvePoints(workspace, study, table),
    splits: () => allSplits(workspace, study),
    files: () => filesByIndex(workspace.datasets.bySubject(study.datasetId)),
    predictions: () => predictionsOf(workspace, study),
    dataset: () => workspace.datasets.factsOf(study.datasetId),
    manifest: () => storedManifest(workspace, study),
    verdict: () => verdictOn(workspace, studies, options, table),
    figures: () => figureSource(workspace, studies),
    testToTrain: (condition, repeats) =>
      testToTrain(study.spec, workspace.datasets.factsOf(study.datasetId), condition, repeats),
    characteristics: (curve, condition) => characteristics(workspace, study, table, curve, condition),
    compared: () =>
      comparedParts(workspace, studies, { table, cited, options: resolvedComparison(table.measure, comparison) }),
    wordDocument: async (named) => {
      const { wordDocument } = await import('../../export/word/wordDocument.ts');
      return wordDocument(named, page, cited, source.studies());
    },
    spreadsheet: async () => (await import('../../export/xlsx.ts')).xlsxTable(table),
  };
  const { fileName, content } = await writeReport(source, format);
  return fileNamed(fileName, content);
}

/** The table with one column per measure. Throws INVALID for formats of a single measure. */
function tableOfMeasures(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  format: TableFormat,
  options: TableOptions,
  further: readonly MeasureId[],
): StudyTable {
  const { of, measures = 'several', title } = tableFormat(format);
  if (further.length > 0 && (of === 'study' || measures === 'one')) {
    throw invalid([{ path: 'measures', message: `measures: ${title} is of one measure, found several.` }]);
  }
  const all = [
    ...new Set([
      shownMeasure(
        studies.map(({ spec }) => spec),
        options,
      ),
      ...further,
    ]),
  ];
  const made = datasetSources(workspace, studies);
  return joinMeasures(all.map((measure) => joinedTable(workspace, studies, { ...options, measure }, made)));
}

/** The parts of a comparison report on one study, or on several joined, whose conditions have different keys. */
function comparedParts(
  workspace: Workspace,
  studies: readonly StoredStudy[],
  parts: Pick<ComparisonParts, 'table' | 'cited' | 'options'>,
): ComparisonParts {
  return {
    ...parts,
    comparison: parts.cited.comparison,
    datasets: studies.map(({ name, datasetId }) => {
      const facts = workspace.datasets.factsOf(datasetId);
      const images = includedImages(facts).length;
      return {
        study: name,
        dataset: facts.name,
        images,
        subjects: facts.subjects.length,
        rows: facts.rows,
        cols: facts.cols,
      };
    }),
    ...joinedSplits(workspace, studies),
    seed: studies[0].spec.seed,
  };
}

/**
 * The predictions of every method for every test image of its finished repeats, at the shapes in the table (oracle).
 * Methods with error rates only are left out.
 */
function predictionsOf(workspace: Workspace, study: StoredStudy): Prediction[] {
  const { rows, conditions } = studyResults(workspace, study).table;
  const facts = workspace.datasets.factsOf(study.datasetId);
  const nearest = nearestImages(workspace, study);
  return rows.flatMap(({ label, entries }) =>
    conditions.flatMap(({ key }, column) => {
      return entries[column].repeats.flatMap((repeat): Prediction[] => {
        const cell = selectedCell(label, entries[column], repeat);
        const places = cell && nearest({ label: cell.label, condition: key, repeat }, cell.shape);
        if (!places) return [];
        const { train, gallery = train, test } = splitOf(study.spec, facts, key, repeat);
        return Array.from(test, (image, t) => {
          const match = gallery[places[t]];
          const subject = (of: number): string => facts.subjects[facts.labels[of]];
          return {
            method: label,
            condition: key,
            repeat,
            image,
            label: subject(image),
            predicted: subject(match),
            match,
          };
        });
      });
    }),
  );
}
