import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { createStudy, openBench, outcomeOf, runToEnd, specWith } from './bench.ts';

const script = fileURLToPath(new URL('./runInChild.ts', import.meta.url));

const spec = specWith({
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 4 },
  methods: [{ method: 'pca' }, { method: 'ppca' }, { method: 'bppca', latent: { qc: 'all', qr: 'all' } }],
});
const total = 24;

/** Runs the study in a process of its own, which dies by SIGKILL `after` ms from the moment `done` cells are finished. */
function runAndKill(path: string, done: number, after: number): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [script, path, String(done), String(after)], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
}

describe('a study whose process is killed', () => {
  it('resumes from its committed cells and ends with the same results to the last bit', async () => {
    const folder = temporaryFolder();
    const undisturbed = openBench(join(folder, 'whole.eigenbench'), 2);
    const whole = createStudy(undisturbed.workspace, spec);
    await runToEnd(undisturbed, whole);
    const expected = outcomeOf(undisturbed.workspace, whole);
    await undisturbed.close();

    const path = join(folder, 'killed.eigenbench');
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
});
