/** All pairs and searches, here, in one thread. */
import { genuineScores } from '../../../src/core/allPairs/genuineScores.ts';
import { scorePairs } from '../../../src/core/allPairs/scorePairs.ts';
import { searchGallery } from '../../../src/core/allPairs/searchGallery.ts';
import { scoredRows } from '../../../src/core/allPairs/vectorSet.ts';
import { stream } from '../../../src/core/random/stream.ts';
import type { PairsTask } from './pairs.bench.ts';

const whole = { part: 0, of: 1 } as const;

export function prepare({ kind, count, length, probes = 0 }: PairsTask): () => undefined {
  const set = facesOf(count, length);
  if (kind === 'search') {
    const asked = facesOf(probes, length);
    return () => void searchGallery(asked, set, whole);
  }
  const labels = Int32Array.from({ length: count }, (_, n) => Math.floor(n / 10));
  return () => {
    const scored = { ...set, labels };
    scorePairs(scored, genuineScores(scored).values, whole);
  };
}

/** Vectors about the mean of their subject. */
function facesOf(count: number, length: number) {
  const random = stream('bench', count, length);
  const data = new Float64Array(count * length);
  const mean = new Float64Array(length);
  for (let n = 0; n < count; n++) {
    if (n % 10 === 0) for (let i = 0; i < length; i++) mean[i] = random.normal();
    for (let i = 0; i < length; i++) data[n * length + i] = mean[i] + random.normal();
  }
  return scoredRows(data, { count, length, metric: 'cosine', data });
}
