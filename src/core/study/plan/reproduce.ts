/** Whether two runs of a study gave the same. */
import { canonicalJson } from '../../identity.ts';
import type { Manifest, ManifestCell } from './manifest.ts';

/** What two runs are compared by. */
export interface ComparedManifest {
  readonly engine: Pick<Manifest['engine'], 'random'>;
  readonly dataset: Pick<Manifest['dataset'], 'hash'>;
  readonly spec: Pick<Manifest['spec'], 'seed'>;
  readonly splits: readonly Pick<Manifest['splits'][number], 'condition' | 'repeat' | 'hash'>[];
  readonly cells: readonly Pick<ManifestCell, 'label' | 'condition' | 'repeat' | 'status' | 'predictionHash'>[];
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
  const splits = new Map(after.splits.map((split) => [`${split.condition} ${split.repeat}`, split.hash]));
  for (const { condition, repeat, hash } of before.splits) {
    const now = splits.get(`${condition} ${repeat}`);
    if (now !== hash) sentences.push(`Split ${condition}, repeat ${repeat} ${now ? 'differs' : 'is missing'}.`);
  }
  const cells = new Map(after.cells.map((cell) => [cellName(cell), cell]));
  for (const cell of before.cells) {
    const now = cells.get(cellName(cell));
    if (!now) sentences.push(`Cell ${cellName(cell)} is missing.`);
    else if (now.status !== cell.status)
      sentences.push(`Cell ${cellName(cell)} was ${cell.status}, now ${now.status}.`);
    else if (now.predictionHash !== cell.predictionHash)
      sentences.push(`Cell ${cellName(cell)} predicts other labels.`);
  }
  return sentences;
}

function cellName(cell: Pick<ManifestCell, 'label' | 'condition' | 'repeat'>): string {
  return `${cell.label}, ${cell.condition}, repeat ${cell.repeat}`;
}
