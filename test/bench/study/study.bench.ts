/**
 * A cell of a study beside NumPy, and the preset study in one thread: seconds and where they go. Prints tables and
 * writes bench-results/cells.json and bench-results/study.json. The aim for the cell: a ratio below 0.05.
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { test } from 'vitest';
import { evaluateShapes } from '../../../src/core/classify/evaluateShapes.ts';
import { asVectors } from '../../../src/core/images/imageSet.ts';
import { gramOfRows, type MatrixStack } from '../../../src/core/linalg/index.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { pca } from '../../../src/core/methods/vector/pca.ts';
import { ppca } from '../../../src/core/methods/vector/ppca.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { evaluateCell } from '../../../src/core/study/cells/evaluate.ts';
import { parseStudySpec } from '../../../src/core/study/spec/parse.ts';
import { planStudy } from '../../../src/core/study/plan/plan.ts';
import { splitWork } from '../../../src/core/study/cells/splitWork.ts';
import { taskOf } from '../../core/study/evaluateAll.ts';
import { compare, writeResults } from '../harness/compare.ts';
import { openImageFiles, readImages, type Shape } from '../harness/imageFiles.ts';

/** Forty subjects with ten images each, in the size that the bilinear papers use for ORL. */
const SHAPE: Shape = [400, 56, 46];
const SUBJECTS = 40;

interface CellTask {
  readonly name: string;
  readonly shape: Shape;
  readonly file: string;
  readonly train: number;
}

test('a PCA and a PPCA cell beside NumPy', { timeout: 300_000 }, async () => {
  const files = openImageFiles();
  try {
    const file = files.write(SHAPE, [20, 20]);
    const images = readImages(file, SHAPE);
    // As in a study, where the Gram matrix belongs to the dataset and serves every cell.
    const gram = gramOfRows(asVectors(images));
    await compare<CellTask>({
      name: 'cells',
      title: 'PCA and PPCA at every q',
      tasks: [2, 3, 4].map((k) => ({
        name: `${k} of 10 images of ${SUBJECTS} subjects to train`,
        shape: SHAPE,
        file,
        train: k * SUBJECTS,
      })),
      work: ({ train }) => {
        const indices = Int32Array.from({ length: images.count }, (_, n) => n);
        const input = {
          images,
          labels: indices.map((n) => n % SUBJECTS),
          train: indices.slice(0, train),
          test: indices.slice(train),
          shapes: Array.from({ length: train - 2 }, (_, q) => [q + 1]),
          context: { random: stream('bench'), checkCancelled: () => undefined },
          gram: () => gram,
        };
        return () => {
          // The cells of one split share its decomposition, as in a study.
          const { once } = splitWork();
          for (const method of [pca, ppca]) {
            evaluateShapes(method, { ...input, settings: resolveSettings(method, {}), once });
          }
          return undefined;
        };
      },
      reference: { module: new URL('./reference.py', import.meta.url) },
    });
  } finally {
    files.remove();
  }
});

test('the preset study', { timeout: 1_200_000 }, () => {
  const files = openImageFiles();
  const images = readImages(files.write(SHAPE, [20, 20]), SHAPE);
  files.remove();
  const before = loadavg()[0];
  const rows = timeStudy(images);
  const cells = rows.reduce((sum, row) => sum + row.cells, 0);
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  const load = [before, loadavg()[0]];
  writeResults('study', { cells, seconds, load, methods: rows });
  console.log(
    [
      `Preset study, one thread: ${cells} cells in ${seconds.toFixed(1)} s, ${(cells / seconds).toFixed(2)} cells/s; load average ${load.map((value) => value.toFixed(1)).join(' → ')}`,
      ...rows.map(
        (row) =>
          `${row.method.padEnd(8)}${row.cells} cells ${row.seconds.toFixed(2).padStart(8)} s ${((100 * row.seconds) / seconds).toFixed(0).padStart(4)} % ${row.shapes} shapes ${row.iterations} iterations`,
      ),
    ].join('\n'),
  );
});

interface MethodTime {
  readonly method: string;
  cells: number;
  seconds: number;
  /** Latent shapes evaluated, and iterations of all their fits. */
  shapes: number;
  iterations: number;
}

function timeStudy(images: MatrixStack): MethodTime[] {
  const preset = new URL('../../../resources/studies/orl.json', import.meta.url);
  const parsed = parseStudySpec(JSON.parse(readFileSync(preset, 'utf8')));
  if (!parsed.ok) throw new Error(`The preset study is not valid: ${JSON.stringify(parsed)}`);
  const { spec } = parsed;
  const labels = Int32Array.from({ length: images.count }, (_, n) => Math.floor(n / (images.count / SUBJECTS)));
  const facts = {
    hash: 'bench',
    labels,
    subjects: Array.from({ length: SUBJECTS }, (_, s) => `s${s + 1}`),
    attributes: {},
  };
  const plan = planStudy(spec, facts);
  const gram = gramOfRows(asVectors(images));
  const times = new Map<string, MethodTime>();
  let work = splitWork();
  let split = '';
  for (const cell of plan.cells) {
    const place = `${cell.condition} ${cell.repeat}`;
    if (place !== split) [split, work] = [place, splitWork()];
    const method = plan.methods.find(({ key }) => key === cell.methodKey)!;
    const result = evaluateCell(
      taskOf(spec, facts, plan, cell),
      { images, labels, gram: () => gram },
      () => undefined,
      work,
    );
    const time = times.get(method.methodId) ?? {
      method: method.methodId,
      cells: 0,
      seconds: 0,
      shapes: 0,
      iterations: 0,
    };
    times.set(method.methodId, time);
    time.cells++;
    time.seconds += result.seconds;
    time.shapes += result.shapes.length;
    time.iterations += result.iterations.reduce((sum, value) => sum + value, 0);
  }
  return [...times.values()];
}
