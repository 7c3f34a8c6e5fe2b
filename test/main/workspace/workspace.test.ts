import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { studySpecSchema } from '../../../src/core/study/spec/spec.ts';
import { defaultFigureLook } from '../../../src/core/figures/figurePage.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import type { CellResult } from '../../../src/core/study/cells/cellResult.ts';
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
  workspace.cells.addPlan(study, planCells(planStudy(spec), workspace.datasets.factsOf(dataset.id)).cells);
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
  kernel: 'wasm-simd',
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
    expect(Array.from(datasets.factsOf(id).labels).slice(3, 8)).toEqual([0, 0, 1, 1, 1]);
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

  it('are stored in slices and appear with the last one; a killed process leaves nothing that is seen', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const { datasets } = open(path);
    const made = smallDataset({ subjects: 3, perSubject: 1, rows: 512, cols: 512 });
    const steps = datasets.store('faces', made, '');
    expect(steps.next().value).toBeCloseTo(1 / 3, 12);
    const { datasets: after } = open(path);
    expect([after.list(), after.findByName('faces'), after.get(1), after.hiddenName(1)]).toEqual([
      [],
      null,
      null,
      null,
    ]);
    after.purge(new Date(Date.now() + 60_000));
    expect(new Database(path).prepare('SELECT count(*) FROM images').pluck().get()).toBe(0);
  });

  it('leave nothing when storing them is given up, or the workspace closes meanwhile', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const made = smallDataset({ subjects: 3, perSubject: 1, rows: 512, cols: 512 });
    const first = openWorkspace(path);
    const given = first.datasets.store('faces', made, '');
    given.next();
    expect(() => given.throw(new Error('cancelled'))).toThrow('cancelled');
    const closing = first.datasets.store('faces', made, '');
    closing.next();
    first.close();
    const db = new Database(path);
    expect(db.prepare('SELECT (SELECT count(*) FROM datasets) + (SELECT count(*) FROM images)').pluck().get()).toBe(0);
    db.close();
  });

  it('are removed for half a second at most when storing them is given up; the rest is hidden, and purged', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const workspace = openWorkspace(path);
    const made = smallDataset({ subjects: 3, perSubject: 1, rows: 512, cols: 512 });
    const steps = workspace.datasets.store('faces', made, '');
    steps.next();
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 2000));
    expect(() => steps.throw(new Error('cancelled'))).toThrow('cancelled');
    clock.mockRestore();
    const left = () => {
      const db = new Database(path, { readonly: true });
      const count = db.prepare('SELECT count(*) FROM datasets').pluck().get();
      db.close();
      return count;
    };
    expect([workspace.datasets.list(), left()]).toEqual([[], 1]);
    workspace.datasets.purge(new Date(Date.now() + 1000));
    expect(left()).toBe(0);
    workspace.close();
  });

  it('do not take a name that another one took while they were stored', () => {
    const { datasets } = open();
    const made = smallDataset({ subjects: 3, perSubject: 1, rows: 512, cols: 512 });
    const steps = datasets.store('faces', made, '');
    steps.next();
    const { id } = datasets.add('faces', smallDataset(), '');
    expect(() => [...steps]).toThrow('There is already a dataset named "faces".');
    expect(datasets.list().map((dataset) => dataset.id)).toEqual([id]);
  });

  it('are hidden when they are deleted, come back whole, and free their name meanwhile', () => {
    const { datasets } = open();
    const dataset = datasets.add('faces', smallDataset(), '/somewhere');
    const { id } = dataset;
    datasets.hide(id);
    expect([datasets.get(id), datasets.findByName('faces'), datasets.list()]).toEqual([null, null, []]);
    expect(datasets.hiddenName(id)).toBe('faces');
    const other = datasets.add('faces', smallDataset({ subjects: 3 }), '/elsewhere');
    expect(datasets.deleted()).toMatchObject([{ id, name: 'faces' }]);
    datasets.rename(other.id, 'other faces');
    datasets.unhide(id);
    expect(datasets.hiddenName(id)).toBeNull();
    expect(datasets.get(id)).toEqual(dataset);
  });

  it('take subjects, images and problems with them when they are purged, and only what was hidden before', () => {
    const { datasets } = open();
    const [gone, kept] = ['a', 'b'].map((name) => datasets.add(name, smallDataset(), '/somewhere').id);
    datasets.hide(gone);
    datasets.purge(new Date(Date.now() - 60_000));
    expect(datasets.hiddenName(gone)).toBe('a');
    datasets.purge(new Date(Date.now() + 60_000));
    expect(datasets.hiddenName(gone)).toBeNull();
    expect(datasets.bySubject(gone)).toEqual([]);
    expect(datasets.bySubject(kept)).toHaveLength(6);
  });

  it('leave images out and take them back in, with positions and subjects without gaps', () => {
    const { datasets } = open();
    const { id } = datasets.add('faces', smallDataset({ subjects: 3, perSubject: 2 }), '/somewhere');
    const before = datasets.bySubject(id);
    const keys = datasets.keys(id);
    datasets.arrange(id, [keys[0], keys[4], keys[5]], 'abc');
    expect(datasets.get(id)).toMatchObject({ count: 3, subjects: 2, perSubject: [1, 2], hash: 'abc', excluded: 3 });
    expect(datasets.facts(id)).toMatchObject({ labels: Int32Array.of(0, 1, 1), subjects: ['person 1', 'person 3'] });
    expect(datasets.excluded(id).map(({ file, subject }) => `${subject} ${file}`)).toEqual([
      'person 1 s1/2.pgm',
      'person 2 s2/1.pgm',
      'person 2 s2/2.pgm',
    ]);
    const pixels = new Float64Array(120);
    datasets.readPixels(id, pixels, [1]);
    expect(pixels).toEqual(smallDataset({ subjects: 3, perSubject: 2 }).images.pixels.slice(480, 600));
    datasets.arrange(id, keys, 'def');
    expect(datasets.bySubject(id)).toEqual(before);
    expect(datasets.excluded(id)).toEqual([]);
  });

  it('keep colours, shapes in files and what made them', () => {
    const { datasets } = open();
    const made = smallDataset({ subjects: 1, perSubject: 2, rows: 1, cols: 2, bytes: true });
    const colours = [Uint8Array.of(1, 2, 3, 4, 5, 6), null];
    const fileShapes = [
      { rows: 2, cols: 4 },
      { rows: 4, cols: 8 },
    ];
    const preprocessing = { origin: { name: 'faces', hash: 'abc' }, steps: ['resize:1x2:area'], hash: 'def' };
    const { id, ...summary } = datasets.add('made', { ...made, colours, fileShapes, preprocessing }, 'faces');
    expect(summary).toMatchObject({ coloured: true, preprocessing });
    expect([datasets.colours(id, 0), datasets.colours(id, 1)]).toEqual(colours);
    expect(datasets.fileShapes(id)).toEqual(fileShapes);
    const plain = datasets.add('plain', smallDataset(), '/somewhere');
    expect(plain).toMatchObject({ coloured: false, preprocessing: null, excluded: 0 });
    expect(new Set(datasets.fileShapes(plain.id))).toEqual(new Set([null]));
  });

  it('count the values of their attributes', () => {
    const { datasets } = open();
    const made = smallDataset({ subjects: 1, perSubject: 3 });
    const attributes: Record<string, string>[] = [{ session: '10', pose: 'a' }, { session: '2' }, { session: '2' }];
    const { id } = datasets.add('faces', { ...made, attributes }, '/somewhere');
    expect(datasets.attributes(id)).toEqual([
      {
        name: 'session',
        values: [
          { value: '2', count: 2 },
          { value: '10', count: 1 },
        ],
      },
      { name: 'pose', values: [{ value: 'a', count: 1 }] },
    ]);
  });

  it('are not purged while a study refers to them, deleted or not', () => {
    const { workspace, dataset, study } = withStudy();
    const later = new Date(Date.now() + 60_000);
    workspace.studies.hide(study);
    workspace.datasets.hide(dataset.id);
    workspace.datasets.purge(later);
    expect(workspace.datasets.hiddenName(dataset.id)).toBe('faces');
    workspace.studies.purge(later);
    workspace.datasets.purge(later);
    expect(workspace.datasets.hiddenName(dataset.id)).toBeNull();
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
    expect(workspace.cells.errors(study)).toEqual(
      new Map([[1, { shapes, wrong: Uint32Array.from(wrong), testCount }]]),
    );
    expect(workspace.cells.details(study, 1)).toEqual(details);
    expect(workspace.cells.nearest(study, 1)).toEqual(nearest);
    expect(workspace.cells.result(study, 1)).toEqual(result(nearest));
    expect(workspace.cells.details(study, 0)).toBeNull();
    expect(workspace.cells.nearest(study, 0)).toBeNull();
    expect(workspace.cells.result(study, 0)).toBeNull();
  });

  it('keep measures and curves to the last bit, and give with the errors what is wanted', () => {
    const { workspace, study } = withStudy();
    const measures = {
      values: { rmse: [0.1 + 0.2, null], 'rank-5': [100 / 3, 1e-300] },
      curves: { cmc: { of: 18, counts: [[1, 15, 18], null] } },
    };
    const measured = { ...result(Uint16Array.of(1, 2, 3)), selected: 1, measures };
    workspace.cells.complete(study, 1, measured);
    workspace.cells.complete(study, 0, result(Uint16Array.of(1, 2, 3)));
    const { shapes, wrong, testCount, selected, iterations, converged } = measured;
    const errors = { shapes, wrong: Uint32Array.from(wrong), testCount };
    expect(workspace.cells.result(study, 1)).toEqual(measured);
    expect(workspace.cells.measures(study, 1)).toEqual(measures);
    expect(workspace.cells.measures(study, 0)).toBeNull();
    expect(workspace.cells.errors(study).get(1)).toEqual(errors);
    expect(workspace.cells.errors(study, { selected: true, measures: true }).get(1)).toEqual({
      ...errors,
      selected,
      measures: { values: measures.values },
    });
    expect(workspace.cells.errors(study, { measures: true }).get(0)).toEqual(errors);
    expect(workspace.cells.errors(study, { fits: true }).get(1)).toEqual({ ...errors, iterations, converged });
    expect(workspace.cells.kernels(study)).toEqual(['wasm-simd']);
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
    expect(settings.get()).toEqual({ workers: 0, theme: 'system', figure: defaultFigureLook });
    expect(settings.set({ workers: 3 })).toEqual({ workers: 3, theme: 'system', figure: defaultFigureLook });
    settings.set({ workers: -5, theme: 'dark' });
    expect(settings.get()).toEqual({ workers: 0, theme: 'dark', figure: defaultFigureLook });
  });
});

describe('studies', () => {
  it('are out of sight while their deletion can be taken back, and free their name', () => {
    const { workspace, dataset, study } = withStudy();
    const { studies, cells } = workspace;
    const [before, plan] = [studies.get(study), cells.all(study)];
    studies.hide(study);
    expect([studies.get(study), studies.findByName('study'), studies.list()]).toEqual([null, null, []]);
    expect(studies.ofDataset(dataset.id)).toEqual([]);
    expect(studies.hidden(study)).toEqual({ name: 'study', datasetId: dataset.id, datasetHash: dataset.hash });
    // A dataset that is renamed meanwhile has its new name in the spec that comes back.
    workspace.datasets.rename(dataset.id, 'people');
    studies.renameDataset(dataset.id, 'people');
    studies.remove(studies.add({ ...spec, dataset: 'people' }, dataset));
    studies.unhide(study);
    expect(studies.hidden(study)).toBeNull();
    expect(studies.get(study)).toEqual({ ...before, dataset: 'people', spec: { ...spec, dataset: 'people' } });
    expect(cells.all(study)).toEqual(plan);
  });

  it('are purged with their cells, and only those that were hidden before', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const { workspace, dataset, study } = withStudy(open(path));
    const kept = workspace.studies.add({ ...spec, name: 'kept' }, dataset);
    workspace.studies.hide(study);
    workspace.studies.purge(new Date(Date.now() - 60_000));
    expect(workspace.studies.hidden(study)).not.toBeNull();
    workspace.studies.purge(new Date(Date.now() + 60_000));
    expect(workspace.studies.hidden(study)).toBeNull();
    const db = new Database(path);
    expect(db.prepare('SELECT count(*) FROM cells WHERE study_id = ?').pluck().get(study)).toBe(0);
    db.close();
    expect(workspace.studies.list().map(({ id }) => id)).toEqual([kept]);
  });

  it('do not become intact by another name when their spec is damaged', () => {
    const path = join(temporaryFolder(), 'w.eigenbench');
    const { workspace, study } = withStudy(open(path));
    const db = new Database(path);
    db.exec("UPDATE studies SET spec = json_set(spec, '$.seed', 7)");
    db.close();
    expect(() => workspace.studies.rename(study, 'b')).toThrow('The study "study" is damaged');
  });
});
