/**
 * Studies of 60 000 images of 28 × 28 and 10⁵ of 64 × 64 by the command line, one method a process: processor time and
 * peak memory of import and run. Writes bench-results/bigData.json.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { writeResults } from '../harness/results.ts';

const main = fileURLToPath(new URL('../../../src/main/cli/main.ts', import.meta.url));
const draw = fileURLToPath(new URL('./drawnIdx.ts', import.meta.url));
const tell =
  'data:text/javascript,process.on("exit",()=>{const{maxRSS,userCPUTime}=process.resourceUsage();process.stderr.write(`\\npeak ${maxRSS} ${userCPUTime}`)})';

/** Subjects, images of each, of them to train, and the side of the images. */
const datasets = [
  [600, 100, 83, 28],
  [1000, 100, 90, 64],
] as const;
const methods = { pca: [10, 20, 40], lda: [10, 20, 40], '2dpca': [2, 4], bppca: { qc: [10], qr: [10] } };

function measured(args: readonly string[]): { mebibytes: number; seconds: number } {
  const { status, stderr } = spawnSync(process.execPath, ['--import', tell, ...args], { encoding: 'utf8' });
  const found = /peak (\d+) (\d+)$/.exec(stderr);
  if (status !== 0 || !found) throw new Error(stderr);
  return { mebibytes: Number(found[1]) / 1024, seconds: Number(found[2]) / 1e6 };
}

test.each(datasets)('%i subjects × %i images, %i to train, side %i', { timeout: 3_600_000 }, (...size) => {
  const [subjects, perSubject, train, side] = size;
  const folder = mkdtempSync(join(tmpdir(), 'big-data-'));
  try {
    const workspace = join(folder, 'big.eigenbench');
    measured([draw, join(folder, 'faces'), ...[subjects, perSubject, side, side].map(String)]);
    const rows = [
      {
        work: 'import',
        ...measured([main, 'import', join(folder, 'faces'), '--name', 'big', '--workspace', workspace]),
      },
    ];
    for (const [method, latent] of Object.entries(methods)) {
      const spec = join(folder, `${method}.json`);
      const protocol = { kind: 'random', trainPerSubject: [train], repeats: 1 };
      writeFileSync(spec, JSON.stringify({ name: method, dataset: 'big', protocol, methods: [{ method, latent }] }));
      rows.push({ work: method, ...measured([main, 'run', spec, '--workspace', workspace, '--workers', '1']) });
    }
    writeResults(`bigData-${side}`, rows);
    for (const { work, mebibytes, seconds } of rows) {
      console.log(`${work.padEnd(8)} ${mebibytes.toFixed(0).padStart(6)} MiB ${seconds.toFixed(1).padStart(7)} s`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
