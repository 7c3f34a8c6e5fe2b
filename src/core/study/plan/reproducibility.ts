/** Compares two runs of a study by their manifests: splits, cells, and the numbers that do not follow from labels. */
import { canonicalJson } from '../../hash.ts';
import { declarationOf, type Protocol } from '../../protocols/registry.ts';
import { cellName, type RecordedCell, type RecordedManifest } from './manifestFile.ts';

/** The part of a manifest by which two runs are compared. */
export interface ComparedManifest extends Pick<RecordedManifest, 'splits' | 'cells'> {
  readonly engine: Pick<RecordedManifest['engine'], 'random' | 'kernel' | 'appVersion'>;
  readonly dataset: Pick<
    RecordedManifest['dataset'],
    'hash' | 'identities' | 'images' | 'subjects' | 'rows' | 'cols' | 'attachments'
  >;
  /** Protocol and draws say whether splits are drawn by the names of the images. */
  readonly spec: Pick<RecordedManifest['spec'], 'seed'> & { readonly protocol?: unknown; readonly draws?: unknown };
}

/** Counts of a comparison: of `total` things, `compared` were compared, and `same` of these are identical. */
export interface Compared {
  readonly total: number;
  readonly compared: number;
  readonly same: number;
}

/** A cell that differs, by the first difference: its outcome, labels, errors, other numbers, or facts of its fits. */
export interface CellDifference {
  readonly label: string;
  readonly condition: string;
  readonly repeat: number;
  readonly kind: 'missing' | 'outcome' | 'labels' | 'errors' | 'numbers' | 'fits';
  /** One sentence. */
  readonly text: string;
  /** The largest difference of error rates over the latent shapes, in points; absent where it is not known. */
  readonly points?: number;
}

export interface ManifestComparison {
  readonly splits: Compared;
  /** Labels and errors of finished and failed cells; pending ones are not compared. */
  readonly cells: Compared;
  /** Likelihoods, measures and choices of the cells that both have finished. */
  readonly numbers: Compared;
  /** Cells of the first run that are pending. */
  readonly pending: number;
  /** One sentence for each difference of images, program, seed and splits. */
  readonly differences: readonly string[];
  readonly cellDifferences: readonly CellDifference[];
}

/**
 * Compares every split and cell of both. Numbers count as different cells only with the same kernels, whose results
 * differ in the last bits; likewise facts of fits, those in words between runs of the same version.
 */
export function compareManifests(before: ComparedManifest, after: ComparedManifest): ManifestComparison {
  const splits = compareSplits(before.splits, after.splits);
  const { differences, ...cells } = compareCells(before, after);
  const differentSplits = splits.differences.length > 0;
  return {
    splits: splits.counts,
    ...cells,
    differences: [...commonDifferences(before, after, differentSplits), ...splits.differences],
    cellDifferences: differences,
  };
}

/** Images, vectors, random generator and seed. Names of images matter to splits that are drawn by them. */
function commonDifferences(before: ComparedManifest, after: ComparedManifest, differentSplits: boolean): string[] {
  const sentences: string[] = [];
  const compare = (what: string, a: unknown, b: unknown): void => {
    const [was, now] = [a, b].map((value) => canonicalJson(value ?? null));
    if (was !== now) sentences.push(`${what} differs: ${was}, now ${now}.`);
  };
  compare('Dataset hash', before.dataset.hash, after.dataset.hash);
  for (const [name, title] of [
    ['images', 'Number of images'],
    ['subjects', 'Number of subjects'],
    ['rows', 'Height of the images'],
    ['cols', 'Width of the images'],
    ['attachments', 'Hashes of attached vectors'],
  ] as const) {
    compare(title, before.dataset[name], after.dataset[name]);
  }
  compare('Random generator', before.engine.random, after.engine.random);
  compare('Seed', before.spec.seed, after.spec.seed);
  const otherNames = before.dataset.identities !== after.dataset.identities;
  if (otherNames && (differentSplits || drawsByNames(before.spec))) {
    sentences.push('The images have other names, by which splits are drawn.');
  }
  return sentences;
}

/** Whether the splits of a spec are drawn by the subjects and names of the images. */
function drawsByNames({ protocol, draws }: ComparedManifest['spec']): boolean {
  return protocol !== undefined && draws !== 'pixels' && declarationOf(protocol as Protocol).drawsImages === true;
}

type Splits = ComparedManifest['splits'];

function compareSplits(
  before: Splits,
  after: Splits,
): { readonly counts: Compared; readonly differences: readonly string[] } {
  const nameOf = ({ condition, repeat }: Splits[number]): string => `Split ${condition}, repeat ${repeat}`;
  const now = new Map(after.map((split) => [nameOf(split), split]));
  const names = new Set(before.map(nameOf));
  const differences = [
    ...before.flatMap((split) => {
      const other = now.get(nameOf(split));
      if (!other) return [`${nameOf(split)} is missing.`];
      const isSame = other.hash === split.hash && other.train === split.train && other.test === split.test;
      return isSame ? [] : [`${nameOf(split)} differs.`];
    }),
    ...after.filter((split) => !names.has(nameOf(split))).map((split) => `${nameOf(split)} is not in the manifest.`),
  ];
  const total = before.length;
  const compared = before.filter((split) => now.has(nameOf(split))).length;
  return { counts: { total, compared, same: Math.max(0, total - differences.length) }, differences };
}

function compareCells(
  before: ComparedManifest,
  after: ComparedManifest,
): Pick<ManifestComparison, 'cells' | 'numbers' | 'pending'> & { readonly differences: readonly CellDifference[] } {
  const isSameKernel = before.engine.kernel === after.engine.kernel;
  const isSameVersion = before.engine.appVersion === after.engine.appVersion;
  const facts = isSameVersion ? [...FACTS, ...WORDS] : FACTS;
  const now = new Map(after.cells.map((cell) => [cellName(cell), cell]));
  const names = new Set(before.cells.map(cellName));
  const differences: CellDifference[] = [];
  const counts = { pending: 0, compared: 0, same: 0, numbers: 0, sameNumbers: 0 };
  const differ = (
    { label, condition, repeat }: RecordedCell,
    kind: CellDifference['kind'],
    text: string,
    points?: number,
  ): void => void differences.push({ label, condition, repeat, kind, text, ...(points !== undefined && { points }) });
  for (const cell of before.cells) {
    if (cell.status === 'pending') {
      counts.pending++;
      continue;
    }
    const other = now.get(cellName(cell));
    const [kind, what] = cellDifference(cell, other);
    if (other) counts.compared++;
    if (kind !== null) {
      differ(cell, kind, `Cell ${cellName(cell)} ${what}.`, other && pointsApart(cell, other));
      continue;
    }
    counts.same++;
    const numbers = cell.status === 'done';
    const sameNumbers = numbers && cell.numberHash === other!.numberHash;
    counts.numbers += Number(numbers);
    counts.sameNumbers += Number(sameNumbers);
    if (numbers && !sameNumbers) {
      if (isSameKernel) {
        differ(cell, 'numbers', `Cell ${cellName(cell)} has other numbers (likelihoods, measures or choices).`);
      }
    } else if (isSameKernel) {
      const fact = facts.find(([field]) => canonicalJson(cell[field] ?? null) !== canonicalJson(other![field] ?? null));
      if (fact) {
        const [was, is] = [cell, other!].map((one) => shortJson(one[fact[0]]));
        differ(cell, 'fits', `Cell ${cellName(cell)} has ${fact[1]}: ${was}, now ${is}.`);
      }
    }
  }
  for (const cell of after.cells) {
    if (!names.has(cellName(cell))) differ(cell, 'missing', `Cell ${cellName(cell)} is not in the manifest.`);
  }
  return {
    cells: { total: before.cells.length, compared: counts.compared, same: counts.same },
    numbers: { total: counts.numbers, compared: counts.numbers, same: counts.sameNumbers },
    pending: counts.pending,
    differences,
  };
}

type Facts = readonly (readonly [keyof RecordedCell, string])[];

/** Facts of the fits of a cell, as sentences call them. */
const FACTS: Facts = [
  ['fits', 'another number of fits'],
  ['sums', 'sums over other numbers'],
  ['iterations', 'another number of iterations'],
  ['notConverged', 'other shapes without convergence'],
];
/** The same in words, which another version of the program may choose otherwise. */
const WORDS: Facts = [
  ['reason', 'another reason of its failure'],
  ['amounts', 'other values of settings that depend on the data'],
  ['warnings', 'other warnings'],
  ['failures', 'other failures of shapes'],
];

/** The first difference of outcome, labels and errors, as the end of a sentence; null: none. */
function cellDifference(
  cell: RecordedCell,
  now: RecordedCell | undefined,
): readonly [CellDifference['kind'], string] | readonly [null, null] {
  if (!now) return ['missing', 'is missing'];
  if (now.status !== cell.status) return ['outcome', `was ${cell.status}, now ${now.status}`];
  if (now.predictionHash !== cell.predictionHash) return ['labels', 'predicts other labels'];
  if (canonicalJson(now.errors) !== canonicalJson(cell.errors)) {
    return ['errors', `has other errors: ${otherErrors(cell.errors ?? [], now.errors ?? [])}`];
  }
  if (now.testCount !== cell.testCount) {
    return ['errors', `has another number of tests: ${cell.testCount ?? '–'}, now ${now.testCount ?? '–'}`];
  }
  return [null, null];
}

/** The largest difference of error rates in points; undefined where shapes or tests are not the same. */
function pointsApart(cell: RecordedCell, now: RecordedCell): number | undefined {
  const { errors, testCount } = cell;
  if (!errors || !testCount || now.testCount !== testCount || now.errors?.length !== errors.length) return undefined;
  const apart = errors.map((count, i) => Math.abs((count ?? Number.NaN) - (now.errors![i] ?? Number.NaN)));
  return (100 * Math.max(...apart.filter((count) => !Number.isNaN(count)), 0)) / testCount;
}

/** Numbers of errors by latent shape, from the first that differs, so the excerpt shows a difference. */
function otherErrors(before: readonly (number | null)[], now: readonly (number | null)[]): string {
  const first = Math.max(
    0,
    Array.from(before.length >= now.length ? before : now).findIndex((_, i) => before[i] !== now[i]),
  );
  const said = (errors: readonly (number | null)[]): string => {
    const counts = errors.slice(first, first + 8).map((count) => count ?? '–');
    return `${counts.join(', ') || 'none'}${errors.length > first + 8 ? ', …' : ''}`;
  };
  return `${first === 0 ? '' : `from latent shape ${first + 1} on `}${said(before)}, now ${said(now)}`;
}

/** JSON, shortened. */
function shortJson(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
