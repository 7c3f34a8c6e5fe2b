import type { FaceReport } from '../../../core/contract/faces.ts';
import type { Progress } from '../../../core/progress.ts';
import type { Client } from '../../api/client.ts';

/** Finds the faces of a dataset. Throws where the search failed or was aborted. */
export async function followFaces(
  client: Client,
  id: number,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<FaceReport> {
  for await (const event of await client.datasets.findFaces({ id }, { signal })) {
    if (event.kind === 'done') return event.report;
    if (event.kind === 'failed') throw new Error(event.reason);
    onProgress(event.progress);
  }
  throw new Error('The search for faces ended without a report.');
}
