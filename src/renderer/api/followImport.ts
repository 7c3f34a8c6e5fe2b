import type { ImportEvent, ImportReport } from '../../core/contract/imports.ts';
import type { Progress } from '../../core/progress.ts';

/** The engine cancelled an import, or took its cancellation. */
export class ImportCancelled extends Error {}

/** Follows one dataset in the making to the end of its events. Throws if it fails or is cancelled. */
export async function followImport(
  events: AsyncIterable<ImportEvent>,
  onProgress?: (progress: Progress, unit: 'images' | '%') => void,
): Promise<ImportReport> {
  let report: ImportReport | null = null;
  for await (const event of events) {
    if (event.kind === 'failed') throw new Error(event.reason);
    if (event.kind === 'question') throw new Error(event.doubts.map(({ text }) => text).join(' '));
    if (event.kind === 'cancelled') throw new ImportCancelled('The import was cancelled.');
    if (event.kind === 'done') ({ report } = event);
    else onProgress?.(event.progress, event.unit ?? 'images');
  }
  if (report === null) throw new Error('The import ended without a report.');
  return report;
}
