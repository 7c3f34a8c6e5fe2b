/**
 * Studies of 60 000 images of 28 × 28 and 10⁵ of 64 × 64 by the command line, one method a process: processor time and
 * peak memory of import, run and export, and what a cancelled import leaves behind. Rows are written as they are
 * measured.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { machine, writeSection, type MemoryRow } from '../harness/results.ts';

const main = fileURLToPath(new URL('../../../src/main/cli/main.ts', import.meta.url));
const draw = fileURLToPath(new URL('./drawnIdx.ts', import.meta.url));
const tell =
  'data:text/javascript,process.on("exit",()=>{const{maxRSS,userCPUTime,systemCPUTime}=process.resourceUsage();process.stderr.write(`\\npeak ${maxRSS} ${userCPUTime+systemCPUTime}`)})';

/** Subjects, images of each, of them to train, and the side of the images. */
const datasets = [
  [600, 100, 83, 28],
  [1000, 100, 90, 64],
] as const;
const methods = { pca: [10, 20, 40], '2dpca': [2, 4], bppca: { qc: [10], qr: [10] }, lda: [10, 20, 40] };
/** A cancelled import has come this far at least, in percent: progress is told ten times a second. */
const CANCELLED_AT = 1;

/** Processor time and peak memory of a process; `interruptAt`: it is interrupted once it shows that share. */
async function measured(work: string, args: readonly string[], interruptAt = Infinity): Promise<MemoryRow> {
  const child = spawn(process.execPath, ['--import', tell, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  let interrupted = false;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told = (told + text).slice(-4096);
    const share = Number([...told.matchAll(/(\d+)%/g)].at(-1)?.[1] ?? 0);
    if (share < interruptAt || interrupted) return;
    // A second time would end it at once.
    interrupted = child.kill('SIGINT');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const found = /peak (\d+) (\d+)$/.exec(told);
  if (code !== (interruptAt === Infinity ? 0 : 130) || !found) throw new Error(`${work}: code ${code}, ${told}`);
  return { work, seconds: Number(found[2]) / 1e6, peak: Number(found[1]) * 1024 };
}

/** Bytes of a workspace with its log. */
function sizeOf(workspace: string): number {
  const files = [workspace, `${workspace}-wal`, `${workspace}-shm`].filter((file) => existsSync(file));
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}

test.each(datasets)('%i subjects × %i images, %i to train, side %i', { timeout: 7_200_000 }, async (...size) => {
  const [subjects, perSubject, train, side] = size;
  const folder = mkdtempSync(join(tmpdir(), 'big-data-'));
  const before = machine();
  const rows: MemoryRow[] = [];
  let left = '';
  const add = (row: MemoryRow): void => {
    rows.push(row);
    console.log(`${row.work.padEnd(20)} ${(row.peak / 2 ** 20).toFixed(0)} MiB ${row.seconds.toFixed(1)} s`);
    const count = subjects * perSubject;
    writeSection(
      `7-bigData-${side}`,
      {
        kind: 'memory',
        title: `${count} images of ${side} × ${side}, ${subjects * train} to train, by the command line`,
        note: `One repeat, 1-NN, one worker; processor time.${left}`,
        before,
        after: machine(),
        rows,
      },
      false,
    );
  };
  try {
    const workspace = join(folder, 'big.eigenbench');
    const faces = join(folder, 'faces');
    await measured('drawing', [draw, faces, ...[subjects, perSubject, side, side].map(String)]);
    const importAs = (name: string): string[] => [main, 'import', faces, '--name', name, '--workspace', workspace];
    add(await measured('import', importAs('big')));
    for (const [method, latent] of Object.entries(methods)) {
      const spec = join(folder, `${method}.json`);
      const protocol = { kind: 'random', trainPerSubject: [train], repeats: 1 };
      writeFileSync(spec, JSON.stringify({ name: method, dataset: 'big', protocol, methods: [{ method, latent }] }));
      add(await measured(method, [main, 'run', spec, '--workspace', workspace, '--workers', '1']));
      if (method !== 'pca') continue;
      for (const format of ['mat', 'npz']) {
        const out = join(folder, `big.${format}`);
        const parameters = ['export', 'big', '--format', format, '--out', out, '--workspace', workspace];
        add(await measured(`export as ${format}`, [main, ...parameters]));
        rmSync(out);
      }
    }
    const size = sizeOf(workspace);
    const cancelled = await measured('import, cancelled', importAs('more'), CANCELLED_AT);
    const kept = ((sizeOf(workspace) - size) / 2 ** 20).toFixed(1);
    left = ` The cancelled import leaves ${kept} MiB behind.`;
    add(cancelled);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
