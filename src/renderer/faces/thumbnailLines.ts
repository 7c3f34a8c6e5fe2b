/** Subjects with any number of images, laid out as lines of one height for a virtual list. */
import type { DatasetSubject } from '../../core/contract/datasets.ts';

export type DatasetImage = DatasetSubject['images'][number];

/** From the strongest to the weakest. */
export const LOOKS = ['framed', 'outlined', 'plain', 'faded'] as const;

/** What tells an image from the others of its subject: a frame, or that it is faded; and the same in words. */
export interface FaceMark {
  readonly look: (typeof LOOKS)[number];
  readonly title: string;
}

export interface ThumbnailLine {
  readonly subject: string;
  /** The subject's name stands on its first line only. */
  readonly first: boolean;
  readonly total: number;
  readonly images: readonly DatasetImage[];
}

export function thumbnailLines(subjects: readonly DatasetSubject[], perLine: number): ThumbnailLine[] {
  const width = Math.max(1, perLine);
  const lines: ThumbnailLine[] = [];
  for (const { subject, images } of subjects) {
    for (let from = 0; from < images.length; from += width) {
      lines.push({ subject, first: from === 0, total: images.length, images: images.slice(from, from + width) });
    }
  }
  return lines;
}
