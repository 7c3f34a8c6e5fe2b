/** Lays out subjects with any number of images as lines of equal height for a virtual list. */
import type { DatasetSubject } from '../../core/contract/datasets.ts';

export type DatasetImage = DatasetSubject['images'][number];

/** From the most to the least prominent. */
export const LOOKS = ['framed', 'questioned', 'outlined', 'plain', 'faded'] as const;

/** How an image is distinguished from others of its subject: framed or faded; and the same in words. */
export interface FaceMark {
  readonly look: (typeof LOOKS)[number];
  readonly title: string;
}

export interface ThumbnailLine {
  readonly subject: string;
  /** The first line of a subject shows its name. */
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

// Movement by arrow keys in a gallery of lines.

export interface GalleryPlace {
  readonly line: number;
  readonly column: number;
}

/** The place to which a key moves; null for other keys. Up and down keep the column if the line has it. */
export function nextPlace(lines: readonly ThumbnailLine[], from: GalleryPlace, key: string): GalleryPlace | null {
  const { line, column } = from;
  const last = lines.length - 1;
  const lengthOf = (at: number): number => lines[at].images.length;
  const inLine = (to: number): GalleryPlace => ({ line: to, column: Math.min(column, lengthOf(to) - 1) });
  switch (key) {
    case 'ArrowLeft':
      if (column > 0) return { line, column: column - 1 };
      return line > 0 ? { line: line - 1, column: lengthOf(line - 1) - 1 } : from;
    case 'ArrowRight':
      if (column < lengthOf(line) - 1) return { line, column: column + 1 };
      return line < last ? { line: line + 1, column: 0 } : from;
    case 'ArrowUp':
      return inLine(Math.max(0, line - 1));
    case 'ArrowDown':
      return inLine(Math.min(last, line + 1));
    case 'Home':
      return { line: 0, column: 0 };
    case 'End':
      return { line: last, column: lengthOf(last) - 1 };
    default:
      return null;
  }
}

/** Line and column of the image with this index; null if no line shows it. */
export function placeOf(lines: readonly ThumbnailLine[], index: number): GalleryPlace | null {
  for (let line = 0; line < lines.length; line++) {
    const column = lines[line].images.findIndex((image) => image.index === index);
    if (column >= 0) return { line, column };
  }
  return null;
}
