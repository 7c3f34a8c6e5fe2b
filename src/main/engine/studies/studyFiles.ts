/** Studies as files. */
import { writeReport } from '../../../core/report/report.ts';
import { slug } from '../../../core/report/fileName.ts';
import { studyReport } from '../../../core/report/studyReport.ts';
import { testToTrain } from '../../../core/study/splits/splits.ts';
import { matSplits } from '../../../core/report/splits.ts';
import type { TableFormat } from '../../../core/contract/studies.ts';
import type { TableOptions } from '../../../core/study/table/tableOptions.ts';
import type { StoredStudy } from '../../workspace/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { characteristics } from './characteristics.ts';
import { conflict } from '../errors.ts';
import { joinedTable } from './joinedTable.ts';
import { storedManifest } from './storedManifest.ts';
import { allSplits, storedSplits } from './storedSplits.ts';
import { studyResults } from './studyResults.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A study in a format; tables are joined with those of `beside`, everything else is of the study alone. */
export async function studyFile(
  workspace: Workspace,
  study: StoredStudy,
  beside: readonly StoredStudy[],
  format: TableFormat,
  options: TableOptions,
): Promise<File> {
  const table = joinedTable(workspace, [study, ...beside], options);
  if (format === 'xlsx') {
    const { xlsxTable } = await import('../../export/xlsx.ts');
    return file(`${slug(table.study)}.xlsx`, XLSX, await xlsxTable(table));
  }
  if (format === 'splits-mat') {
    return file(`${slug(study.name)}-splits.zip`, 'application/zip', matSplits(allSplits(workspace, study)));
  }
  if (format === 'report') {
    if (beside.length > 0) throw conflict('A report is of one study: name one.');
    const facts = workspace.datasets.facts(study.datasetId)!;
    const html = studyReport({
      table,
      curves: studyResults(workspace, study, options).curves(),
      manifest: storedManifest(workspace, study),
      testToTrain: (condition, repeats) => testToTrain(study.spec, facts, condition, repeats),
      characteristics: (curve, condition) => characteristics(workspace, study, table, curve, condition),
    });
    return file(`${slug(study.name)}-report.html`, 'text/html', html);
  }
  const { fileName, mediaType, text } = writeReport(
    {
      table,
      longTable: () => studyResults(workspace, study).longTable(),
      splits: () => storedSplits(workspace, study),
      manifest: () => storedManifest(workspace, study),
    },
    format,
  );
  return file(fileName, mediaType, text);
}

export function file(name: string, type: string, content: string | Uint8Array): File {
  return new File([content as string | Uint8Array<ArrayBuffer>], name, { type });
}
