/** Splits of a study as files: a table, JSON, and the MATLAB files of Deng Cai's pages. */
import { zipSync } from 'fflate';
import { column, encodeMat, type MatArray } from '../formats/matlab/matWriter.ts';
import type { DatasetFacts } from '../dataset.ts';
import { SPLIT_MAT } from '../protocols/splitFiles.ts';
import { splitHash } from '../study/plan/splits.ts';
import type { PairList, Split } from '../protocols/split.ts';
import { csv } from './csv.ts';
import { slug } from './slug.ts';

export interface NamedSplit {
  readonly condition: string;
  readonly repeat: number;
  readonly split: Split;
}

const IMAGE_COLUMNS = ['condition', 'repeat', 'role', 'index0', 'index1', 'file'];
const PAIR_COLUMNS = ['reference0', 'reference1', 'reference_file', 'genuine'];

/**
 * CSV with one row per image and split, its index counted from 0 and from 1; `files` holds the file of each image, in
 * the order of the dataset. Verification adds one row per pair, with the role of its list: the image is the probe, and
 * further columns hold the reference and whether the pair is genuine (NA in the rows of images).
 */
export function csvSplits(splits: readonly NamedSplit[], files: readonly string[]): string {
  const comparesPairs = splits.some(({ split }) => split.pairs);
  const named = (image: number): (string | number)[] => [image, image + 1, files[image] ?? ''];
  const blank = comparesPairs ? PAIR_COLUMNS.map(() => 'NA') : [];
  return csv(
    [...IMAGE_COLUMNS, ...(comparesPairs ? PAIR_COLUMNS : [])],
    splits.flatMap(({ condition, repeat, split }) => [
      ...(['train', 'gallery', 'test'] as const).flatMap((role) =>
        Array.from(split[role] ?? [], (image) => [condition, repeat, role, ...named(image), ...blank]),
      ),
      ...(split.pairs ? (['development', 'evaluation'] as const) : []).flatMap((role) =>
        pairImages(split, split.pairs![role]).map(([probe, reference, genuine]) => [
          condition,
          repeat,
          role,
          ...named(probe),
          ...named(reference),
          genuine,
        ]),
      ),
    ]),
  );
}

/** Splits as JSON: image indices from 0, the file and subject number of each image, and hashes. */
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
      // Images that test images are compared with.
      gallery: Array.from(split.gallery ?? split.train),
      ...(split.pairs && { pairs: jsonPairs(split) }),
    })),
  };
  return `${JSON.stringify(document)}\n`;
}

/** Comparisons of verification, as in `pairImages`. */
function jsonPairs(split: Split) {
  const { evaluation, development, threshold, templates = false } = split.pairs!;
  return {
    threshold,
    templates,
    evaluation: pairImages(split, evaluation),
    development: pairImages(split, development),
  };
}

/** [probe, reference, 1 if genuine] of every pair, by image index. */
function pairImages({ test, gallery }: Split, { probes, references, genuine }: PairList): [number, number, number][] {
  return Array.from(probes, (probe, at) => [test[probe], gallery![references[at]], genuine[at]]);
}

/**
 * A ZIP archive with a MATLAB file per split, `<condition>/<repeat>.mat`: columns trainIdx, testIdx and, with a
 * separate gallery, galleryIdx, counted from 1. Verification adds developmentPairs and evaluationPairs, pairs × 3:
 * probe, reference, and 1 if genuine. Equal splits give equal bytes.
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
    return [`${slug(condition)}/${repeat}.mat`, encodeMat(SPLIT_MAT, [...columns, ...matPairs(split)])] as const;
  });
  // ZIP has no time zone, so local midnight is the same stamp everywhere.
  return zipSync(Object.fromEntries(files), { level: 6, mtime: new Date(1980, 0, 1) });
}

function matPairs(split: Split): MatArray[] {
  if (!split.pairs) return [];
  return (['development', 'evaluation'] as const).map((list) => {
    const rows = pairImages(split, split.pairs![list]);
    const [probes, references, genuine] = [0, 1, 2].map((c) => rows.map((row) => row[c] + (c < 2 ? 1 : 0)));
    return {
      name: `${list}Pairs`,
      dims: [rows.length, 3],
      data: Float64Array.from([...probes, ...references, ...genuine]),
    };
  });
}

// Predictions as a table that can be imported as results.

/** Prediction of a method for one test image. */
export interface Prediction {
  /** Label of the method. */
  readonly method: string;
  readonly condition: string;
  readonly repeat: number;
  /** Positions in the dataset: of the test image, and of the gallery image that represents the prediction. */
  readonly image: number;
  readonly match: number;
  /** Names of subjects. */
  readonly label: string;
  readonly predicted: string;
}

/** One row per method, split and test image. */
export function csvPredictions(predictions: readonly Prediction[], files: readonly string[]): string {
  return csv(
    ['method', 'condition', 'repeat', 'image', 'file', 'label', 'predicted', 'match'],
    predictions.map(({ method, condition, repeat, image, label, predicted, match }) => [
      method,
      condition,
      repeat,
      image,
      files[image] ?? '',
      label,
      predicted,
      match,
    ]),
  );
}
