/** The splits of a study as files: a table, and the MATLAB files of Deng Cai's pages. */
import { zipSync } from 'fflate';
import { column, encodeMat } from '../formats/matWriter.ts';
import type { DatasetFacts } from '../dataset.ts';
import { splitHash } from '../study/splits/splits.ts';
import type { PairList, Split } from '../protocols/split.ts';
import { csv } from './csv.ts';
import { slug } from './fileName.ts';

export interface NamedSplit {
  readonly condition: string;
  readonly repeat: number;
  readonly split: Split;
}

/**
 * CSV, one row an image and split, its index counted from 0 and from 1; `files` holds the file of every image, in the
 * order of the dataset.
 */
export function csvSplits(splits: readonly NamedSplit[], files: readonly string[]): string {
  return csv(
    ['condition', 'repeat', 'role', 'index0', 'index1', 'file'],
    splits.flatMap(({ condition, repeat, split }) =>
      (['train', 'gallery', 'test'] as const).flatMap((role) =>
        Array.from(split[role] ?? [], (image) => [condition, repeat, role, image, image + 1, files[image] ?? '']),
      ),
    ),
  );
}

/** Splits for programs that read JSON: image indices from 0, the file and subject number of every image, and hashes. */
export function jsonSplits(
  study: string,
  { name, hash, rows, cols, subjects, labels }: DatasetFacts,
  files: readonly string[],
  splits: readonly NamedSplit[],
): string {
  const document = {
    format: 'eigenbench-splits',
    version: 1,
    study,
    dataset: { name, hash, rows, cols, subjects, labels: Array.from(labels), files },
    splits: splits.map(({ condition, repeat, split }) => ({
      condition,
      repeat,
      hash: splitHash(split),
      train: Array.from(split.train),
      test: Array.from(split.test),
      // What test images are compared with.
      gallery: Array.from(split.gallery ?? split.train),
      ...(split.pairs && { pairs: jsonPairs(split) }),
    })),
  };
  return `${JSON.stringify(document)}\n`;
}

/** Comparisons of verification as [probe, reference, 1 where genuine], by image index. */
function jsonPairs({ test, gallery, pairs }: Split) {
  const listed = ({ probes, references, genuine }: PairList) =>
    Array.from(probes, (probe, at) => [test[probe], gallery![references[at]], genuine[at]]);
  const { evaluation, development, threshold, templates = false } = pairs!;
  return { threshold, templates, evaluation: listed(evaluation), development: listed(development) };
}

/**
 * A ZIP archive with a MATLAB file for every split, `<condition>/<repeat>.mat`: the columns trainIdx, testIdx and,
 * where there is one, galleryIdx, counted from 1. The same splits give the same bytes.
 */
export function matSplits(splits: readonly NamedSplit[]): Uint8Array {
  const files = splits.map(({ condition, repeat, split }) => {
    const { train, test, gallery } = split;
    const lists = { trainIdx: train, testIdx: test, ...(gallery && { galleryIdx: gallery }) };
    const columns = Object.entries(lists).map(([name, images]) =>
      column(
        name,
        images.map((image) => image + 1),
      ),
    );
    return [`${slug(condition)}/${repeat}.mat`, encodeMat('Eigenbench split', columns)] as const;
  });
  // ZIP has no time zone: local midnight is the same stamp everywhere.
  return zipSync(Object.fromEntries(files), { level: 6, mtime: new Date(1980, 0, 1) });
}
