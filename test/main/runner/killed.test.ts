// @module-tag processes
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { stream } from '../../../src/core/random/stream.ts';
import { openWorkspace, type Workspace } from '../../../src/main/workspace/workspace.ts';
import { sharedFolder, temporaryFolder } from '../../support/temporaryFolder.ts';
import { createStudy, openBench, outcomeOf, runToEnd, specWith } from './bench.ts';

const script = fileURLToPath(new URL('./runInChild.ts', import.meta.url));

const spec = specWith({
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 4 },
  methods: [{ method: 'pca' }, { method: 'ppca' }, { method: 'bppca', latent: { qc: 'all', qr: 'all' } }],
});
const total = 24;

/**
 * Runs the study in a process of its own, which dies by SIGKILL `after` ms from the moment `done` cells are finished.
 */
function runAndKill(path: string, done: number, after: number): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [script, path, String(done), String(after)], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
}

describe('a study whose process is killed', () => {
  const shared = sharedFolder();
  let expected: unknown;

  beforeAll(async () => {
    const undisturbed = openBench(join(shared, 'whole.eigenbench'), 2);
    const whole = createStudy(undisturbed.workspace, spec);
    await runToEnd(undisturbed, whole);
    expected = outcomeOf(undisturbed.workspace, whole);
    await undisturbed.close();
  });

  it('resumes from its committed cells and ends with the same results to the last bit', async () => {
    const path = join(temporaryFolder(), 'killed.eigenbench');
    const made = openWorkspace(path);
    const study = createStudy(made, spec);
    made.close();
    let before = 0;
    // Before the first cell, in the middle, between a cell and the next, near the end.
    for (const [done, after] of [
      [0, 0],
      [3, 0],
      [7, 5],
      [12, 20],
      [20, 0],
    ]) {
      const signal = await runAndKill(path, done, after);
      expect(signal).toBe('SIGKILL');
      const left = openWorkspace(path);
      const { cells, state } = left.studies.get(study)!;
      expect(cells.done).toBeGreaterThanOrEqual(Math.max(before, done));
      expect(cells.failed).toBe(0);
      expect(left.cells.withStatus(study, 'pending')).toHaveLength(total - cells.done);
      expect(state).toBe(cells.done === 0 ? 'ready' : 'stopped');
      before = cells.done;
      left.close();
    }
    expect(before).toBeLessThan(total);

    const resumed = openBench(path, 2);
    await runToEnd(resumed, study);
    expect(outcomeOf(resumed.workspace, study)).toEqual(expected);
    await resumed.close();
  });

  // EIGENBENCH_KILLS=50 npx vitest run test/main/runner/killed.test.ts
  const kills = Number(process.env['EIGENBENCH_KILLS'] ?? 2);

  it(`loses nothing when it is killed at ${kills} random moments`, { timeout: 600_000 + kills * 5_000 }, async () => {
    const folder = temporaryFolder();
    // A moment: cells that this process finishes, and milliseconds after that.
    const random = stream(1, 'kills');
    let path = '';
    let study = 0;
    let finishedStudies = 0;
    const finish = async (): Promise<void> => {
      const resumed = openBench(path, 2);
      await runToEnd(resumed, study);
      expect(outcomeOf(resumed.workspace, study)).toEqual(expected);
      await resumed.close();
      finishedStudies++;
      path = '';
    };
    for (let kill = 0; kill < kills; kill++) {
      if (path === '') {
        path = join(folder, `killed-${kill}.eigenbench`);
        const made = openWorkspace(path);
        study = createStudy(made, spec);
        made.close();
      }
      const before = openWorkspace(path);
      const kept = finishedCells(before, study);
      before.close();
      const more = random.integer(4);
      const after = random.integer(40);
      const signal = await runAndKill(path, kept.size + more, after);
      const left = openWorkspace(path);
      const now = finishedCells(left, study);
      for (const [key, result] of kept) expect(now.get(key)).toEqual(result);
      expect(left.cells.withStatus(study, 'pending')).toHaveLength(total - now.size);
      left.close();
      // It may have ended before its moment came.
      if (signal === null) expect(now.size).toBe(total);
      if (now.size > total - 4) await finish();
    }
    if (path !== '') await finish();
    expect(finishedStudies).toBeGreaterThan(0);
  });
});

/** Results of the finished cells with their seconds, which a second computation would change. */
function finishedCells(workspace: Workspace, study: number): Map<string, unknown> {
  const { cells } = workspace;
  return new Map(
    cells
      .withStatus(study, 'done')
      .map(({ key, position }) => [
        key,
        { details: cells.details(study, position), nearest: cells.nearest(study, position) },
      ]),
  );
}
