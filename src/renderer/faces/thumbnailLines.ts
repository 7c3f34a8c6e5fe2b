/** Subjects with any number of images, laid out as lines of one height for a virtual list. */
import type { DatasetSubject } from '../../core/contract/datasets.ts';

export type DatasetImage = DatasetSubject['images'][number];

/** The images of a subject, or the part of them that plays one role: "test". */
export interface GallerySubject extends DatasetSubject {
  readonly part?: string;
}

export interface ThumbnailLine {
  readonly subject: string;
  readonly part?: string;
  /** The subject's name stands on its first line only. */
  readonly first: boolean;
  readonly total: number;
  readonly images: readonly DatasetImage[];
}

export function thumbnailLines(subjects: readonly GallerySubject[], perLine: number): ThumbnailLine[] {
  const width = Math.max(1, perLine);
  const lines: ThumbnailLine[] = [];
  for (const { subject, part, images } of subjects) {
    for (let from = 0; from < images.length; from += width) {
      const line = { subject, first: from === 0, total: images.length, images: images.slice(from, from + width) };
      lines.push(part === undefined ? line : { ...line, part });
    }
  }
  return lines;
}
