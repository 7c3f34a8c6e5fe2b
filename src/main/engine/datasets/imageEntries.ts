import type { DatasetRepository } from '../../workspace/datasets/datasets.ts';

/** Metadata of an image. */
export interface ImageEntry {
  readonly file: string;
  readonly subject: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export function imageEntries(datasets: Pick<DatasetRepository, 'bySubject'>, id: number): readonly ImageEntry[] {
  const entries: ImageEntry[] = [];
  for (const { subject, images } of datasets.bySubject(id)) {
    for (const { index, file, attributes } of images) entries[index] = { file, subject, attributes };
  }
  return entries;
}
