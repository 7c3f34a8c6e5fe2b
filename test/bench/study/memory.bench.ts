/**
 * Ten thousand images of 64 × 64, half of them to train: seconds and peak memory of fits and codes. Each method runs in
 * a process of its own, so that the peak is its own. Writes bench-results/memory.json.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { writeResults } from '../harness/results.ts';

const methods: readonly (readonly [string, readonly number[]])[] = [
  ['2dpca', [10]],
  ['glram', [10, 10]],
  ['bppca', [10, 10]],
  ['ppca', [20]],
];

test('ten thousand images of 64 × 64', { timeout: 900_000 }, () => {
  const script = fileURLToPath(new URL('./largeFit.ts', import.meta.url));
  const rows = methods.map(([method, latent]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, method, latent.join(',')], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${method}: ${stderr}`);
    return JSON.parse(stdout) as { method: string; latent: number[]; fit: number; encode: number; peak: number };
  });
  writeResults('memory', rows);
  console.log(
    [
      '10 000 images of 64 × 64 (313 MiB of float64), 5000 to train: fit, codes of the other half, peak of the process',
      ...rows.map(
        ({ method, latent, fit, encode, peak }) =>
          `${method.padEnd(6)} (${latent.join(', ')})`.padEnd(18) +
          `${fit.toFixed(2).padStart(8)} s ${encode.toFixed(2).padStart(7)} s ${(peak / 2 ** 20).toFixed(0).padStart(7)} MiB`,
      ),
    ].join('\n'),
  );
});
