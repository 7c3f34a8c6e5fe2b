/**
 * The numerical engine against NumPy on the same machine in the same run. Prints a table and writes
 * bench-results/linalg.json; without NumPy the ratios are left out.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { evaluateShapes } from '../../../src/core/classify/evaluateShapes.ts';
import { asVectors } from '../../../src/core/images/imageSet.ts';
import {
  gramOfRows,
  kernelName,
  matrix,
  matrixStack,
  multiply,
  symmetricEigen,
  type Matrix,
  type MatrixStack,
} from '../../../src/core/linalg/index.ts';
import type { FitContext, Method } from '../../../src/core/methods/method.ts';
import { bppca } from '../../../src/core/methods/bilinear/bppca.ts';
import { glram } from '../../../src/core/methods/bilinear/glram.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { pca } from '../../../src/core/methods/vector/pca.ts';
import { ppca } from '../../../src/core/methods/vector/ppca.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { prepareTasks, type Task } from './tasks.ts';

interface Reference {
  readonly version: string;
  readonly tasks: Readonly<Record<string, { seconds: number; iterations: number | null }>>;
}

interface Row {
  readonly name: string;
  readonly seconds: number;
  readonly gigaflops: number | null;
  readonly iterations: number | null;
  readonly numpySeconds: number | null;
  readonly numpyIterations: number | null;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('the numerical engine beside NumPy', { timeout: 600_000 }, () => {
  const { tasks, folder } = prepareTasks();
  try {
    const reference = runReference(tasks, folder);
    const rows = tasks.map((task): Row => {
      const { seconds, result } = least(workOf(task));
      const numpy = reference?.tasks[task.name];
      return {
        name: task.name,
        seconds,
        gigaflops: task.kind === 'gemm' ? (2 * task.n ** 3) / seconds / 1e9 : null,
        iterations: result ?? null,
        numpySeconds: numpy?.seconds ?? null,
        numpyIterations: numpy?.iterations ?? null,
      };
    });
    console.log(tableOf(rows, reference?.version ?? null));
    mkdirSync(join(root, 'bench-results'), { recursive: true });
    const summary = { kernels: kernelName(), node: process.version, numpy: reference?.version ?? null, rows };
    writeFileSync(join(root, 'bench-results/linalg.json'), `${JSON.stringify(summary, null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** NumPy's times; null, with a word printed, where Python or NumPy is missing. */
function runReference(tasks: readonly Task[], folder: string): Reference | null {
  const list = join(folder, 'tasks.json');
  writeFileSync(list, JSON.stringify(tasks));
  const script = fileURLToPath(new URL('./reference.py', import.meta.url));
  // The system's Python first: Debian's NumPy is the one the aims were set against.
  for (const python of ['/usr/bin/python3', 'python3']) {
    const { status, stdout } = spawnSync(python, [script, list], {
      encoding: 'utf8',
      env: { ...process.env, OPENBLAS_NUM_THREADS: '1' },
    });
    if (status === 0) return JSON.parse(stdout) as Reference;
  }
  console.log('NumPy not found: times without ratios.');
  return null;
}

/** The task as a function; iterative fits return their number of iterations. */
function workOf(task: Task): () => number | undefined {
  switch (task.kind) {
    case 'gemm': {
      const [a, b] = [square(task.n, 'a'), square(task.n, 'b')];
      return () => void multiply(a, b);
    }
    case 'eigh': {
      const a = square(task.n, 'c');
      return () => void symmetricEigen(a);
    }
    case 'gram': {
      const x = asVectors(imagesOf(task));
      return () => void gramOfRows(x);
    }
    case 'cell': {
      const images = imagesOf(task);
      // As in a study, where the Gram matrix belongs to the dataset and serves every cell.
      const gram = gramOfRows(asVectors(images));
      return () => void [pca, ppca].forEach((method) => cell(method, images, task.train, () => gram));
    }
    default: {
      const images = imagesOf(task);
      const method = task.kind === 'glram' ? glram : bppca;
      const settings = resolveSettings(method, { restart: 'cold' });
      return () => method.fit({ images, labels: null }, task.latent, settings, context()).iterations;
    }
  }
}

function cell(method: Method, images: MatrixStack, train: number, gram: () => Matrix): void {
  const indices = Int32Array.from({ length: images.count }, (_, n) => n);
  evaluateShapes(method, {
    images,
    labels: indices.map((n) => n % 40),
    train: indices.slice(0, train),
    test: indices.slice(train),
    shapes: Array.from({ length: train - 2 }, (_, q) => [q + 1]),
    settings: resolveSettings(method, {}),
    context: context(),
    gram,
  });
}

function context(): FitContext {
  return { random: stream('bench'), checkCancelled: () => undefined };
}

function square(n: number, name: string): Matrix {
  const random = stream('bench', name, n);
  return matrix(
    n,
    n,
    Float64Array.from({ length: n * n }, () => random.normal()),
  );
}

function imagesOf(task: Extract<Task, { file: string }>): MatrixStack {
  const { buffer, byteOffset, byteLength } = readFileSync(task.file);
  const values = new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));
  return matrixStack(task.shape[0], task.shape[1], task.shape[2], values);
}

/** The least of the times of repeats over 0.6 s: what the machine can do when nothing else runs. */
function least(work: () => number | undefined): { seconds: number; result: number | undefined } {
  let best = Infinity;
  let result: number | undefined;
  const start = performance.now();
  do {
    const from = performance.now();
    result = work();
    best = Math.min(best, performance.now() - from);
  } while (performance.now() - start < 600);
  return { seconds: best / 1000, result };
}

function tableOf(rows: readonly Row[], numpy: string | null): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const milliseconds = (seconds: number): string => (seconds * 1000).toFixed(3).padStart(10);
  const lines = rows.map((row) => {
    const rate = row.gigaflops === null ? '' : ` ${row.gigaflops.toFixed(1)} GF/s`;
    const steps = row.iterations === null ? '' : ` ${row.iterations} iterations`;
    const other =
      row.numpySeconds === null
        ? ''
        : `${milliseconds(row.numpySeconds)} ${(row.seconds / row.numpySeconds).toFixed(2).padStart(6)}×`;
    const otherSteps = row.numpyIterations === null || row.iterations === null ? '' : ` (NumPy ${row.numpyIterations})`;
    return `${row.name.padEnd(width)}${milliseconds(row.seconds)}${other}${rate}${steps}${otherSteps}`;
  });
  const title = `${kernelName()}, ms${numpy === null ? '' : `; NumPy ${numpy}, ms; ratio to NumPy`}`;
  return [title, ...lines].join('\n');
}
