/** Databases that were made of the same files: what is measured on them is not independent. */
import { listed } from '../text/phrases.ts';
import { importStage, type DatasetProvenance } from './provenance.ts';

export interface DatasetSources {
  readonly name: string;
  /** Hash of the images: datasets of the same images are one. */
  readonly hash: string;
  /** SHA-256 of the source files; empty if not recorded. */
  readonly files: ReadonlySet<string>;
}

/**
 * What tells the images of each dataset from those of the others: its hash, or that of the first dataset that was made
 * of the same files, whatever the size or treatment.
 */
export function imagesOf(datasets: readonly DatasetSources[]): string[] {
  const known = new Map<string, string>();
  return datasets.map(({ hash, files }) => {
    const all = [...files].sort().join(' ') || hash;
    if (!known.has(all)) known.set(all, hash);
    return known.get(all)!;
  });
}

/** A sentence for all pairs of datasets that share some source files, but not all. */
export function sharedFileSentences(datasets: readonly DatasetSources[]): string[] {
  const images = imagesOf(datasets);
  const different = datasets.filter((_, at) => images.indexOf(images[at]) === at);
  const pairs = different.flatMap((a, i) =>
    different.slice(i + 1).flatMap((b) => {
      const shared = [...a.files].filter((file) => b.files.has(file)).length;
      return shared === 0 ? [] : [`${shared} of ${a.files.size} files of ${a.name} and ${b.files.size} of ${b.name}`];
    }),
  );
  if (pairs.length === 0) return [];
  return [`These datasets share source files, so they are not independent: ${listed(pairs)}.`];
}

/** The files that a dataset was made of, by their SHA-256. */
export function filesOf(making: DatasetProvenance): Set<string> {
  return new Set(importStage(making)?.files.map(({ hash }) => hash));
}
