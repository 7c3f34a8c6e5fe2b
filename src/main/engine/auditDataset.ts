import type { DatasetAudit } from '../../core/contract/types.ts';
import { audit, type Audit } from '../../core/images/audit/audit.ts';
import { inSteps } from '../import/inSteps.ts';
import type { DatasetRepository } from '../workspace/datasets.ts';

/** Audits a stored dataset image by image; other calls are answered in between. */
export async function auditDataset(
  datasets: Pick<DatasetRepository, 'pixelFacts' | 'bySubject' | 'readPixels'>,
  id: number,
  near?: number | null,
  signal?: AbortSignal,
): Promise<DatasetAudit> {
  const { rows, cols, count } = datasets.pixelFacts(id)!;
  const names = new Array<{ file: string; subject: string }>(count);
  for (const { subject, images } of datasets.bySubject(id)) {
    for (const { index, file } of images) names[index] = { file, subject };
  }
  const pixels = new Float64Array(rows * cols);
  const read = (n: number): Float64Array => {
    datasets.readPixels(id, pixels, [n]);
    return pixels;
  };
  const subjects = names.map(({ subject }) => subject);
  const found = await inSteps(audit({ rows, cols, count, subjects, read }, near === undefined ? {} : { near }), signal);
  return { ...found, images: Object.fromEntries(mentioned(found).map((n) => [n, names[n]])) };
}

function mentioned({ exact, near, constant, truncated }: Audit): number[] {
  return [
    ...exact.flatMap(({ images }) => images),
    ...near.pairs.flatMap(({ images }) => images),
    ...constant.map(({ image }) => image),
    ...truncated.map(({ image }) => image),
  ];
}
