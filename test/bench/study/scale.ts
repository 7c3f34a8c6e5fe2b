/**
 * What a study of many cells costs apart from its computing: planned, dealt to shards' workspaces, merged, tabulated.
 * Cells are not computed; each result is made up at once.
 *
 *   nice node test/bench/study/scale.ts CELLS SHARDS [MEASURED]
 *
 * MEASURED shards (default: all) are written and merged; the table is then that of their cells. Prints a line of JSON.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '../../../src/core/identity.ts';
import { kernelName } from '../../../src/core/linalg/index.ts';
import type { CellResult } from '../../../src/core/study/cells/cellResult.ts';
import { planStudy } from '../../../src/core/study/plan/plan.ts';
import { inShard } from '../../../src/core/study/plan/shard.ts';
import { studySpecSchema } from '../../../src/core/study/spec/spec.ts';
import { studyResults } from '../../../src/main/engine/studies/studyResults.ts';
import { mergeWorkspace } from '../../../src/main/workspace/mergeWorkspace.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../support/smallDataset.ts';

const METHODS = 50;
const TRAIN = [2, 3];
const [cells, shards, measured = shards] = process.argv.slice(2).map(Number);
const repeats = cells / METHODS / TRAIN.length;
if (!Number.isInteger(repeats) || !(shards >= measured)) throw new Error('expected CELLS (hundreds) SHARDS [MEASURED]');

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
const lap = (() => {
  let before = performance.now();
  return (): number => {
    const now = performance.now();
    const seconds = (now - before) / 1000;
    before = now;
    return Number(seconds.toFixed(2));
  };
})();
const partOf = (index: number): string => join(folder, `part-${index}.eigenbench`);
try {
  const load = loadavg()[0];
  const target = openWorkspace(join(folder, 'own.eigenbench'));
  const dataset = target.datasets.add('faces', smallDataset(), '');
  lap();
  const plan = planStudy(spec, dataset);
  const planned = lap();
  const study = target.studies.add(spec, dataset);
  target.cells.addPlan(study, plan.cells);
  const stored = lap();
  const empty = statSync(target.path).size;
  for (let index = 1; index <= measured; index++) {
    const part = openWorkspace(partOf(index));
    const own = part.studies.add(spec, part.datasets.add('faces', smallDataset(), ''));
    part.cells.addPlan(own, plan.cells);
    part.transaction(() => {
      plan.cells.forEach(({ condition }, position) => {
        if (!inShard({ index, count: shards }, { condition, position }, plan)) return;
        part.cells.complete(own, position, madeUp(position));
      });
    });
    part.close();
  }
  const dealt = lap();
  const partBytes = statSync(partOf(1)).size;
  let added = 0;
  for (let index = 1; index <= measured; index++) {
    const part = openWorkspace(partOf(index));
    added += mergeWorkspace(part, target).reduce((sum, merged) => sum + merged.added, 0);
    part.close();
  }
  const merged = lap();
  const { table } = studyResults(target, target.studies.get(study)!);
  const tabulated = lap();
  if (table.rows.length !== METHODS) throw new Error('the table lacks rows');
  if (measured === shards && added !== cells) throw new Error(`${added} of ${cells} cells were merged`);
  target.close();
  const { size } = statSync(join(folder, 'own.eigenbench'));
  const megabytes = (bytes: number): number => Number((bytes / 2 ** 20).toFixed(1));
  console.log(
    JSON.stringify({
      cells,
      shards,
      measured,
      added,
      seconds: { planned, stored, perPart: dealt / measured, perMerge: merged / measured, tabulated },
      megabytes: {
        planned: megabytes(empty),
        part: megabytes(partBytes),
        workspace: megabytes(size),
        peakMemory: Math.round(process.resourceUsage().maxRSS / 1024),
      },
      load: [load, loadavg()[0]],
    }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
