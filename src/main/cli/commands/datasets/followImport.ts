import { plural } from '../../../../core/text/words.ts';
import type { ImportEvent, ImportReport } from '../../../../core/contract/imports.ts';
import { onOneLine } from '../../../../core/formats/error.ts';
import { OUTSIDE_FOLDER } from '../../../import/sources/walk.ts';
import { followStream } from '../followStream.ts';

/** Shows the progress of an import and answers its report; Ctrl-C cancels it. Throws Failure, Interrupted. */
export async function followImport(
  json: boolean,
  start: (signal: AbortSignal) => Promise<AsyncIterable<ImportEvent>>,
): Promise<ImportReport> {
  const cancelled = 'Import cancelled; the workspace is unchanged.';
  return (await followStream({ unit: 'images', json, start, cancelled })).report;
}

export function describeReport({ dataset, problems, seconds }: ImportReport, done = 'Imported'): string {
  const lines = [
    `${done} "${dataset.name}": ${plural(dataset.count, 'image')} of ${plural(dataset.subjects, 'subject')}, ` +
      `${dataset.rows} rows × ${dataset.cols} columns, in ${seconds.toFixed(1)} s.`,
  ];
  if (problems.length > 0) {
    lines.push(`${problems.length} ${problems.length === 1 ? 'file was' : 'files were'} not imported:`);
    for (const { file, reason } of problems) lines.push(onOneLine(`  ${file}: ${reason}`));
    if (problems.some(({ reason }) => reason.startsWith(OUTSIDE_FOLDER)))
      lines.push('--follow-links follows links out of the folder.');
  }
  return `${lines.join('\n')}\n`;
}
