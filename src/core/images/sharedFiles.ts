/** Databases that were made of the same files: what is measured on them is not independent. */
import { listed } from '../text/words.ts';
import { importOf, type Making } from './making.ts';

export interface MadeDataset {
  readonly name: string;
  /** Hash of the images: datasets of the same images are one. */
  readonly hash: string;
  readonly making: Making;
}

/**
 * What tells the images of each dataset from those of the others: its hash, or that of the first dataset that was made
 * of the same files, whatever the size or treatment.
 */
export function imagesOf(datasets: readonly MadeDataset[]): string[] {
  const known = new Map<string, string>();
  return datasets.map(({ hash, making }) => {
    const files = [...filesOf(making)].sort().join(' ') || hash;
    if (!known.has(files)) known.set(files, hash);
    return known.get(files)!;
  });
}

/** A sentence for all pairs of datasets that share some source files, but not all. */
export function sharedFileSentences(datasets: readonly MadeDataset[]): string[] {
  const images = imagesOf(datasets);
  const different = datasets.filter((_, at) => images.indexOf(images[at]) === at);
  const made = different.map(({ name, making }) => ({ name, files: filesOf(making) }));
  const pairs = made.flatMap((a, i) =>
    made.slice(i + 1).flatMap((b) => {
      const shared = [...a.files].filter((file) => b.files.has(file)).length;
      return shared === 0 ? [] : [`${shared} of ${a.files.size} files of ${a.name} and ${b.files.size} of ${b.name}`];
    }),
  );
  if (pairs.length === 0) return [];
  return [`These datasets share source files, so they are not independent: ${listed(pairs)}.`];
}

/** SHA-256 of the files that a dataset was made of. */
function filesOf(making: Making): Set<string> {
  return new Set(importOf(making)?.files.map(({ hash }) => hash));
}
