/** Studies as files. */
import { filesByIndex } from '../../../core/dataset.ts';
import type { TableFormat } from '../../../core/report/formats.ts';
import type { PageOptions } from '../../../core/report/pageOptions.ts';
import { writeReport, type ReportSource } from '../../../core/report/report.ts';
import { testToTrain } from '../../../core/study/splits/splits.ts';
import { tableComparison, type TableOptions } from '../../../core/study/table/tableOptions.ts';
import type { StoredStudy } from '../../workspace/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { characteristics } from './characteristics.ts';
import { conflict } from '../errors.ts';
import { joinedTable } from './joinedTable.ts';
import { predictionsOf } from './predictionsOf.ts';
import { storedManifest } from './storedManifest.ts';
import { allSplits } from './storedSplits.ts';
import { studyResults } from './studyResults.ts';
import packageFile from '../../../../package.json' with { type: 'json' };

/** A study in a format; tables are joined with those of `beside`, everything else is of the study alone. */
export async function studyFile(
  workspace: Workspace,
  study: StoredStudy,
  beside: readonly StoredStudy[],
  format: TableFormat,
  options: TableOptions,
  page: PageOptions,
): Promise<File> {
  if (format === 'report' && beside.length > 0) throw conflict('A report is of one study: name one.');
  const table = joinedTable(workspace, [study, ...beside], options);
  const source: ReportSource = {
    table,
    page,
    cited: {
      version: packageFile.version,
      comparison: tableComparison(study.spec, options),
      classifier: study.spec.classifier,
      layouts: [study, ...beside].map(({ datasetId }) => workspace.datasets.get(datasetId)!.layout),
    },
    study: study.name,
    note: study.note,
    longTable: () => studyResults(workspace, study).longTable(),
    curves: () => studyResults(workspace, study, options).curves(),
    splits: () => allSplits(workspace, study),
    files: () => filesByIndex(workspace.datasets.bySubject(study.datasetId)),
    predictions: () => predictionsOf(workspace, study),
    dataset: () => workspace.datasets.facts(study.datasetId)!,
    manifest: () => storedManifest(workspace, study),
    testToTrain: (condition, repeats) =>
      testToTrain(study.spec, workspace.datasets.facts(study.datasetId)!, condition, repeats),
    characteristics: (curve, condition) => characteristics(workspace, study, table, curve, condition),
    spreadsheet: async () => (await import('../../export/xlsx.ts')).xlsxTable(table),
  };
  const { fileName, mediaType, content } = await writeReport(source, format);
  return file(fileName, mediaType, content);
}

export function file(name: string, type: string, content: string | Uint8Array): File {
  return new File([content as string | Uint8Array<ArrayBuffer>], name, { type });
}
