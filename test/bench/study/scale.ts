/**
 * What a study of many cells costs apart from its computing: planned, dealt to shards' workspaces, merged, tabulated.
 * Cells are not computed; each result is made up at once. Seconds are of processor time.
 *
 *   nice node test/bench/study/scale.ts CELLS SHARDS [MEASURED]
 *
 * MEASURED shards (default: all; at least 2) are written and merged; the table is then that of their cells. Prints a
 * line of JSON.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '../../../src/core/hash.ts';
import { kernelName } from '../../../src/core/linalg/index.ts';
import type { CellResult } from '../../../src/core/study/cells/cellResult.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { studySpecSchema } from '../../../src/core/study/spec/spec.ts';
import { partStates } from '../../../src/main/cli/shards/partStates.ts';
import { studyResults } from '../../../src/main/engine/studies/studyResults.ts';
import { mergeInto } from '../../../src/main/workspace/mergeWorkspaces.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../support/smallDataset.ts';

const METHODS = 50;
const TRAIN = [2, 3];
const [cells, shards, measured = shards] = process.argv.slice(2).map(Number);
const repeats = cells / METHODS / TRAIN.length;
if (!Number.isInteger(repeats) || !(shards >= measured && measured >= 2))
  throw new Error('expected CELLS (hundreds) SHARDS [MEASURED of at least 2]');

const spec = studySpecSchema.parse({
  name: 'scale',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: TRAIN, repeats },
  methods: Array.from({ length: METHODS }, (_, i) => ({ method: 'pca', label: `PCA ${i + 1}`, latent: [i + 1] })),
});

/** One shape, 100 test images; the errors differ from cell to cell. */
function madeUp(position: number): CellResult {
  return {
    shapes: [[1]],
    wrong: [(position * 7919) % 100],
    testCount: 100,
    nearest: new Uint16Array(100).fill(position % 50),
    predictionHash: sha256Hex(Uint8Array.of(position & 255, (position >> 8) & 255, (position >> 16) & 255)),
    iterations: [1],
    converged: [true],
    logLikelihood: [null],
    warnings: [],
    failures: [],
    fits: 1,
    kernel: kernelName(),
    seconds: 1e-6,
  };
}

const folder = mkdtempSync(join(tmpdir(), 'eigenbench-scale-'));
/** Seconds of processor time since the last call: what else the machine does counts little. */
const lap = (() => {
  let before = process.cpuUsage();
  return (): number => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    return Number(((user + system) / 1e6).toFixed(2));
  };
})();
const started = performance.now();
const peak = (): number => Math.round(process.resourceUsage().maxRSS / 1024);
const perPart = (seconds: number): number => Number((seconds / measured).toFixed(3));
const partOf = (index: number): string => join(folder, `part-${index}.eigenbench`);
try {
  const load = loadavg()[0];
  const target = openWorkspace(join(folder, 'own.eigenbench'));
  const dataset = target.datasets.add('faces', smallDataset(), '');
  lap();
  const { length } = planCells(planStudy(spec), target.datasets.factsOf(dataset.id)).cells;
  const planned = lap();
  if (length !== cells) throw new Error(`${length} cells were planned, not ${cells}`);
  let dealtCells = 0;
  for (let index = 1; index <= measured; index++) {
    const part = openWorkspace(partOf(index));
    const images = part.datasets.add('faces', smallDataset(), '');
    const own = planCells(planStudy(spec), part.datasets.factsOf(images.id), { index, count: shards });
    const study = part.studies.add(spec, images, { planSize: own.size });
    part.cells.addPlan(study, own.cells);
    part.transaction(() => {
      for (const { position } of own.cells) part.cells.complete(study, position, madeUp(position));
    });
    part.close();
    dealtCells += own.cells.length;
  }
  const dealt = lap();
  const partBytes = statSync(partOf(1)).size;
  const memoryOfParts = peak();
  const states = partStates(
    { folder, study: spec.name, shards },
    Array.from({ length: measured }, (_, i) => i + 1),
  );
  if (states.some(({ state }) => state !== 'settled')) throw new Error('a part is not settled');
  const looked = lap();
  let added = 0;
  const merge = mergeInto(target);
  const seconds: number[] = [];
  for (let index = 1; index <= measured; index++) {
    const part = openWorkspace(partOf(index));
    added += merge(part).reduce((sum, merged) => sum + merged.added, 0);
    part.close();
    seconds.push(lap());
  }
  if (added !== dealtCells) throw new Error(`${added} of ${dealtCells} cells were merged`);
  const memoryOfMerge = peak();
  const { table } = studyResults(target, target.studies.findByName(spec.name)!);
  const tabulated = lap();
  if (table.rows.length !== METHODS) throw new Error('the table lacks rows');
  target.close();
  const { size } = statSync(join(folder, 'own.eigenbench'));
  const megabytes = (bytes: number): number => Number((bytes / 2 ** 20).toFixed(1));
  console.log(
    JSON.stringify({
      cells,
      shards,
      measured,
      added,
      seconds: {
        planned,
        perPart: perPart(dealt),
        statusOfAll: looked,
        // The first one plans and stores the whole study in the target.
        firstMerge: seconds[0],
        perMerge: Number((seconds.slice(1).reduce((sum, each) => sum + each, 0) / (measured - 1)).toFixed(3)),
        tabulated,
      },
      megabytes: {
        part: megabytes(partBytes),
        workspace: megabytes(size),
        memoryOfParts,
        memoryOfMerge,
        peakMemory: peak(),
      },
      wallSeconds: Math.round((performance.now() - started) / 1000),
      load: [load, loadavg()[0]],
    }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
