/**
 * Writes test/fixtures/costs.json: processor seconds of cells of several methods and sizes, which the estimate of a
 * study's time is tested against. `node test/bench/study/costs.ts`, about a minute.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { datasetHash } from '../../../src/core/images/datasetHash.ts';
import { gramOfRows, matrix } from '../../../src/core/linalg/index.ts';
import { evaluateCell } from '../../../src/core/study/cells/evaluate.ts';
import { cellTask } from '../../../src/core/study/cells/cellTask.ts';
import { splitWork } from '../../../src/core/study/cells/splitWork.ts';
import { planStudy } from '../../../src/core/study/plan/plan.ts';
import { parseStudySpec } from '../../../src/core/study/spec/parse.ts';
import { splitOf } from '../../../src/core/study/splits/splits.ts';
import { generateFaces } from '../../../src/core/synthetic/faces.ts';

const METHODS = ['pca', 'ppca', 'lda', 'lpp', '2dpca', 'fpca', 'glram', 'bppca', 'psopca', 'mvfa'];
const SIZES = [
  { rows: 28, cols: 23, subjects: 20, perSubject: 6 },
  { rows: 40, cols: 32, subjects: 20, perSubject: 6 },
  { rows: 40, cols: 32, subjects: 40, perSubject: 8 },
];

const processor = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

// The first size runs twice: what it compiles counts for none.
const rows = [SIZES[0], ...SIZES].flatMap(({ rows, cols, subjects, perSubject }) => {
  const { images, labels } = generateFaces({ subjects, perSubject, rows, cols });
  const names = Array.from({ length: subjects }, (_, s) => `s${s + 1}`);
  const dataset = {
    name: 'faces',
    rows,
    cols,
    hash: datasetHash(
      { rows, cols, count: images.count, pixels: images.data },
      Array.from(labels, (s) => names[s]),
    ),
    labels,
    subjects: names,
  };
  const parsed = parseStudySpec({
    name: 'costs',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2, 4], repeats: 4 },
    methods: METHODS.map((method) => ({
      method,
      latent: METHODS.indexOf(method) > 4 ? { tied: [4, 8, 12] } : 'default',
    })),
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { spec } = parsed;
  const plan = planStudy(spec, dataset);
  // As in studies, computed once for all cells.
  const gram = gramOfRows(matrix(images.count, rows * cols, images.data));
  const data = { images, labels, gram: () => gram };
  const costs = new Map<string, { method: string; condition: string; seconds: number[] }>();
  for (const cell of plan.cells) {
    const method = plan.methods.find(({ key }) => key === cell.methodKey)!;
    const split = splitOf(spec, dataset, cell.condition, cell.repeat);
    const task = cellTask(cell, method, { ...spec, datasetHash: dataset.hash }, split);
    const started = processor();
    evaluateCell(task, data, () => undefined, splitWork());
    const own = `${method.methodId} ${cell.condition}`;
    const known = costs.get(own) ?? { method: method.methodId, condition: cell.condition, seconds: [] };
    known.seconds.push(processor() - started);
    costs.set(own, known);
    process.stderr.write(`${rows}×${cols}, ${images.count}: ${own} ${known.seconds.at(-1)!.toFixed(3)} s\n`);
  }
  return [...costs.values()].map(({ method, condition, seconds }) => ({
    size: { rows, cols, subjects, perSubject },
    method,
    condition,
    seconds: Number(Math.min(...seconds).toFixed(4)),
  }));
});

writeFileSync(
  resolve(import.meta.dirname, '../../fixtures/costs.json'),
  `${JSON.stringify({ methods: METHODS, cells: rows.slice(2 * METHODS.length) }, null, 1)}\n`,
);
