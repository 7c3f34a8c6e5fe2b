/** How processor time grows with images, pixels, latent shapes and repeats, and wall time with workers. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { stackItem, type MatrixStack } from '../../../src/core/linalg/index.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { splitCache } from '../../../src/core/study/cells/splitCache.ts';
import { median } from '../harness/compare.ts';
import { openImageFiles, readImages } from '../harness/imageFiles.ts';
import { machine, writeSection, type GrowthRow } from '../harness/results.ts';
import { facesOf56x46, presetStudy } from './presetStudy.ts';
import { evaluateShapes } from '../../support/classify.ts';

const AXIS = [1, 2, 3, 4, 6, 8, 10, 12, 15];
const TEST = 100;
/** Calls at each size, fewer where they take longer than this many seconds together. */
const ROUNDS = 3;
const LONGEST = 3;

test('growth', { timeout: 3_600_000 }, () => {
  const before = machine();
  const files = openImageFiles();
  const drawn = (count: number, rows: number, cols: number) =>
    readImages(files.write([count, rows, cols], [12, 12]), [count, rows, cols]);
  const rows: GrowthRow[] = [];
  /** Rows are there as soon as they are measured; that of wall times is the last. */
  const keep = (row: GrowthRow): void => {
    rows.push(row);
    writeSection('5-growth', { kind: 'growth', title: 'Growth', before, after: machine(), rows }, row.wall === true);
  };
  const add = (
    work: string,
    over: string,
    sizes: readonly number[],
    prepare: (size: number) => () => unknown,
  ): void => {
    const seconds = sizes.map((size) => processorOf(prepare(size)));
    keep(rowOf(work, over, sizes, seconds));
  };
  try {
    const counts = [500, 1000, 2000, 4000];
    for (const id of ['glram', 'bppca', 'psopca', 'mvfa']) {
      add(`${titleOf(id)} at 25 shapes, 28 × 28`, 'images', counts, (count) =>
        cellOf(id, drawn(count + TEST, 28, 28), count, AXIS.slice(0, 5)),
      );
    }
    add('PCA, q = 20, 36 × 36', 'images', [1500, 3000, 6000], (count) => fitOf('pca', drawn(count, 36, 36), [20]));
    for (const id of ['glram', 'bppca']) {
      add(
        `${titleOf(id)} at 25 shapes, 200 images`,
        'pixels',
        [16, 24, 32, 48, 64].map((side) => side * side),
        (pixels) => cellOf(id, drawn(200 + TEST, Math.sqrt(pixels), Math.sqrt(pixels)), 200, AXIS.slice(0, 5)),
      );
    }
    add(
      'PCA, q = 50, 200 images',
      'pixels',
      [32, 64, 128].map((side) => side * side),
      (pixels) => fitOf('pca', drawn(200, Math.sqrt(pixels), Math.sqrt(pixels)), [50]),
    );
    const { images: faces, name } = facesOf56x46();
    for (const id of ['glram', 'bppca']) {
      add(`${titleOf(id)}, 160 images of ${name}`, 'shapes', [9, 25, 49, 81], (shapes) =>
        cellOf(id, faces, 160, AXIS.slice(0, Math.sqrt(shapes))),
      );
    }
    add(
      `Preset study of ${name}, 9 shapes`,
      'repeats',
      [1, 2, 4, 8],
      (repeats) => presetStudy(faces, repeats, [2, 6, 10]).run,
    );
    keep(workersRow(faces, name));
  } finally {
    files.remove();
  }
});

function titleOf(id: string): string {
  return findMethod(id)!.title;
}

function fitOf(id: string, images: MatrixStack, latent: readonly number[]): () => unknown {
  const method = findMethod(id)!;
  const context = { random: stream('bench'), checkCancelled: () => undefined };
  return () => method.fit({ images, labels: null }, latent, resolveSettings(method, {}), context);
}

function cellOf(id: string, images: MatrixStack, train: number, axis: readonly number[]): () => unknown {
  const method = findMethod(id)!;
  const indices = Int32Array.from({ length: images.count }, (_, n) => n);
  const input = {
    images,
    labels: indices.map((n) => n % 40),
    train: indices.slice(0, train),
    test: indices.slice(train),
    shapes: axis.flatMap((qc) => axis.map((qr) => [qc, qr])),
    settings: resolveSettings(method, {}),
    context: { random: stream('bench'), checkCancelled: () => undefined },
    gram: () => {
      throw new Error('not needed');
    },
  };
  return () => evaluateShapes(method, { ...input, once: splitCache().once });
}

/** Median processor time of a call. */
function processorOf(work: () => unknown): number {
  const times: number[] = [];
  const first = performance.now();
  do {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1e6);
  } while (times.length < ROUNDS && performance.now() - first < LONGEST * 1000);
  return median(times);
}

function rowOf(
  work: string,
  over: string,
  sizes: readonly number[],
  seconds: readonly number[],
  wall = false,
): GrowthRow {
  const [x, y] = [sizes.map(Math.log), seconds.map(Math.log)];
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  let [above, below] = [0, 0];
  x.forEach((value, i) => {
    above += (value - mx) * (y[i] - my);
    below += (value - mx) ** 2;
  });
  return { work, over, sizes, seconds, exponent: above / below, ...(wall && { wall }) };
}

/** The command line's `run` from a fresh workspace; wall time with its start. */
function workersRow(faces: MatrixStack, name: string): GrowthRow {
  const folder = mkdtempSync(join(tmpdir(), 'eigenbench-bench-'));
  try {
    for (let n = 0; n < faces.count; n++) {
      const subject = join(folder, 'faces', `s${Math.floor(n / 10) + 1}`);
      mkdirSync(subject, { recursive: true });
      const bytes = stackItem(faces, n).data.map((value) => Math.min(255, Math.max(0, Math.round(value))));
      writeFileSync(
        join(subject, `${(n % 10) + 1}.pgm`),
        Buffer.concat([Buffer.from(`P5\n${faces.cols} ${faces.rows}\n255\n`), Uint8Array.from(bytes)]),
      );
    }
    const preset = JSON.parse(
      readFileSync(new URL('../../../resources/studies/orl.json', import.meta.url), 'utf8'),
    ) as Record<string, unknown>;
    const study = join(folder, 'study.json');
    const protocol = { ...(preset.protocol as object), repeats: 2 };
    writeFileSync(study, JSON.stringify({ ...preset, dataset: 'faces', protocol }));
    const sizes = [1, 2];
    const seconds = sizes.map((workers) => {
      const workspace = join(folder, `workspace-${workers}.db`);
      command(['import', join(folder, 'faces'), '--name', 'faces', '--workspace', workspace]);
      const start = performance.now();
      command(['run', study, '--workspace', workspace, '--workers', String(workers)]);
      return (performance.now() - start) / 1000;
    });
    return rowOf(`Preset study, six splits of ${name}, command line`, 'workers', sizes, seconds, true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function command(parameters: readonly string[]): void {
  const program = fileURLToPath(new URL('../../../bin/eigenbench.js', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [program, ...parameters], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`eigenbench ${parameters[0]}: ${stderr}`);
}
