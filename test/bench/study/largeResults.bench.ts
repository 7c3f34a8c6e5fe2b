/**
 * Table and curves of a study with 10⁵ finished cells of 60 shapes, made up: seconds from the file to what the page
 * shows. Writes bench-results/large-results.json. The aim: about one second.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { stream } from '../../../src/core/random/stream.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { studySpecSchema } from '../../../src/core/study/spec/spec.ts';
import { studyResults } from '../../../src/main/engine/studies/studyResults.ts';
import { openWorkspace, type Workspace } from '../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../support/smallDataset.ts';
import { writeResults } from '../harness/results.ts';

const METHODS = ['pca', 'ppca', '2dpca', 'glram', 'bppca', 'lda', 'lpp', 'fpca', 'psopca', 'plda'];
const [SHAPES, TESTS, ROUNDS] = [60, 240, 5];

function addFinishedStudy({ datasets, studies, cells, transaction }: Workspace): number {
  const dataset = datasets.add('faces', smallDataset(), '');
  const spec = studySpecSchema.parse({
    name: 'large',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2, 3, 4, 5, 6], repeats: 2000 },
    methods: METHODS.map((method) => ({ method })),
  });
  const study = studies.add(spec, dataset);
  const plan = planCells(planStudy(spec), datasets.factsOf(dataset.id));
  const random = stream('large results');
  const list = <T>(value: (shape: number) => T): T[] => Array.from({ length: SHAPES }, (_, s) => value(s));
  const nearest = Uint16Array.from({ length: SHAPES * TESTS }, () => Math.floor(160 * random.uniform()));
  transaction(() => {
    cells.addPlan(study, plan.cells);
    plan.cells.forEach((_, position) =>
      cells.complete(study, position, {
        shapes: list((s) => [s + 1]),
        wrong: list((s) => Math.floor(20 + 100 / (s + 1) + 10 * random.uniform())),
        testCount: TESTS,
        // Rows as long as real ones would fill the disk; they are not read.
        nearest: nearest.subarray(0, 500),
        predictionHash: '0'.repeat(64),
        iterations: list(() => 0),
        converged: list(() => true),
        logLikelihood: list(() => -12345.678),
        warnings: [],
        failures: [],
        fits: 1,
        seconds: 0.1,
        kernel: 'wasm-relaxed-simd',
      }),
    );
  });
  return study;
}

test('the results of a study with 10⁵ cells', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'large-results-'));
  const workspace = openWorkspace(join(folder, 'w.eigenbench'));
  try {
    const id = addFinishedStudy(workspace);
    const rounds = Array.from({ length: ROUNDS }, () => {
      const [started, before] = [performance.now(), process.cpuUsage()];
      const { table, curves } = studyResults(workspace, workspace.studies.get(id)!);
      JSON.stringify({ table, curves: curves() });
      const { user, system } = process.cpuUsage(before);
      return { seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 };
    });
    const [seconds, cpu] = (['seconds', 'cpu'] as const).map(
      (key) => rounds.map((round) => round[key]).sort((a, b) => a - b)[ROUNDS >> 1],
    );
    const cells = METHODS.length * 5 * 2000;
    writeResults('large-results', { cells, shapes: SHAPES, seconds, cpu, load: loadavg()[0] });
    console.log(
      `Results of ${cells} cells with ${SHAPES} shapes: ${seconds.toFixed(2)} s, ${cpu.toFixed(2)} s of a processor; load average ${loadavg()[0].toFixed(1)}`,
    );
  } finally {
    workspace.close();
    rmSync(folder, { recursive: true });
  }
});
