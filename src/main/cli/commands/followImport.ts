import type { ImportEvent, ImportReport } from '../../../core/contract/types.ts';
import { Failure, Interrupted } from '../errors.ts';
import { interruptible } from '../interrupt.ts';
import { ProgressLine } from '../progress.ts';

/** Shows the progress of an import and answers its report; Ctrl-C cancels it. Throws Failure, Interrupted. */
export function followImport(
  json: boolean,
  start: (signal: AbortSignal) => Promise<AsyncIterable<ImportEvent>>,
): Promise<ImportReport> {
  const line = new ProgressLine(process.stderr, { unit: 'images', json });
  const abort = new AbortController();
  return interruptible([() => abort.abort()], async () => {
    try {
      for await (const event of await start(abort.signal)) {
        if (event.kind === 'progress') line.show(event.progress, event.unit);
        else if (event.kind === 'done') return event.report;
        else if (event.kind === 'failed') throw new Failure(event.reason);
        else break;
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      line.clear();
    }
    throw new Interrupted('Import cancelled; nothing was imported.');
  });
}

/** The report as text. */
export function describeReport({ dataset, problems, seconds }: ImportReport, done = 'Imported'): string {
  const lines = [
    `${done} "${dataset.name}": ${dataset.count} images of ${dataset.subjects} subjects, ` +
      `${dataset.rows} rows × ${dataset.cols} columns, in ${seconds.toFixed(1)} s.`,
  ];
  if (problems.length > 0) {
    lines.push(`${problems.length} ${problems.length === 1 ? 'file was' : 'files were'} not imported:`);
    for (const { file, reason } of problems) lines.push(`  ${file}: ${reason}`);
  }
  return `${lines.join('\n')}\n`;
}
