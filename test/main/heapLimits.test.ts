/** Threads have limits, and one that reaches its own ends alone, in a sentence. */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryFate, heapLimits } from '../../src/main/heapLimits.ts';
import { solverThreads } from '../../src/main/workers/solvers/solverThreads.ts';
import type { CellTask } from '../../src/core/study/cells/cellTask.ts';
import { shareStudy } from '../../src/main/workers/solvers/sharedStudy.ts';
import { storedPixels } from '../../src/core/images/storedImages.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { createStudy, openBench, outcomeOf, runToEnd, specWith } from './runner/bench.ts';

const study = () => shareStudy(storedPixels({ rows: 2, cols: 2, count: 2, type: 'u8' }), [0, 1]);
const hoarding = new URL('./runner/workers/hoarding.ts', import.meta.url).href;

describe('limits of threads', () => {
  it.each([1, 2, 16, 21])('stay below 3 GiB in the cage that they share, with %i solvers', (solvers) => {
    const sum = [
      heapLimits('engine', 1, true),
      heapLimits('reader', 1, true),
      heapLimits('reader', 1, true),
      heapLimits('job', 1, true),
      ...Array.from({ length: solvers }, () => heapLimits('solvers', solvers, true)),
    ].reduce((total, { maxOldGenerationSizeMb = 0 }) => total + maxOldGenerationSizeMb, 0);
    expect(sum).toBeLessThan(3072);
  });

  it('leave each thread a heap of its own elsewhere', () => {
    expect(heapLimits('solvers', cpus().length, false).maxOldGenerationSizeMb).toBeGreaterThanOrEqual(512);
  });

  it('end a thread that holds more, with the reason in words', async () => {
    const source = 'const held = []; for (;;) held.push(Array.from({ length: 1000 }, (_, n) => ({ n })));';
    const worker = new Worker(source, { eval: true, resourceLimits: heapLimits('solvers', 64, true) });
    const error = await new Promise<Error>((resolve) => worker.on('error', resolve));
    expect(memoryFate(error)).toMatch(/^ran out of memory for objects/);
    expect(memoryFate(new Error('a defect'))).toBeNull();
  });

  it('end a solver, whose cell is told why', async () => {
    const thread = solverThreads(() => 4096).take(hoarding, study());
    await expect(thread.evaluate({} as CellTask)).rejects.toThrow(/^it ran out of memory for objects/);
  });
});

describe('solver threads that are kept', () => {
  it('are those of the study before, and compute the same bits', async () => {
    const spec = specWith({ methods: ['pca', 'bppca', 'nmf'].map((method) => ({ method })) });
    const other = specWith({ ...spec, name: 'other', seed: 7, methods: [{ method: 'glram' }, { method: 'lda' }] });
    const outcomes: unknown[] = [];
    const created: number[] = [];
    for (const keep of [false, true]) {
      let started = 0;
      const count = (): void => void started++;
      process.on('worker', count);
      onTestFinished(() => void process.off('worker', count));
      const bench = openBench(join(temporaryFolder(), 'w.eigenbench'), 2, undefined, {}, keep);
      const studies = [spec, other].map((one) => createStudy(bench.workspace, one));
      for (const one of studies) await runToEnd(bench, one);
      expect(bench.faults).toEqual([]);
      outcomes.push(studies.map((one) => outcomeOf(bench.workspace, one)));
      await bench.close();
      process.off('worker', count);
      created.push(started);
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(created).toEqual([4, 2]);
  });
});
