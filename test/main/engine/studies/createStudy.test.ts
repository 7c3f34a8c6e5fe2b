import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { methods } from '../../../../src/core/methods/registry.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import { planSize } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { generateFaces } from '../../../../src/core/synthetic/faces.ts';
import { openEngine } from '../../../../src/main/engine/engine.ts';
import { createStudy, demoStudy } from '../../../../src/main/engine/studies/createStudy.ts';
import { faultReason } from '../../../../src/main/workspace/workspaceErrors.ts';
import { openWorkspace } from '../../../../src/main/workspace/workspace.ts';
import { faultyConnect, newFaults } from '../../../support/faultyDatabase.ts';
import { specWith } from '../../runner/bench.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

describe('a study of many cells', () => {
  it('is stored in slices between which other calls are answered, and is seen when it is whole', async () => {
    const engine = await openEngine({ workspacePath: join(temporaryFolder(), 'w'), host: 'browser', roots: [] });
    onTestFinished(() => engine.close());
    engine.addDataset('faces', smallDataset(), '');
    const spec = {
      name: 'large',
      dataset: 'faces',
      protocol: { kind: 'random' as const, trainPerSubject: [1, 2, 3], repeats: 5000 },
      methods: [{ method: 'pca' }],
    };
    const seen: number[] = [];
    let done = false;
    const created = engine.client.studies.create({ spec }).finally(() => (done = true));
    while (!done) {
      seen.push((await engine.client.studies.list()).length);
      await new Promise(setImmediate);
    }
    expect((await created).cells).toEqual({ total: 15_000, done: 0, failed: 0 });
    expect(seen.filter((count) => count === 0).length).toBeGreaterThan(3);
    await expect(engine.client.studies.create({ spec })).rejects.toThrow('There is a study "large" already');
  });
});

describe('a study that the disk has no room for', () => {
  it('leaves its name free, whichever write fails', async () => {
    const spec = specWith({});
    for (let at = 1; ; at++) {
      const path = join(temporaryFolder(), 'w.eigenbench');
      const faults = newFaults();
      const full = openWorkspace(path, { connect: faultyConnect(faults) });
      const dataset = full.datasets.add('faces', smallDataset(), '');
      const facts = full.datasets.factsOf(dataset.id);
      faults.fail = { kind: 'write', at: faults.counts.write + at };
      const reason = await createStudy(full, spec, dataset, facts).then(() => null, faultReason);
      full.close();
      expect(reason).toBe(faults.failed ? 'the disk is full' : null);
      const workspace = openWorkspace(path);
      onTestFinished(() => workspace.close());
      if (!faults.failed) {
        expect(at).toBeGreaterThan(5);
        return;
      }
      const id = await createStudy(workspace, spec, dataset, facts);
      expect(workspace.studies.list()).toMatchObject([{ id, name: 'study', cells: { total: 3 } }]);
    }
  });
});

describe('the study of the demo', () => {
  const { images, labels, subjects } = generateFaces();
  const facts = { name: 'faces', hash: 'faces', rows: images.rows, cols: images.cols, labels, subjects };
  const spec = demoStudy('demo', 'faces', true);

  it('can run, with a few methods as with all', () => {
    for (const study of [demoStudy('demo', 'faces'), spec]) expect(checkSpec(study, facts).problems).toEqual([]);
  });

  it('compares at most eight methods, none of them demanding', () => {
    const few = demoStudy('demo', 'faces').methods.map(({ method }) => methods.find(({ id }) => id === method)!);
    expect(few.length).toBeGreaterThan(4);
    expect(few.length).toBeLessThanOrEqual(8);
    expect(few.filter(({ demanding }) => demanding)).toEqual([]);
  });

  it('compares every method but the demanding ones if all are asked for', () => {
    expect(spec.methods.map(({ method }) => method)).toEqual(
      methods.filter(({ demanding }) => demanding !== true).map(({ id }) => id),
    );
  });

  it('tries at most 9 latent shapes with methods that need one fit per shape', () => {
    const { methods: sizes } = planSize(planStudy(spec), facts);
    const shapes = spec.methods.flatMap(({ method }, i) =>
      methods.find(({ id }) => id === method)?.sweep ? [] : [sizes[i].shapes],
    );
    expect(shapes.length).toBeGreaterThan(0);
    expect(Math.max(...shapes)).toBeLessThanOrEqual(9);
  });
});
