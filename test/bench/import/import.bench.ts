/**
 * Ten thousand images of 64 × 64 imported and stored, a format a time, then the public databases that are there:
 * seconds on the clock and of the processor. Writes bench-results/import.json. The aim for each: less than 20 s.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { test } from 'vitest';
import { stream } from '../../../src/core/random/stream.ts';
import { openEngine, type Engine } from '../../../src/main/engine/engine.ts';
import { writeResults } from '../harness/results.ts';
import { matFile, npzFile } from '../../support/datasetFiles.ts';
import { hasRealData, realData } from '../../support/realData.ts';

const [SUBJECTS, EACH, SIDE] = [200, 50, 64];

/** Different pictures; the files repeat them, which changes nothing for a reader. */
const DISTINCT = 200;

/** Public databases: the name of the row, and the path among the benchmark data. */
const DATABASES = { ORL: 'orl', Yale: 'yale', AR: 'mat/AR_100_32x32.mat', MNIST: 'mnist/t10k-images-idx3-ubyte' };

/** Smooth pictures with noise, which compress as faces do. */
function pictures(): Uint8Array[] {
  const random = stream('import benchmark');
  return Array.from({ length: DISTINCT }, (_, n) =>
    Uint8Array.from({ length: SIDE * SIDE }, (_pixel, i) => {
      const [r, c] = [Math.floor(i / SIDE), i % SIDE];
      return 128 + 60 * Math.sin(r / (3 + (n % 7))) * Math.cos(c / (4 + (n % 5))) + 8 * random.normal();
    }),
  );
}

/** The same pictures as files of each format. */
async function encoded(grey: Uint8Array): Promise<Record<string, Uint8Array>> {
  const image = sharp(grey, { raw: { width: SIDE, height: SIDE, channels: 1 } }).toColourspace('b-w');
  const pgm = Buffer.concat([Buffer.from(`P5 ${SIDE} ${SIDE} 255\n`), grey]);
  return { pgm, png: await image.clone().png().toBuffer(), jpg: await image.jpeg().toBuffer() };
}

interface Row {
  readonly format: string;
  readonly seconds: number;
  readonly processor: number;
}

async function measure(engine: Engine, format: string, path: string): Promise<Row> {
  const from = performance.now();
  const before = process.cpuUsage();
  const token = engine.grant(path);
  for await (const event of await engine.client.datasets.import({ token, name: format, size: null })) {
    if (event.kind === 'failed') throw new Error(event.reason);
  }
  const { user, system } = process.cpuUsage(before);
  return { format, seconds: (performance.now() - from) / 1000, processor: (user + system) / 1e6 };
}

test('ten thousand images of 64 × 64, and public databases, imported', { timeout: 900_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  const distinct = pictures();
  const contents = await Promise.all(distinct.map(encoded));
  const count = SUBJECTS * EACH;
  const subjects = Array.from({ length: count }, (_, n) => `person ${Math.floor(n / EACH) + 1}`);
  const files = subjects.map((subject, n) => `${subject}/${(n % EACH) + 1}`);
  for (const format of ['pgm', 'png', 'jpg']) {
    for (const subject of new Set(subjects)) mkdirSync(join(folder, format, subject), { recursive: true });
  }
  const all = new Uint8Array(count * SIDE * SIDE);
  for (const [n, file] of files.entries()) {
    all.set(distinct[n % DISTINCT], n * SIDE * SIDE);
    for (const [format, bytes] of Object.entries(contents[n % DISTINCT])) {
      writeFileSync(join(folder, format, `${file}.${format}`), bytes);
    }
  }
  const attributes = subjects.map(() => ({}));
  const dataset = { rows: SIDE, cols: SIDE, count, pixels: all, subjects, files, attributes };
  writeFileSync(join(folder, 'mat.mat'), matFile(dataset));
  writeFileSync(join(folder, 'npz.npz'), npzFile(dataset));

  const workspacePath = join(folder, 'w.eigenbench');
  const engine = await openEngine({ workspacePath, host: 'browser', roots: [], log: 'none' });
  const rows: Row[] = [];
  for (const name of ['pgm', 'png', 'jpg', 'mat.mat', 'npz.npz']) {
    rows.push(await measure(engine, name.slice(0, 3), join(folder, name)));
  }
  for (const [name, path] of Object.entries(DATABASES)) {
    if (hasRealData(path)) rows.push(await measure(engine, name, realData(path)));
  }
  await engine.close();
  rmSync(folder, { recursive: true });
  writeResults('import', { load: loadavg()[0], rows });
  console.log(
    [
      `Imported and stored (load ${loadavg()[0].toFixed(1)}): clock, processor`,
      ...rows.map(
        ({ format, seconds, processor }) =>
          `${format.padEnd(5)} ${seconds.toFixed(2).padStart(8)} s ${processor.toFixed(2).padStart(7)} s`,
      ),
    ].join('\n'),
  );
});
