/**
 * Ten thousand images of 64 × 64, half of them to train: seconds and peak memory of fits and codes. Each method runs in
 * a process of its own, so that the peak is its own.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { machine, writeSection, type MemoryRow } from '../harness/results.ts';

const methods: readonly (readonly [string, readonly number[]])[] = [
  ['2dpca', [10]],
  ['glram', [10, 10]],
  ['bppca', [10, 10]],
  ['pca', [40]],
  ['ppca', [20]],
];

test('ten thousand images of 64 × 64', { timeout: 900_000 }, () => {
  const script = fileURLToPath(new URL('./largeFit.ts', import.meta.url));
  const before = machine();
  const rows = methods.map(([method, latent]): MemoryRow => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, method, latent.join(',')], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${method}: ${stderr}`);
    const { fit, encode, peak } = JSON.parse(stdout) as { fit: number; encode: number; peak: number };
    return { work: `${findMethod(method)!.title}, q = ${latent.join(', ')}`, seconds: fit + encode, peak };
  });
  writeSection('6-memory', {
    kind: 'memory',
    title: 'Memory',
    note: 'Ten thousand images of 64 × 64 (313 MiB of float64), 5000 to train, in a process of its own: fit and codes of the other half, wall time.',
    before,
    after: machine(),
    rows,
  });
});
