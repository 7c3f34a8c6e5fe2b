import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StudyEnd } from '../../../src/core/contract/activity.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { trackActivity } from '../../../src/main/engine/activity.ts';
import { BusyError, createStudyRunner } from '../../../src/main/runner/studyRunner.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { createStudy, openBench, outcomeOf, runToEnd, specWith, type Bench } from './bench.ts';

function bench(workers: number, worker?: string, path = join(temporaryFolder(), 'w.eigenbench')): Bench {
  const opened = openBench(path, workers, worker);
  onTestFinished(opened.close);
  return opened;
}

/** Resolves at the first change of a study for which `when` holds. */
function until({ runner }: Bench, study: number, when: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = runner.subscribe(study, () => {
      if (!when()) return;
      unsubscribe();
      resolve();
    });
  });
}

describe('a study', () => {
  it('whose file can no longer be read tells so to those who watch it', async () => {
    const { workspace } = bench(1);
    const study = createStudy(workspace, specWith({}));
    const faults: unknown[] = [];
    let broken = false;
    const get: typeof workspace.studies.get = (id) => {
      if (broken) throw new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
      return workspace.studies.get(id);
    };
    const runner = createStudyRunner({
      workspace: { ...workspace, studies: { ...workspace.studies, get } },
      workers: () => 1,
      onFault: (error) => faults.push(error),
    });
    onTestFinished(runner.close);
    const last = new Promise((resolve) => {
      runner.subscribe(study, () => {
        broken = true;
        const event = runner.event(study);
        if (event?.state !== 'running') resolve(event);
      });
    });
    runner.start(study);
    expect(await last).toMatchObject({ state: 'stopped', fault: expect.stringContaining('damaged') });
    expect(faults[0]).toMatchObject({ code: 'SQLITE_CORRUPT' });
  });

  it('runs until its end is on the disk, and an end that the disk refuses is a fault', async () => {
    const { workspace } = bench(1);
    const study = createStudy(workspace, specWith({}));
    let refuse: ((reason: Error) => void) | null = null;
    const runner = createStudyRunner({
      workspace: { ...workspace, flush: () => new Promise((_, reject) => (refuse = reject)) },
      workers: () => 1,
      onFault: () => undefined,
    });
    onTestFinished(runner.close);
    runner.start(study);
    await eventually(() => expect(refuse).not.toBe(null));
    expect(workspace.studies.get(study)!.state).toBe('finished');
    expect(runner.event(study)).toMatchObject({ state: 'running', progress: { done: 3, total: 3 } });
    refuse!(new Error('the disk is full'));
    await eventually(() => expect(runner.event(study)).toMatchObject({ fault: expect.stringContaining('full') }));
  });

  it('is told to end once, also where something else is told while its end goes to the disk', async () => {
    const { workspace } = bench(1);
    const study = createStudy(workspace, specWith({}));
    let land: (() => void) | null = null;
    const runner = createStudyRunner({
      workspace: { ...workspace, flush: () => new Promise((resolve) => (land = resolve)) },
      workers: () => 1,
      onFault: () => undefined,
    });
    const ends: Omit<StudyEnd, 'headline'>[] = [];
    const tracker = trackActivity({
      runner,
      studies: workspace.studies,
      onActivity: () => undefined,
      onStudyEnd: (end) => ends.push(end),
    });
    onTestFinished(runner.close);
    onTestFinished(tracker.close);
    runner.start(study);
    await eventually(() => expect(land).not.toBe(null));
    tracker.importing('digits')();
    expect([runner.active(), ends]).toEqual([[{ id: study, shard: null, pausing: false }], []]);
    land!();
    await eventually(() => expect(ends).toEqual([expect.objectContaining({ id: study, state: 'finished', done: 3 })]));
    expect(runner.active()).toEqual([]);
  });

  it('gives the same results to the last bit with one worker and with three', async () => {
    const spec = specWith({
      protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 3 },
      methods: ['pca', 'ppca', '2dpca', 'glram', 'bppca'].map((method) => ({ method })),
    });
    const outcomes: unknown[] = [];
    for (const workers of [1, 3]) {
      const one = bench(workers);
      const study = createStudy(one.workspace, spec);
      await runToEnd(one, study);
      expect(one.faults).toEqual([]);
      expect(one.workspace.studies.get(study)!.cells).toEqual({ total: 30, done: 30, failed: 0 });
      outcomes.push(outcomeOf(one.workspace, study));
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
  });

  it('waits for the study before it, and both finish', async () => {
    const one = bench(2);
    const first = createStudy(one.workspace, specWith({}));
    const second = createStudy(one.workspace, specWith({ name: 'second', seed: 2 }));
    await Promise.all([runToEnd(one, first), runToEnd(one, second)]);
    expect(one.workspace.studies.list().map((study) => study.state)).toEqual(['finished', 'finished']);
  });

  it('goes on when the fit of a cell fails, keeps the reason, and can retry', async () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const one = bench(2, 'failing', path);
    const study = createStudy(one.workspace, specWith({}));
    await runToEnd(one, study);
    expect(one.workspace.studies.get(study)!.cells).toEqual({ total: 3, done: 2, failed: 1 });
    expect(one.workspace.cells.all(study)[1]).toMatchObject({
      status: 'failed',
      reason: 'covariance is singular (rank 79 of 112)',
    });
    await one.close();

    const sound = bench(2, undefined, path);
    sound.workspace.cells.retryFailed(study);
    await runToEnd(sound, study);
    expect(sound.workspace.studies.get(study)!.cells).toEqual({ total: 3, done: 3, failed: 0 });
  });

  it('fails the cells of a method whose default settings were others when it was made', async () => {
    const one = bench(1);
    const study = createStudy(one.workspace, specWith({}));
    const later = one.workspace.studies.add(specWith({ name: 'later' }), one.workspace.datasets.findByName('faces')!);
    const cells = one.workspace.cells.all(study);
    one.workspace.cells.addPlan(later, [cells[0], { ...cells[1], methodKey: 'of an older version' }]);
    await runToEnd(one, later);
    expect(one.faults).toEqual([]);
    expect(one.workspace.cells.all(later).map((cell) => cell.status)).toEqual(['done', 'failed']);
    expect(one.workspace.cells.all(later)[1].reason).toMatch(/other default settings/);
  });

  it('fails open cells that were planned by other rules than those of today, and computes the rest', async () => {
    const one = bench(1);
    const spec = specWith({
      name: 'adaptive',
      methods: [{ method: 'glram', latent: 'adaptive' }],
      protocol: { kind: 'random', trainPerSubject: [3], repeats: 2 },
    });
    createStudy(one.workspace, specWith({}));
    const dataset = one.workspace.datasets.findByName('faces')!;
    const study = one.workspace.studies.add(spec, dataset);
    const plan = planCells(planStudy(spec), one.workspace.datasets.factsOf(dataset.id)).cells;
    // The second has another key than the same cell of today.
    one.workspace.cells.addPlan(
      study,
      plan.map((cell, place) => ({ ...cell, key: place === 1 ? cell.key.replace(/[^#]+/, '0'.repeat(32)) : cell.key })),
    );
    await runToEnd(one, study);
    expect(one.workspace.cells.all(study)).toMatchObject([
      { status: 'done' },
      { status: 'failed', reason: expect.stringMatching(/other rules for such cells/) },
    ]);
  });

  it('survives workers that die: the cell runs again, and fails when three have died on it', async () => {
    const one = bench(2, 'dying');
    const study = createStudy(
      one.workspace,
      specWith({ protocol: { kind: 'random', trainPerSubject: [2], repeats: 4 } }),
    );
    await runToEnd(one, study);
    expect(one.faults).toEqual([]);
    const cells = one.workspace.cells.all(study);
    expect(cells.map((cell) => cell.status)).toEqual(['done', 'done', 'failed', 'done']);
    expect(cells[2].reason).toMatch(/^3 workers died on this cell; the last: /);
  });

  it('fails its cells, and does not wait for ever, where workers cannot be loaded', async () => {
    const one = bench(2, 'nowhere');
    const study = createStudy(one.workspace, specWith({}));
    await runToEnd(one, study);
    expect(one.faults).toEqual([]);
    const cells = one.workspace.cells.all(study);
    expect(cells.map((cell) => cell.status)).toEqual(['failed', 'failed', 'failed']);
    for (const { reason } of cells) {
      expect(reason).toMatch(/^3 workers died on this cell; the last: Cannot find module '.*nowhere\.ts'/);
    }
  });

  it('shows how far a running fit says it is', async () => {
    const one = bench(1, 'telling');
    const study = createStudy(one.workspace, specWith({}));
    const running = () => one.runner.event(study)!.progress.running;
    const heard = until(one, study, () => running().some((text) => text.includes('iteration')));
    one.runner.start(study);
    await heard;
    expect(running()).toEqual([expect.stringMatching(/^2DPCA, .*repeat 1 at \(3, 2\): iteration 4 of 9$/)]);
    await one.runner.cancel(study);
    expect(running()).toEqual([]);
  });

  it('stops when it is cancelled, also where a worker never comes back; its cells are pending again', async () => {
    const one = bench(2, 'stubborn');
    const study = createStudy(one.workspace, specWith({}));
    const begun = until(one, study, () => one.workspace.cells.withStatus(study, 'running').length === 2);
    one.runner.start(study);
    await begun;
    await one.runner.cancel(study);
    expect(one.runner.event(study)).toMatchObject({ state: 'ready', progress: { done: 0, running: [] } });
    expect(one.workspace.cells.withStatus(study, 'pending')).toHaveLength(3);
  });

  it('keeps its finished cells when it is cancelled and goes on from them', async () => {
    const spec = specWith({
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 12 },
      methods: [{ method: 'bppca', latent: { qc: 'all', qr: { from: 1, to: 4 } } }],
    });
    const undisturbed = bench(2);
    const whole = createStudy(undisturbed.workspace, spec);
    await runToEnd(undisturbed, whole);

    const one = bench(2);
    const study = createStudy(one.workspace, spec);
    const some = until(one, study, () => one.runner.event(study)!.progress.done >= 2);
    one.runner.start(study);
    await some;
    await one.runner.cancel(study);
    const { cells, state } = one.workspace.studies.get(study)!;
    expect(state).toBe('stopped');
    expect(cells.done).toBeGreaterThanOrEqual(2);
    await runToEnd(one, study);
    expect(outcomeOf(one.workspace, study)).toEqual(outcomeOf(undisturbed.workspace, whole));
  });

  describe('that is paused', () => {
    const spec = specWith({
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 6 },
      methods: [{ method: 'bppca', latent: { qc: 'all', qr: { from: 1, to: 4 } } }],
    });

    /** Pauses while the first cells are running. */
    async function pausedAtStart(one: Bench, study: number): Promise<void> {
      const begun = until(one, study, () => one.workspace.cells.withStatus(study, 'running').length === 2);
      one.runner.start(study);
      await begun;
      one.runner.pause(study);
      expect(one.runner.event(study)).toMatchObject({ state: 'running', pausing: true });
    }

    it('keeps the cells that were running, begins no other, and goes on after a restart', async () => {
      const path = join(temporaryFolder(), 'w.eigenbench');
      const one = bench(2, undefined, path);
      const study = createStudy(one.workspace, spec);
      await pausedAtStart(one, study);
      await until(one, study, () => one.runner.event(study)!.state !== 'running');
      expect(one.runner.event(study)).toMatchObject({ state: 'stopped', pausing: false, progress: { done: 2 } });
      expect(one.workspace.cells.withStatus(study, 'pending')).toHaveLength(4);
      await one.close();

      const again = bench(2, undefined, path);
      await runToEnd(again, study);
      expect(again.workspace.studies.get(study)!.cells).toEqual({ total: 6, done: 6, failed: 0 });
    });

    it('goes on when it is started while its last cells are still running', async () => {
      const one = bench(2);
      const study = createStudy(one.workspace, spec);
      await pausedAtStart(one, study);
      one.runner.start(study);
      expect(one.runner.event(study)).toMatchObject({ state: 'running', pausing: false });
      await until(one, study, () => one.runner.event(study)!.state !== 'running');
      expect(one.runner.event(study)!.state).toBe('finished');
    });

    it('is recorded with its start, its pause and its end', async () => {
      const one = bench(1);
      const study = createStudy(
        one.workspace,
        specWith({ protocol: { kind: 'random', trainPerSubject: [2], repeats: 30 } }),
      );
      const events = (): string[] =>
        one.workspace.notebook.history({ kind: 'study', id: study }).map(({ event }) => event);
      const finished = until(one, study, () => one.workspace.studies.get(study)!.cells.done > 0);
      const paused = until(one, study, () => one.runner.event(study)?.state === 'stopped');
      one.runner.start(study);
      await finished;
      one.runner.pause(study);
      await paused;
      expect(events()).toEqual(['paused', 'started', 'created']);
      const cancelled = until(one, study, () => one.runner.event(study)?.state === 'running');
      one.runner.start(study);
      await cancelled;
      await one.runner.cancel(study);
      expect(events()).toEqual(['cancelled', 'resumed', 'paused', 'started', 'created']);
      await runToEnd(one, study);
      expect(events().slice(0, 2)).toEqual(['finished', 'resumed']);
    });

    it('can still be cancelled', async () => {
      const one = bench(2, 'stubborn');
      const study = createStudy(one.workspace, specWith({}));
      await pausedAtStart(one, study);
      await one.runner.cancel(study);
      expect(one.runner.event(study)).toMatchObject({ state: 'ready', pausing: false });
    });

    it('waits no longer where it was waiting for another study', async () => {
      const one = bench(1, 'stubborn');
      const first = createStudy(one.workspace, specWith({}));
      const second = createStudy(one.workspace, specWith({ name: 'second', seed: 2 }));
      one.runner.start(first);
      one.runner.start(second);
      one.runner.pause(second);
      expect(one.runner.event(second)!.state).toBe('ready');
      expect(one.runner.event(first)!.state).toBe('running');
    });
  });

  it('can be taken out of the queue before it has begun', async () => {
    const one = bench(1, 'stubborn');
    const first = createStudy(one.workspace, specWith({}));
    const second = createStudy(one.workspace, specWith({ name: 'second', seed: 2 }));
    one.runner.start(first);
    one.runner.start(second);
    expect(one.runner.event(second)!.state).toBe('running');
    await one.runner.cancel(second);
    expect(one.runner.event(second)!.state).toBe('ready');
    expect(one.runner.event(first)!.state).toBe('running');
  });

  it('is computed by one process at a time; others may look', async () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const one = bench(1, 'stubborn', path);
    const study = createStudy(one.workspace, specWith({}));
    const begun = until(one, study, () => one.workspace.cells.withStatus(study, 'running').length === 1);
    one.runner.start(study);
    await begun;
    const other = bench(1, undefined, path);
    expect(other.runner.event(study)).toMatchObject({ state: 'running', progress: { running: ['2DPCA, repeat 1'] } });
    expect(() => other.runner.start(study)).toThrow(BusyError);
    await expect(other.runner.cancel(study)).rejects.toBeInstanceOf(BusyError);
    await one.runner.cancel(study);
    expect(other.runner.event(study)!.state).toBe('ready');
    await runToEnd(other, study);
    expect(other.runner.event(study)!.state).toBe('finished');
  });
});
