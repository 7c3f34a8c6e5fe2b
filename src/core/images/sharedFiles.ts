/** Databases with common source files: results on them are not independent. */
import { listed } from '../text/phrases.ts';
import { importStage, type DatasetProvenance } from './provenance.ts';

export interface DatasetSources {
  readonly name: string;
  /** Hash of the images; equal for datasets of the same images. */
  readonly hash: string;
  /** SHA-256 of the source files; empty if not recorded. */
  readonly files: ReadonlySet<string>;
}

/**
 * Identifies the images of each dataset: its hash, or that of the first dataset with the same source files, whatever
 * the size or preprocessing.
 */
export function imagesOf(datasets: readonly DatasetSources[]): string[] {
  const hashes = new Map<string, string>();
  return datasets.map(({ hash, files }) => {
    const all = [...files].sort().join(' ') || hash;
    if (!hashes.has(all)) hashes.set(all, hash);
    return hashes.get(all)!;
  });
}

/** A sentence for every pair of datasets that share some source files, but not all. */
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

/** The source files of a dataset, by their SHA-256. */
export function filesOf(making: DatasetProvenance): Set<string> {
  return new Set(importStage(making)?.files.map(({ hash }) => hash));
}
