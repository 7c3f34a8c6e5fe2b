/**
 * The estimated time of a cell of every method, at three sizes and two grids, over the time that it took. Writes the
 * times to bench-results/costs.json; those of the machine of REFERENCE_SPEED are test/fixtures/costs.json.
 */
import { test } from 'vitest';
import { asVectors } from '../../../src/core/images/imageSet.ts';
import { gramOfRows, type MatrixStack } from '../../../src/core/linalg/index.ts';
import { methods } from '../../../src/core/methods/registry.ts';
import { evaluateCell } from '../../../src/core/study/cells/evaluate.ts';
import { splitWork } from '../../../src/core/study/cells/splitWork.ts';
import { planStudy } from '../../../src/core/study/plan/plan.ts';
import { machineSpeed } from '../../../src/main/machineSpeed.ts';
import { taskOf } from '../../core/study/evaluateAll.ts';
import { costFacts, costSpec, estimatedSeconds, type CostedSize } from '../../support/costedCells.ts';
import { writeResults } from '../harness/results.ts';
import { facesOf } from './presetStudy.ts';

const SIZES: readonly (readonly [rows: number, cols: number, training: number])[] = [
  [28, 23, 5],
  [56, 46, 2],
  [56, 46, 5],
];
/** Cells are given up after so many seconds of processor time: then the estimate has to be beyond that. */
const LIMIT = 10;
/** Short cells are repeated for so long. */
const LEAST = 0.1;

const processor = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

test('estimated over actual times', { timeout: 3_600_000 }, () => {
  const speed = machineSpeed();
  console.log('Speed of this machine', JSON.stringify(speed));
  const cells: (CostedSize & { seconds: number })[] = [];
  const factors: number[] = [];
  const over: string[] = [];
  // The first size runs twice: what it compiles counts for none.
  [SIZES[0], ...SIZES].forEach(([rows, cols, training], round) => {
    const { images } = facesOf(rows, cols);
    const gram = gramOfRows(asVectors(images));
    for (const { id } of methods) {
      for (const grid of round === 0 ? (['few'] as const) : (['few', 'default'] as const)) {
        const size = { method: id, grid, rows, cols, training };
        const seconds = secondsOf(size, images, () => gram);
        if (round === 0) continue;
        const estimate = estimatedSeconds(size, speed);
        if (seconds === null) over.push(`${id} ${rows} × ${cols}, ${training}, ${grid}: ${estimate.toFixed(1)}`);
        else {
          cells.push({ ...size, seconds: Number(seconds.toPrecision(4)) });
          factors.push(estimate / seconds);
          const ratio = (estimate / seconds).toFixed(2);
          console.log(`${id} ${rows} × ${cols}, ${training}, ${grid}: ${seconds.toFixed(4)} s, ${ratio}`);
        }
      }
    }
  });
  const within = (factor: number): number => factors.filter((f) => f <= factor && f >= 1 / factor).length;
  console.log(`${factors.length} cells: ${within(2)} within a factor of 2, ${within(4)} within 4.`);
  console.log(`Estimates of those given up after ${LIMIT} s:\n${over.join('\n')}`);
  writeResults('costs', { cells });
});

/** Null: given up. */
function secondsOf(size: CostedSize, images: MatrixStack, gram: () => ReturnType<typeof gramOfRows>): number | null {
  const [spec, facts] = [costSpec(size), costFacts(size)];
  const plan = planStudy(spec, facts);
  const [cell] = plan.cells;
  const task = taskOf(spec, facts, plan, cell);
  const giveUp = new Error('beyond the limit');
  let [runs, spent] = [0, 0];
  try {
    for (;;) {
      const started = processor();
      const stop = (): void => {
        if (processor() - started > LIMIT) throw giveUp;
      };
      evaluateCell(task, { images, labels: facts.labels, gram }, stop, splitWork());
      const seconds = processor() - started;
      // The first of short ones is not counted: it compiles.
      if (runs++ === 0 && seconds < LEAST) continue;
      if (seconds >= LEAST) return seconds;
      spent += seconds;
      if (spent >= LEAST || runs > 60) return spent / (runs - 1);
    }
  } catch (error) {
    if (error === giveUp) return null;
    throw error;
  }
}
