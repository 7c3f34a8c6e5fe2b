import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StudySpec } from '../../../../src/core/study/spec/spec.ts';
import { designSpread } from '../../../../src/main/engine/studies/designSpread.ts';
import { extendStudy } from '../../../../src/main/engine/studies/createStudy.ts';
import { studyResults } from '../../../../src/main/engine/studies/studyResults.ts';
import type { Workspace } from '../../../../src/main/workspace/workspace.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { createStudy, openBench, outcomeOf, runToEnd, specWith } from '../../runner/bench.ts';

const random = (trainPerSubject: number[], repeats: number) => ({ kind: 'random' as const, trainPerSubject, repeats });
const small = specWith({
  protocol: random([3], 2),
  methods: [{ method: 'ppca' }, { method: 'psopca', latent: [[2, 2]] }],
});
const large = specWith({
  protocol: random([2, 3], 3),
  methods: [{ method: 'pca' }, { method: 'psopca', label: 'second order', latent: [[2, 2]] }, { method: 'ppca' }],
  comparison: { test: 'welch' },
});

function extend(workspace: Workspace, id: number, spec: StudySpec): void {
  const study = workspace.studies.get(id)!;
  extendStudy(workspace, study, spec, { facts: workspace.datasets.factsOf(study.datasetId) });
}

const finished = (workspace: Workspace, id: number) =>
  new Map(
    workspace.cells
      .withStatus(id, 'done')
      .map(({ key, position }) => [
        key,
        { details: workspace.cells.details(id, position), nearest: workspace.cells.nearest(id, position) },
      ]),
  );

describe('extendStudy', () => {
  it('adds repeats, conditions and methods, computes those only, and ends where one run would have', async () => {
    const folder = temporaryFolder();
    const bench = openBench(join(folder, 'extended.eigenbench'), 1);
    const { workspace } = bench;
    const id = createStudy(workspace, small);
    await runToEnd(bench, id);
    const before = finished(workspace, id);
    expect(before.size).toBe(4);
    const { revision } = workspace.studies.get(id)!;
    // What the two methods' errors say of the design that is extended.
    const sides = studyResults(workspace, workspace.studies.get(id)!).table.rows.map(
      ({ entries }) => entries[0].values,
    );
    const [first, second] = [0, 1].map((repeat) => sides[0][repeat] - sides[1][repeat]);
    const spread = designSpread(workspace, workspace.studies.get(id)!, 'k=3');
    expect(spread).toBeCloseTo(Math.abs(first - second) / Math.SQRT2, 9);
    expect(designSpread(workspace, workspace.studies.get(id)!, 'k=2')).toBeNull();

    extend(workspace, id, large);
    const extended = workspace.studies.get(id)!;
    expect(extended).toMatchObject({ state: 'stopped', spec: large, cells: { total: 18, done: 4, failed: 0 } });
    expect(extended.revision).toBeGreaterThan(revision);
    expect(workspace.cells.withStatus(id, 'pending')).toHaveLength(14);

    await runToEnd(bench, id);
    const after = finished(workspace, id);
    expect(after.size).toBe(18);
    // Seconds are part of the details: a cell that was computed again would have others.
    for (const [key, result] of before) expect(after.get(key)).toEqual(result);

    const whole = openBench(join(folder, 'whole.eigenbench'), 1);
    const undisturbed = createStudy(whole.workspace, large);
    await runToEnd(whole, undisturbed);
    expect(outcomeOf(workspace, id)).toEqual(outcomeOf(whole.workspace, undisturbed));
    await bench.close();
    await whole.close();
  });

  it('leaves the results of finished repeats alone when a split comes again, under noise', async () => {
    const [a, b] = [
      [0, 1],
      [2, 3],
    ].map((held) => ({
      train: Array.from({ length: 30 }, (_, n) => n).filter((n) => !held.includes(n % 6)),
      test: Array.from({ length: 30 }, (_, n) => n).filter((n) => held.includes(n % 6)),
    }));
    const given = (splits: (typeof a)[], repeats?: number) =>
      specWith({
        protocol: { kind: 'explicit', splits, ...(repeats && { repeats }) },
        methods: [{ method: 'pca' }],
        perturbations: [{ kind: 'gaussian-noise', sigma: [60], on: 'both' }],
      });
    const folder = temporaryFolder();
    const bench = openBench(join(folder, 'extended.eigenbench'), 1);
    const { workspace } = bench;
    const id = createStudy(workspace, given([a, b]));
    const shown = () => studyResults(workspace, workspace.studies.get(id)!).longTable().rows;
    await runToEnd(bench, id);
    let before = shown();
    for (const spec of [given([a, b, a]), given([a, b, a], 2), given([a, b, a, b], 3)]) {
      extend(workspace, id, spec);
      await runToEnd(bench, id);
      const after = shown();
      // Draws move behind the splits that were added; their numbers change, their results do not.
      const results = after.map(({ shape, wrong }) => `${String(shape)} ${wrong}`);
      for (const { shape, wrong } of before) expect(results).toContain(`${String(shape)} ${wrong}`);
      for (const row of before.filter(({ repeat }) => repeat <= 2)) expect(after).toContainEqual(row);
      const whole = openBench(join(folder, `whole ${after.length}.eigenbench`), 1);
      const undisturbed = createStudy(whole.workspace, spec);
      await runToEnd(whole, undisturbed);
      expect(outcomeOf(workspace, id)).toEqual(outcomeOf(whole.workspace, undisturbed));
      await whole.close();
      before = after;
    }
    // The same split under other noise: other errors somewhere along the shapes.
    const errors = (repeat: number) => before.filter((row) => row.repeat === repeat).map(({ wrong }) => wrong);
    expect(errors(1)).not.toEqual(errors(3));
    await bench.close();
  });

  it('refuses a spec that would lose cells, and changes nothing', async () => {
    const bench = openBench(join(temporaryFolder(), 'refused.eigenbench'), 1);
    const { workspace } = bench;
    const id = createStudy(workspace, small);
    const before = outcomeOf(workspace, id);
    for (const change of [
      { protocol: random([3], 1) },
      { methods: small.methods.slice(1) },
      { seed: 2 },
      { methods: [small.methods[0], { ...small.methods[1], latent: [[3, 2]] }] },
    ]) {
      expect(() => extend(workspace, id, { ...small, ...change })).toThrow('would lose cells of the study');
    }
    expect(() => extend(workspace, id, { ...large, name: 'other' })).toThrow('must keep that name');
    expect(outcomeOf(workspace, id)).toEqual(before);
    expect(workspace.studies.get(id)!.spec).toEqual(small);
    await bench.close();
  });
});
