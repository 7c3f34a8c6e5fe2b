import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { studySpecSchema } from '../../../src/core/study/spec.ts';
import { planStudy } from '../../../src/core/study/plan.ts';
import type { CellResult } from '../../../src/core/study/result.ts';
import { openWorkspace, type Workspace } from '../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../support/smallDataset.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

function open(path = join(temporaryFolder(), 'w.eigenbench')): Workspace {
  const workspace = openWorkspace(path);
  onTestFinished(() => workspace.close());
  return workspace;
}

const spec = studySpecSchema.parse({
  name: 'study',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
  methods: [{ method: 'pca' }],
});

function withStudy(workspace = open()) {
  const dataset = workspace.datasets.add('faces', smallDataset(), '/somewhere');
  const study = workspace.studies.add(spec, dataset);
  workspace.cells.addPlan(study, planStudy(spec, dataset).cells);
  return { workspace, dataset, study };
}

const result = (nearest: CellResult['nearest']): CellResult => ({
  shapes: [[1], [2]],
  wrong: [3, 1],
  testCount: 18,
  nearest,
  predictionHash: 'ab',
  iterations: [1, 1],
  converged: [true, true],
  logLikelihood: [null, -0.1 - 0.2],
  warnings: [],
  failures: [],
  fits: 1,
  seconds: 0.125,
});

describe('datasets', () => {
  it.each([{ bytes: true }, { bytes: false }])('come back pixel by pixel (%o)', (options) => {
    const made = smallDataset(options);
    const { datasets } = open();
    const { id, ...summary } = datasets.add('faces', made, '/somewhere');
    expect(summary).toMatchObject({
      name: 'faces',
      rows: 12,
      cols: 10,
      count: 30,
      subjects: 6,
      perSubject: [5, 5],
      hash: made.hash,
      problems: made.problems,
    });
    const pixels = new Float64Array(30 * 120);
    datasets.readPixels(id, pixels);
    expect(pixels).toEqual(Float64Array.from(made.images.pixels));
    const two = new Float64Array(240);
    datasets.readPixels(id, two, [17, 4]);
    expect(two.slice(0, 120)).toEqual(pixels.slice(17 * 120, 18 * 120));
    expect(two.slice(120)).toEqual(pixels.slice(4 * 120, 5 * 120));
  });

  it('number subjects in the order of their first images and list their images with attributes', () => {
    const { datasets } = open();
    const { id } = datasets.add('faces', smallDataset(), '/somewhere');
    expect(Array.from(datasets.facts(id)!.labels).slice(3, 8)).toEqual([0, 0, 1, 1, 1]);
    expect(datasets.bySubject(id)[1]).toMatchObject({
      subject: 'person 2',
      images: [{ index: 5, file: 's2/1.pgm', attributes: { session: '2' } }, {}, {}, {}, {}],
    });
  });

  it('are not there at all when storing them fails', () => {
    const { datasets } = open();
    const made = smallDataset();
    expect(() =>
      datasets.add('faces', { ...made, files: made.files.map((file, n) => (n === 20 ? null! : file)) }, ''),
    ).toThrow();
    expect(datasets.list()).toEqual([]);
  });

  it('take subjects, images and problems with them when they are deleted', () => {
    const { datasets } = open();
    const { id } = datasets.add('faces', smallDataset(), '/somewhere');
    datasets.remove(id);
    expect(datasets.get(id)).toBeNull();
    expect(datasets.bySubject(id)).toEqual([]);
  });

  it('cannot be deleted while a study refers to them', () => {
    const { workspace, dataset } = withStudy();
    expect(() => workspace.datasets.remove(dataset.id)).toThrow(/FOREIGN KEY/);
  });

  it('keep their studies when they are renamed', () => {
    const { workspace, dataset, study } = withStudy();
    workspace.datasets.rename(dataset.id, 'people');
    workspace.studies.renameDataset(dataset.id, 'people');
    expect(workspace.studies.get(study)).toMatchObject({ dataset: 'people', spec: { ...spec, dataset: 'people' } });
  });
});

describe('cells', () => {
  it.each([Uint16Array, Uint32Array])('keep a result to the last bit (%o)', (Integers) => {
    const { workspace, study } = withStudy();
    const nearest = new Integers(36).map((_, i) => (i * 6007) % 65_536);
    workspace.cells.complete(study, 1, result(nearest));
    const { nearest: _, shapes, wrong, testCount, ...details } = result(nearest);
    expect(workspace.cells.all(study)[1].status).toBe('done');
    expect(workspace.cells.errors(study)).toEqual(new Map([[1, { shapes, wrong, testCount }]]));
    expect(workspace.cells.details(study, 1)).toEqual(details);
    expect(workspace.cells.nearest(study, 1)).toEqual(nearest);
    expect(workspace.cells.details(study, 0)).toBeNull();
    expect(workspace.cells.nearest(study, 0)).toBeNull();
  });

  it('make the state of their study', () => {
    const { workspace, study } = withStudy();
    const state = () => workspace.studies.get(study)!.state;
    expect(state()).toBe('ready');
    workspace.studies.setRunning(study, true);
    expect(state()).toBe('running');
    workspace.cells.complete(study, 0, result(new Uint16Array(36)));
    workspace.studies.setRunning(study, false);
    expect(state()).toBe('stopped');
    workspace.cells.fail(study, 1, 'singular');
    expect(state()).toBe('finished');
    expect(workspace.studies.get(study)!.cells).toEqual({ total: 2, done: 1, failed: 1 });
    expect(workspace.cells.all(study)[1].reason).toBe('singular');
    expect(workspace.cells.retryFailed(study)).toBe(1);
    expect(workspace.cells.withStatus(study, 'pending').map((cell) => cell.position)).toEqual([1]);
  });

  it('raise the revision of their study with every change of the table', () => {
    const { workspace, study } = withStudy();
    const revision = () => workspace.studies.get(study)!.revision;
    workspace.cells.markRunning(study, 0);
    expect(revision()).toBe(0);
    workspace.cells.complete(study, 0, result(new Uint16Array(36)));
    workspace.cells.fail(study, 1, 'singular');
    expect(revision()).toBe(2);
  });

  it('that were running when the process died are pending when the workspace is opened again', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const { workspace, study } = withStudy(openWorkspace(path));
    workspace.studies.setRunning(study, true);
    workspace.cells.markRunning(study, 0);
    workspace.close();
    const again = open(path);
    expect(again.cells.withStatus(study, 'pending').map((cell) => cell.position)).toEqual([0, 1]);
    expect(again.studies.get(study)!.state).toBe('ready');
  });

  it('that another process computes stay as they are', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const { workspace, study } = withStudy(open(path));
    expect(workspace.runnerLock.acquire()).toBe(true);
    workspace.studies.setRunning(study, true);
    workspace.cells.markRunning(study, 0);
    const reader = open(path);
    expect(reader.runnerLock.acquire()).toBe(false);
    expect(reader.studies.get(study)!.state).toBe('running');
    expect(reader.cells.withStatus(study, 'running')).toHaveLength(1);
  });
});

describe('settings', () => {
  it('have defaults, keep what is set, and survive values that make no sense', () => {
    const { settings } = open();
    expect(settings.get()).toEqual({ workers: 0, theme: 'system' });
    expect(settings.set({ workers: 3 })).toEqual({ workers: 3, theme: 'system' });
    settings.set({ workers: -5, theme: 'dark' });
    expect(settings.get()).toEqual({ workers: 0, theme: 'dark' });
  });
});
