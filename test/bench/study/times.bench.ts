/**
 * The estimated time of a cell of every method, at three sizes and two grids, over the time that it took. The speed of
 * the machine is measured again for each method: what else runs there halves it within minutes. Writes the times, as
 * that ratio says them of the machine of REFERENCE_SPEED, to bench-results/costs.json: test/fixtures/costs.json.
 */
import { test } from 'vitest';
import { asVectors } from '../../../src/core/images/imageSet.ts';
import { gramOfRows, type MatrixStack } from '../../../src/core/linalg/index.ts';
import { methods } from '../../../src/core/methods/registry.ts';
import { evaluateCell } from '../../../src/core/study/cells/evaluate.ts';
import { quantile } from '../../../src/core/stats/describe.ts';
import { splitCache } from '../../../src/core/study/cells/splitCache.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { REFERENCE_SPEED } from '../../../src/core/study/plan/cost.ts';
import { calibrate } from '../../../src/main/machineSpeed.ts';
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
  const cells: (CostedSize & { seconds: number })[] = [];
  const factors: number[] = [];
  const over: string[] = [];
  // The first size runs twice: what it compiles counts for none.
  [SIZES[0], ...SIZES].forEach(([rows, cols, training], round) => {
    const { images } = facesOf(rows, cols);
    const gram = gramOfRows(asVectors(images));
    for (const { id } of methods) {
      const speed = calibrate();
      for (const grid of round === 0 ? (['few'] as const) : (['few', 'default'] as const)) {
        const size = { method: id, grid, rows, cols, training };
        const seconds = secondsOf(size, images, () => gram);
        if (round === 0) continue;
        const estimate = estimatedSeconds(size, speed);
        if (seconds === null) over.push(`${id} ${rows} × ${cols}, ${training}, ${grid}: ${estimate.toFixed(1)}`);
        else {
          const ratio = estimate / seconds;
          cells.push({ ...size, seconds: Number((estimatedSeconds(size, REFERENCE_SPEED) / ratio).toPrecision(4)) });
          factors.push(ratio);
          console.log(`${id} ${rows} × ${cols}, ${training}, ${grid}: ${seconds.toFixed(4)} s, ${ratio.toFixed(2)}`);
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
  const plan = planCells(planStudy(spec), facts);
  const [cell] = plan.cells;
  const task = taskOf(spec, facts, plan, cell);
  const giveUp = new Error('beyond the limit');
  const short: number[] = [];
  let spent = 0;
  try {
    for (;;) {
      const started = processor();
      const stop = (): void => {
        if (processor() - started > LIMIT) throw giveUp;
      };
      evaluateCell(task, { images, labels: facts.labels, gram }, stop, splitCache());
      const seconds = processor() - started;
      // The first of short ones is not counted: it compiles.
      if (seconds >= LEAST) return seconds;
      spent += seconds;
      short.push(seconds);
      if (short.length > 1 && (spent >= 2 * LEAST || short.length > 60)) return quantile(short.slice(1), 0.5);
    }
  } catch (error) {
    if (error === giveUp) return null;
    throw error;
  }
}
