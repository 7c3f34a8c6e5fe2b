/** Faces of subjects that have different numbers of images, splits as plain lists, and sentences as text. */
import type { DatasetFacts } from '../../../src/core/dataset.ts';
import type { Split } from '../../../src/core/protocols/split.ts';
import type { Prose } from '../../../src/core/text/proseTags.ts';

/** Subjects a, b, … with so many images each, in turns: the first image of each, then the second, and so on. */
export function faces(...counts: number[]): DatasetFacts & { readonly labels: number[] } {
  const turns = Array.from({ length: Math.max(...counts) }, (_, turn) => turn);
  const labels = turns.flatMap((turn) => counts.flatMap((count, subject) => (turn < count ? [subject] : [])));
  return { name: 'faces', hash: 'h', rows: 4, cols: 4, labels, subjects: counts.map((_, s) => 'abcdefgh'[s]) };
}

/** The images of a split by its lists. */
export function listsOf({ train, test, gallery }: Split): Record<'train' | 'test', number[]> & { gallery?: number[] } {
  return { train: [...train], test: [...test], ...(gallery && { gallery: [...gallery] }) };
}

/** How many of these images every subject of a dataset has. */
export function countsOf(images: Iterable<number>, { labels, subjects }: DatasetFacts): number[] {
  const own = Array.from(images, (image) => labels[image]);
  return subjects.map((_, subject) => own.filter((label) => label === subject).length);
}

export const sorted = (images: Iterable<number>): number[] => [...images].sort((a, b) => a - b);

/** Sentences for a paper as they read. */
export function read(sentences: readonly Prose[]): string[] {
  const text = (piece: Prose[number]): string =>
    typeof piece === 'string' ? piece : 'math' in piece ? piece.math : piece.cite;
  return sentences.map((sentence) => sentence.map(text).join(''));
}
