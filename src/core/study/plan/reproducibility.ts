/** Checks whether two runs of a study gave the same results. */
import { canonicalJson } from '../../hash.ts';
import type { Manifest, ManifestCell } from './manifest.ts';

/** The part of a manifest by which two runs are compared. */
export interface ComparedManifest {
  readonly engine: Pick<Manifest['engine'], 'random'>;
  readonly dataset: Pick<Manifest['dataset'], 'hash' | 'identities'>;
  readonly spec: Pick<Manifest['spec'], 'seed'>;
  readonly splits: readonly Pick<Manifest['splits'][number], 'condition' | 'repeat' | 'hash'>[];
  readonly cells: readonly Pick<
    ManifestCell,
    'label' | 'condition' | 'repeat' | 'status' | 'predictionHash' | 'errors' | 'numberHash'
  >[];
}

/** One sentence for each difference that matters to results; none: the runs are identical. */
export function manifestDifferences(before: ComparedManifest, after: ComparedManifest): string[] {
  const sentences: string[] = [];
  const compare = (what: string, a: unknown, b: unknown): void => {
    if (canonicalJson(a) !== canonicalJson(b))
      sentences.push(`${what} differs: ${canonicalJson(a)}, now ${canonicalJson(b)}.`);
  };
  compare('Dataset hash', before.dataset.hash, after.dataset.hash);
  compare('Random generator', before.engine.random, after.engine.random);
  compare('Seed', before.spec.seed, after.spec.seed);
  const differing: string[] = [];
  const splits = new Map(after.splits.map((split) => [`${split.condition} ${split.repeat}`, split.hash]));
  for (const { condition, repeat, hash } of before.splits) {
    const now = splits.get(`${condition} ${repeat}`);
    if (now !== hash) differing.push(`Split ${condition}, repeat ${repeat} ${now ? 'differs' : 'is missing'}.`);
  }
  if (differing.length > 0 && before.dataset.identities !== after.dataset.identities) {
    sentences.push('The images have other names, by which splits are drawn.');
  }
  sentences.push(...differing);
  const cells = new Map(after.cells.map((cell) => [cellName(cell), cell]));
  for (const cell of before.cells) {
    const now = cells.get(cellName(cell));
    if (!now) sentences.push(`Cell ${cellName(cell)} is missing.`);
    else if (now.status !== cell.status)
      sentences.push(`Cell ${cellName(cell)} was ${cell.status}, now ${now.status}.`);
    else if (now.predictionHash !== cell.predictionHash)
      sentences.push(`Cell ${cellName(cell)} predicts other labels.`);
    else if (canonicalJson(now.errors) !== canonicalJson(cell.errors))
      sentences.push(`Cell ${cellName(cell)} has other errors: ${otherErrors(cell.errors ?? [], now.errors ?? [])}.`);
  }
  return sentences;
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

/** Comparison of the numbers of finished cells that do not follow from labels: likelihoods, measures, inner choices. */
export interface NumberComparison {
  /** Cells that both have finished. */
  readonly compared: number;
  /** Names of the cells whose numbers are not identical bit for bit. */
  readonly different: readonly string[];
}

/** Compares bit for bit; the builds of the kernels differ in the last bits. */
export function compareNumbers(before: ComparedManifest, after: ComparedManifest): NumberComparison {
  const now = new Map(after.cells.map((cell) => [cellName(cell), cell.numberHash]));
  const both = before.cells.filter((cell) => cell.numberHash && now.get(cellName(cell)));
  const different = both.filter((cell) => now.get(cellName(cell)) !== cell.numberHash).map(cellName);
  return { compared: both.length, different };
}

function cellName(cell: Pick<ManifestCell, 'label' | 'condition' | 'repeat'>): string {
  return `${cell.label}, ${cell.condition}, repeat ${cell.repeat}`;
}
