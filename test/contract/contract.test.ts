/** What every client may rely on, over every transport. */
import { join } from 'node:path';
import { ORPCError, isDefinedError } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpackTable } from '../../src/core/study/table/packedTable.ts';
import { encodeDatasetArff } from '../../src/core/formats/tables/arff.ts';
import { datasetFormats } from '../../src/core/formats/labelledImages.ts';
import { defaultFigureLook } from '../../src/core/figures/figurePage.ts';
import { picture, text } from '../../src/core/figures/drawing/drawing.ts';
import { mediaTypeOf } from '../../src/core/text/mediaTypes.ts';
import { tableFormats } from '../../src/core/report/formats.ts';
import type { ImportEvent } from '../../src/core/contract/imports.ts';
import type { StudyDetails, StudyEvent } from '../../src/core/contract/studies.ts';
import { encodeDatasetMat } from '../../src/core/formats/matlab/datasetMat.ts';
import { encodeFeaMat } from '../../src/core/formats/matlab/featureMatrixMat.ts';
import { encodeDatasetLibsvm } from '../../src/core/formats/tables/libsvm.ts';
import { encodeDatasetNpz } from '../../src/core/formats/datasetNpz.ts';
import { datasetHash } from '../../src/core/images/datasetHash.ts';
import type { StudySpecInput } from '../../src/core/study/spec/spec.ts';
import { openEngine, type Engine } from '../../src/main/engine/engine.ts';
import type { EngineClient } from '../../src/main/engine/router.ts';
import { encodePngArchive } from '../../src/main/export/pngFolder.ts';
import { keepImages } from '../../src/main/import/sources/selectImages.ts';
import { schemaVersion } from '../../src/main/workspace/database/migrations.ts';
import { writeOrlFolder } from '../support/orlFolder.ts';
import { smallDataset } from '../support/smallDataset.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { transports, type Connected } from './transports.ts';

async function refusal(call: Promise<unknown>): Promise<ORPCError<string, unknown>> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ORPCError);
  return error as ORPCError<string, unknown>;
}

async function collect<T>(stream: Promise<AsyncIterable<T>>): Promise<T[]> {
  const events: T[] = [];
  for await (const event of await stream) events.push(event);
  return events;
}

const spec: StudySpecInput = {
  name: 'first study',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 2 },
  methods: [
    { method: 'pca' },
    {
      method: 'bppca',
      latent: [
        [2, 2],
        [3, 3],
      ],
    },
  ],
};

const encoded = {
  npz: encodeDatasetNpz,
  mat: encodeDatasetMat,
  fea: encodeFeaMat,
  arff: encodeDatasetArff,
  libsvm: encodeDatasetLibsvm,
  png: encodePngArchive,
};

describe.each(transports)('the contract $name', ({ connect, readers }) => {
  let engine: Engine;
  let connected: Connected;
  let client: EngineClient;
  let folder: string;

  beforeEach(async () => {
    folder = temporaryFolder();
    writeOrlFolder(join(folder, 'root', 'orl'));
    engine = await openEngine({
      readers,
      workspacePath: join(folder, 'w.eigenbench'),
      host: 'browser',
      roots: [join(folder, 'root')],
      // One: the start of a thread takes 0.16 s of processor time, and half of the calls run a study.
      workers: 1,
      log: 'none',
    });
    connected = await connect(engine);
    ({ client } = connected);
  });
  afterEach(async () => {
    await connected.disconnect();
    await engine.close();
  });

  const addFaces = () => engine.addDataset('faces', smallDataset(), '/made/up');
  const created = (changes: Partial<StudySpecInput> = {}): Promise<StudyDetails> => {
    addFaces();
    return client.studies.create({ spec: { ...spec, ...changes } });
  };
  const tokenOf = async (...names: string[]): Promise<string> => {
    let token = (await client.files.list({ token: null })).entries[0].token;
    for (const name of names) {
      token = (await client.files.list({ token })).entries.find((entry) => entry.name === name)!.token;
    }
    return token;
  };

  it('tells about the workspace', async () => {
    expect(await client.workspace.info()).toMatchObject({
      path: join(folder, 'w.eigenbench'),
      schemaVersion,
      host: 'browser',
      processors: expect.any(Number),
      kernel: expect.stringMatching(/./),
      appVersion: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
  });

  it('keeps settings and refuses what the schema does not allow, with the field', async () => {
    expect(await client.settings.set({ workers: 3, theme: 'dark' })).toEqual({
      workers: 3,
      theme: 'dark',
      figure: defaultFigureLook,
    });
    expect(await client.settings.get()).toEqual({ workers: 3, theme: 'dark', figure: defaultFigureLook });
    const error = await refusal(client.settings.set({ workers: 65 }));
    expect(error).toMatchObject({ code: 'INVALID', status: 422, data: { problems: [{ path: 'workers' }] } });
    expect(isDefinedError(error)).toBe(true);
    expect(await client.settings.get()).toEqual({ workers: 3, theme: 'dark', figure: defaultFigureLook });
  });

  it('remembers how figures are saved, and sets on paper what the page has drawn', async () => {
    const figure = { format: 'pdf', theme: 'light', page: { ...defaultFigureLook.page, width: 'column' } } as const;
    expect((await client.settings.set({ figure })).figure).toEqual(figure);
    expect((await client.settings.get()).figure).toEqual(figure);

    const drawing = picture(200, 100, 'Title', [text(10, 20, 'Words', { fill: '#000000' })]);
    const pdf = await client.figures.set({ drawing, name: 'ORL, eigenvalues', format: 'pdf', page: figure.page });
    expect([pdf.name, pdf.type]).toEqual(['orl-eigenvalues.pdf', 'application/pdf']);
    expect(await pdf.text()).toContain('/MediaBox [0 0 238.11 ');
    const set = await client.figures.set({ drawing, name: 'set', page: figure.page });
    expect(await set.text()).toContain('width="84mm"');
    const [words] = drawing.shapes;
    const markup = { ...words, fill: '#000"/><script' };
    for (const shape of [{ kind: 'script' }, { ...words, kind: 'foreignObject' }, markup, { ...words, at: [1] }]) {
      const other = { ...drawing, shapes: [shape as unknown as typeof words] };
      const wrong = client.figures.set({ drawing: other, name: 'x', format: 'tex', page: figure.page });
      const path = expect.stringMatching(/^drawing\.shapes\.?\[?0/);
      expect(await refusal(wrong)).toMatchObject({ code: 'INVALID', data: { problems: [{ path }] } });
    }
    const wide = client.figures.set({ drawing: picture(2000, 100, 'Wide', []), name: 'x', page: figure.page });
    expect(await refusal(wide)).toMatchObject({ code: 'INVALID', message: expect.stringMatching(/needs \d+ mm/) });
  });

  it('lists files by tokens and has no native dialog here', async () => {
    const root = await client.files.list({ token: await tokenOf() });
    expect(root.entries).toMatchObject([{ name: 'orl', kind: 'folder', size: null }]);
    expect(await refusal(client.files.list({ token: join(folder, 'root') }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(client.files.choose({ kind: 'folder' }))).toMatchObject({ code: 'CONFLICT' });
  });

  it('previews an import and then does it, with progress and a report of what could not be read', async () => {
    const token = await tokenOf('orl');
    expect(await client.datasets.previewImport({ token })).toMatchObject({
      layout: 'orl',
      suggestedName: 'orl',
      subjects: 6,
      rows: 12,
      cols: 10,
    });
    const subjects = await client.datasets.previewSubjects({ token, maxSide: 8 });
    expect(subjects).toMatchObject(['s1', 's3', 's5'].map((subject) => ({ subject })));
    expect(subjects[1].images[0]).toMatchObject({ file: 's3/1.pgm', picture: { rows: 8, cols: 7, count: 1 } });
    const events = await collect<ImportEvent>(client.datasets.import({ token, name: 'my orl', size: null }));
    expect(events[0].kind).toBe('progress');
    const last = events.at(-1)!;
    if (last.kind !== 'done') throw new Error(`ended with ${JSON.stringify(last)}`);
    expect(last.report.dataset).toMatchObject({
      name: 'my orl',
      rows: 12,
      cols: 10,
      count: 30,
      subjects: 6,
      perSubject: [5, 5],
    });
    expect(last.report.problems).toMatchObject([
      { file: 's1/6.pgm', reason: expect.stringMatching(/P9|magic|PNM|PGM/) },
    ]);
    expect(await client.datasets.list()).toEqual([last.report.dataset]);
    const { bySubject, ...details } = await client.datasets.get({ id: last.report.dataset.id });
    expect(details).toEqual({ ...last.report.dataset, excludedImages: [] });
    expect(bySubject.map((entry) => entry.images.length)).toEqual([5, 5, 5, 5, 5, 5]);
    expect(await refusal(client.datasets.import({ token, name: 'my orl', size: null }))).toMatchObject({
      code: 'CONFLICT',
      message: 'There is a dataset "my orl" already; choose another name.',
    });
  });

  it('resizes on import', async () => {
    const token = await tokenOf('orl');
    const events = await collect<ImportEvent>(
      client.datasets.import({ token, name: 'small', size: { rows: 6, cols: 5 } }),
    );
    expect(events.at(-1)).toMatchObject({ kind: 'done', report: { dataset: { rows: 6, cols: 5, count: 30 } } });
  });

  it('says why nothing can be imported', async () => {
    const token = await tokenOf();
    await refusal(client.datasets.previewImport({ token: 'unknown' })).then((error) =>
      expect(error.code).toBe('NOT_FOUND'),
    );
    writeOrlFolder(join(folder, 'root', 'empty', 'x'));
    const empty = engine.grant(temporaryFolder());
    expect(await refusal(client.datasets.previewImport({ token: empty }))).toMatchObject({
      code: 'INVALID',
      message: expect.stringMatching(/holds no files/),
    });
    const events = await collect<ImportEvent>(client.datasets.import({ token: empty, name: 'nothing', size: null }));
    expect(events.at(-1)).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/holds no files/) });
    expect(token).not.toBe(empty);
  });

  it('leaves nothing behind when the import stream is left', async () => {
    const stream = await client.datasets.import({ token: await tokenOf('orl'), name: 'left', size: null });
    for await (const event of stream) {
      expect(event.kind).toBe('progress');
      break;
    }
    // A second import under the same name would be refused, had the first one gone on to its end.
    const again = await collect<ImportEvent>(
      client.datasets.import({ token: await tokenOf('orl'), name: 'right', size: null }),
    );
    expect(again.at(-1)!.kind).toBe('done');
    expect((await client.datasets.list()).map((dataset) => dataset.name)).toEqual(['right']);
  });

  it('shows images reduced to 8 bits', async () => {
    const { id } = addFaces();
    const { pixels } = smallDataset().images;
    const full = await client.datasets.thumbnails({ id, index: [7, 0], maxSide: 12 });
    expect(full).toMatchObject({ rows: 12, cols: 10, count: 2 });
    expect([...Buffer.from(full.pixels, 'base64')]).toEqual([
      ...Uint8ClampedArray.from(pixels.slice(7 * 120, 8 * 120)),
      ...Uint8ClampedArray.from(pixels.slice(0, 120)),
    ]);
    const half = await client.datasets.thumbnails({ id, index: [0], maxSide: 8 });
    expect(half).toMatchObject({ rows: 8, cols: 7, count: 1 });
    expect(Buffer.from(half.pixels, 'base64')).toHaveLength(56);
    expect(await refusal(client.datasets.thumbnails({ id, index: [0, 30], maxSide: 8 }))).toMatchObject({
      code: 'INVALID',
      data: { problems: [{ path: 'index', message: 'index: there is no image 30; the dataset has 30.' }] },
    });
  });

  it('renames datasets, and deletes them unless a study uses them', async () => {
    const study = await created();
    const other = engine.addDataset('other', smallDataset({ subjects: 3 }), '');
    const [{ id }] = await client.datasets.list();
    expect(await refusal(client.datasets.rename({ id, name: 'other' }))).toMatchObject({ code: 'CONFLICT' });
    expect(await client.datasets.rename({ id, name: 'people' })).toMatchObject({ id, name: 'people' });
    expect(await client.studies.get({ id: study.id })).toMatchObject({
      dataset: 'people',
      spec: { dataset: 'people' },
    });
    expect(await refusal(client.datasets.delete({ id }))).toMatchObject({
      code: 'CONFLICT',
      message: '"people" cannot be deleted: the study "first study" uses it.',
    });
    expect(await client.datasets.delete({ id: other.id })).toBeNull();
    await client.studies.delete({ id: study.id });
    await client.datasets.delete({ id });
    expect(await client.datasets.list()).toEqual([]);
  });

  it('restores a deleted dataset, under its name unless another one has that now', async () => {
    const dataset = addFaces();
    const { id } = dataset;
    await client.datasets.delete({ id });
    expect(await refusal(client.datasets.get({ id }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await client.datasets.restore({ id })).toEqual(dataset);
    expect(await refusal(client.datasets.restore({ id }))).toMatchObject({ code: 'NOT_FOUND' });
    await client.datasets.delete({ id });
    addFaces();
    expect(await refusal(client.datasets.restore({ id }))).toMatchObject({ code: 'CONFLICT' });
  });

  it('excludes images and includes them again; the hash is that of an import of the same images', async () => {
    const { id, hash } = addFaces();
    const index = [0, 5, 6, 7, 8, 9];
    const narrowed = await client.datasets.exclude({ id, index });
    const made = smallDataset();
    const kept = keepImages(
      made,
      made.files.map((_, n) => n).filter((n) => !index.includes(n)),
    );
    expect(narrowed).toMatchObject({
      count: 24,
      subjects: 5,
      perSubject: [4, 5],
      excluded: 6,
      hash: datasetHash(kept.images, kept.subjects),
    });
    const { excludedImages, bySubject } = await client.datasets.get({ id });
    expect(bySubject.flatMap(({ images }) => images.map((image) => image.file))).toEqual(kept.files);
    expect(excludedImages.map(({ file }) => file)).toEqual(index.map((n) => made.files[n]));
    const keys = excludedImages.map(({ key }) => key);
    expect(await client.datasets.include({ id, keys: keys.slice(0, 1) })).toMatchObject({ count: 25, excluded: 5 });
    expect(await refusal(client.datasets.include({ id, keys }))).toMatchObject({ code: 'INVALID' });
    expect(await client.datasets.include({ id, keys: keys.slice(1) })).toMatchObject({ hash, excluded: 0 });
  });

  it('excludes nothing from a dataset that a study uses, and never all images', async () => {
    await created();
    const [{ id }] = await client.datasets.list();
    expect(await refusal(client.datasets.exclude({ id, index: [0] }))).toMatchObject({
      code: 'CONFLICT',
      message: '"faces" cannot be changed: the study "first study" uses it.',
    });
    const other = engine.addDataset('other', smallDataset({ subjects: 1, perSubject: 2 }), '').id;
    expect(await refusal(client.datasets.exclude({ id: other, index: [0, 1] }))).toMatchObject({
      code: 'INVALID',
      data: { problems: [{ path: 'index', message: 'index: at least one image must remain.' }] },
    });
    expect(await refusal(client.datasets.exclude({ id: other, index: [2] }))).toMatchObject({ code: 'INVALID' });
  });

  it('gives attributes, mean images and eigenvalues', async () => {
    const { id } = addFaces();
    expect(await client.datasets.attributes({ id })).toEqual([
      {
        name: 'session',
        values: [
          { value: '1', count: 15 },
          { value: '2', count: 15 },
        ],
      },
    ]);
    const means = await client.datasets.means({ id, maxSide: 12 });
    const { pixels } = smallDataset().images;
    const mean = (from: number, to: number): number[] =>
      Array.from({ length: 120 }, (_, i) => {
        let sum = 0;
        for (let n = from; n < to; n++) sum += pixels[n * 120 + i];
        return Math.round(sum / (to - from));
      });
    expect(means.whole).toMatchObject({ rows: 12, cols: 10, count: 1 });
    expect([...Buffer.from(means.whole.pixels, 'base64')]).toEqual(mean(0, 30));
    expect(means.subjects.count).toBe(6);
    expect([...Buffer.from(means.subjects.pixels, 'base64').subarray(120, 240)]).toEqual(mean(5, 10));
    expect(means.names).toEqual([1, 2, 3, 4, 5, 6].map((n) => `person ${n}`));
    const { values, total, images } = await client.datasets.spectrum({ id });
    expect([values.length, images]).toEqual([29, 30]);
    expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(total, 6);
    const { shares, faces } = await client.datasets.componentFaces({ id, maxSide: 12 });
    expect(shares).toHaveLength(6);
    expect(shares[0]).toBeCloseTo(values[0] / total, 9);
    expect(faces).toMatchObject({ rows: 12, cols: 10, count: 6 * 5 });
    // The middle one of five steps is the mean.
    expect([...Buffer.from(faces.pixels, 'base64').subarray(2 * 120, 3 * 120)]).toEqual(mean(0, 30));
  });

  it('shows images before and after preprocessing, stored or not imported yet', async () => {
    const { id } = addFaces();
    const steps = [{ kind: 'crop' as const, top: 0, left: 0, rows: 6, cols: 5 }];
    const stored = await client.datasets.previewSteps({ of: { id, index: [3] }, steps, maxSide: 64 });
    expect(stored.images).toMatchObject([
      { file: 's1/4.pgm', before: { rows: 12, cols: 10 }, after: { rows: 6, cols: 5 }, reason: null, rows: 6, cols: 5 },
    ]);
    const token = await tokenOf('orl');
    const fresh = await client.datasets.previewSteps({ of: { token, count: 3 }, steps: [], maxSide: 64 });
    expect(fresh.images).toHaveLength(3);
    expect(fresh.images[0].after).toEqual(fresh.images[0].before);
    const wide = [{ ...steps[0], rows: 13 }];
    expect(
      (await client.datasets.previewSteps({ of: { id, index: [0] }, steps: wide, maxSide: 64 })).images[0],
    ).toMatchObject({
      after: null,
      reason: 'rows 0 to 12 and columns 0 to 4 leave an image of 12 × 10',
    });
  });

  it('exports a dataset in every format, which arrives as a file', async () => {
    const { id } = engine.addDataset('bytes', smallDataset({ bytes: true }), '');
    for (const { id: format, ending } of datasetFormats) {
      const file = await client.datasets.export({ id, format });
      expect(file.name).toBe(`bytes${ending}`);
      const parts = await encoded[format](engine.storedImages((await client.datasets.list())[0]));
      const bytes = Buffer.concat(parts instanceof Uint8Array ? [parts] : [...parts]);
      expect(bytes.equals(Buffer.from(await file.arrayBuffer())), format).toBe(true);
    }
  });

  it('describes the methods as plain data', async () => {
    const methods = await client.methods.list();
    expect(methods.map((method) => method.id)).toEqual(
      expect.arrayContaining(['pca', 'ppca', '2dpca', 'glram', 'bppca']),
    );
    expect(JSON.parse(JSON.stringify(methods))).toEqual(methods);
    expect(methods).toEqual(await engine.client.methods.list());
    for (const method of methods) {
      expect(method.appearance.light).toMatch(/^#[0-9A-F]{6}$/);
      for (const parameter of method.parameters) expect(parameter.help).not.toBe('');
    }
  });

  it('previews a study', async () => {
    addFaces();
    expect(await client.studies.preview({ spec })).toMatchObject({
      cells: 8,
      fits: 4 + 8,
      conditions: [{ key: 'k=2' }, { key: 'k=3' }],
      methods: [{ label: 'PCA' }, { label: 'BPPCA', shapes: 2 }],
    });
  });

  it('names every problem of a spec by its field', async () => {
    addFaces();
    const problemsOf = async (change: object): Promise<{ path: string; message: string }[]> => {
      const error = await refusal(client.studies.create({ spec: { ...spec, ...change } }));
      expect(error.code).toBe('INVALID');
      return (error.data as { problems: { path: string; message: string }[] }).problems;
    };
    expect(
      await problemsOf({ seed: 1.5, protocol: { kind: 'random', trainPerSubject: [], repeats: 0 } }),
    ).toMatchObject([{ path: 'protocol.trainPerSubject' }, { path: 'protocol.repeats' }, { path: 'seed' }]);
    expect(await problemsOf({ dataset: 'nobody' })).toMatchObject([
      { path: 'dataset', message: 'dataset: there is no dataset "nobody"; there are "faces".' },
    ]);
    expect(await problemsOf({ methods: [{ method: 'lda9' }] })).toMatchObject([{ path: 'methods[0].method' }]);
    const tooMany = await problemsOf({ protocol: { kind: 'random', trainPerSubject: [5], repeats: 2 } });
    expect(tooMany[0].message).toMatch(/person 1/);
  });

  it('creates a study once', async () => {
    const study = await created();
    expect(study).toMatchObject({
      name: 'first study',
      state: 'ready',
      cells: { total: 8, done: 0, failed: 0 },
      methods: [{ methodId: 'pca' }, { methodId: 'bppca' }],
    });
    expect(study.spec.seed).toBe(1);
    expect(await refusal(client.studies.create({ spec }))).toMatchObject({ code: 'CONFLICT' });
    expect((await client.studies.list()).map((entry) => entry.id)).toEqual([study.id]);
  });

  const finish = async (id: number): Promise<void> => {
    await client.studies.run({ id });
    await collect<StudyEvent>(client.studies.watch({ id }));
  };

  it('renames a study with its spec; its results and its name in errors follow', async () => {
    const { id } = await created();
    await client.studies.create({ spec: { ...spec, name: 'second' } });
    const renamed = await client.studies.rename({ id, name: 'as published' });
    expect(renamed).toMatchObject({ id, name: 'as published', spec: { name: 'as published' } });
    expect((await client.studies.results({ id })).table.study).toBe('as published');
    expect(await refusal(client.studies.rename({ id, name: 'second' }))).toMatchObject({
      code: 'CONFLICT',
      message: 'There is a study "second" already; choose another name.',
    });
    expect(await client.studies.rename({ id, name: 'as published' })).toEqual(renamed);
  });

  it('keeps note, tags and star of a study, and refuses with the field what cannot be kept', async () => {
    const { id } = await created();
    const change = { note: '# Why', tags: [' paper ', 'k = 2'], starred: true };
    const kept = { note: '# Why', tags: ['paper', 'k = 2'], starred: true };
    expect(await client.studies.annotate({ id, change })).toMatchObject({ id, ...kept });
    expect(await client.studies.list()).toMatchObject([kept]);
    for (const [path, wrong] of [
      ['change.tags.1', { tags: ['a', 'b,c'] }],
      ['change.tags', { tags: ['a', 'A'] }],
      ['change.note', { note: 'x'.repeat(100_001) }],
      ['change', {}],
    ] as const) {
      const error = await refusal(client.studies.annotate({ id, change: wrong as { note?: string } }));
      expect(error).toMatchObject({ code: 'INVALID', data: { problems: [{ path }] } });
    }
    expect(await refusal(client.studies.annotate({ id: 99, change }))).toMatchObject({ code: 'NOT_FOUND' });
    const [{ id: dataset }] = await client.datasets.list();
    expect(await client.datasets.annotate({ id: dataset, change: { note: 'By hand' } })).toMatchObject({
      note: 'By hand',
    });
  });

  it('makes the demo once: drawn faces and a study that can run; draws its first faces under a name', async () => {
    const { id, ...few } = await client.datasets.draw({ name: 'few', subjects: 2 });
    expect(few).toMatchObject({ name: 'few', layout: 'generated', count: 20, subjects: 2 });
    expect(await client.datasets.making({ id })).toEqual({
      stages: [{ kind: 'drawn', subjects: 2 }],
      commands: ['eigenbench demo --data-only --name few --subjects 2'],
    });
    expect(await refusal(client.datasets.draw({ name: 'few' }))).toMatchObject({ code: 'CONFLICT' });
    const demo = await client.studies.demo();
    expect(demo).toMatchObject({ name: 'Demo: drawn faces', dataset: 'drawn faces', state: 'ready' });
    expect(demo.cells.total).toBeGreaterThan(100);
    const faces = (await client.datasets.list()).filter(({ name }) => name === demo.dataset);
    expect(faces).toMatchObject([{ layout: 'generated' }]);
    const shown = (of: number) => client.datasets.thumbnails({ id: of, index: [0, 19], maxSide: 56 });
    expect(await shown(id)).toEqual(await shown(faces[0].id));
    expect(await client.studies.demo()).toEqual(demo);
    expect(await client.studies.list()).toHaveLength(1);
    await client.studies.delete({ id: demo.id });
    expect((await client.studies.demo()).id).not.toBe(demo.id);
    expect(await client.datasets.list()).toHaveLength(2);
  });

  it('tells what was done to a study and to its dataset, the newest first', async () => {
    const { id } = await created();
    await client.studies.rename({ id, name: 'renamed' });
    await client.studies.run({ id });
    for await (const _ of await client.studies.watch({ id }));
    await client.studies.export({ id, format: 'latex' });
    const longer = { ...spec, name: 'renamed', methods: [...spec.methods, { method: 'ppca' }] };
    await client.studies.extend({ id, spec: longer });
    const history = await client.studies.history({ id });
    expect(history.map(({ event, detail }) => `${event} ${detail}`.trim())).toEqual([
      'extended PPCA, 4 more cells',
      'exported as LaTeX',
      'finished',
      'started',
      'renamed from first study to renamed',
      'created',
    ]);
    expect(history.every(({ at }) => !Number.isNaN(Date.parse(at)))).toBe(true);
    const [{ id: dataset }] = await client.datasets.list();
    await client.datasets.rename({ id: dataset, name: 'people' });
    expect(await client.datasets.history({ id: dataset })).toMatchObject([
      { event: 'renamed', detail: 'from faces to people' },
      { event: 'created' },
    ]);
    expect(await refusal(client.studies.history({ id: 99 }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('restores a deleted study with its results, unless its name or its images are gone', async () => {
    const study = await created();
    const { id } = study;
    await finish(id);
    const [before, results] = [await client.studies.get({ id }), await client.studies.results({ id })];
    await client.studies.delete({ id });
    expect(await client.studies.list()).toEqual([]);
    expect(await refusal(client.studies.get({ id }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await client.studies.restore({ id })).toEqual(before);
    expect(await client.studies.results({ id })).toEqual(results);
    expect(await refusal(client.studies.restore({ id }))).toMatchObject({ code: 'NOT_FOUND' });

    await client.studies.delete({ id });
    const other = await client.studies.create({ spec });
    expect(await refusal(client.studies.restore({ id }))).toMatchObject({ code: 'CONFLICT' });
    await client.studies.delete({ id: other.id, forGood: true });
    expect(await refusal(client.studies.restore({ id: other.id }))).toMatchObject({ code: 'NOT_FOUND' });

    const [dataset] = await client.datasets.list();
    await client.datasets.exclude({ id: dataset.id, index: [0] });
    expect(await refusal(client.studies.restore({ id }))).toMatchObject({
      code: 'CONFLICT',
      message: `"${spec.name}" cannot be restored: images of "faces" were excluded or included since. Take that back first.`,
    });
    await client.datasets.delete({ id: dataset.id });
    expect(await refusal(client.studies.restore({ id }))).toMatchObject({
      code: 'CONFLICT',
      message: `"${spec.name}" cannot be restored: its dataset was deleted. Restore that first.`,
    });
  });

  it('gives the headline and a miniature of each study', async () => {
    const { id } = await created();
    expect(await client.studies.highlights({ ids: [id] })).toEqual([null]);
    await finish(id);
    const { table } = await client.studies.results({ id });
    const [found] = await client.studies.highlights({ ids: [id, 99] });
    expect(found!.headline).toBe((await client.studies.verdict({ id })).headline);
    expect(found!.miniature.map((cells) => cells.length)).toEqual(table.rows.map(() => table.conditions.length));
    expect((await client.studies.highlights({ ids: [id, 99] }))[1]).toBeNull();
  });

  it('extends a study, and says why where it cannot', async () => {
    const { id } = await created();
    const larger = { ...spec, methods: [...spec.methods, { method: 'ppca' }] };
    expect(await client.studies.preview({ spec: larger, extends: id })).toMatchObject({ cells: 12 });
    expect(await refusal(client.studies.preview({ spec: { ...larger, seed: 99 }, extends: id }))).toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('would lose cells of the study'),
    });
    expect((await client.studies.get({ id })).cells.total).toBe(8);
    expect(await client.studies.extend({ id, spec: larger })).toMatchObject({
      id,
      cells: { total: 12, done: 0 },
      methods: [{ methodId: 'pca' }, { methodId: 'bppca' }, { methodId: 'ppca' }],
    });
    expect(await refusal(client.studies.extend({ id, spec }))).toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('would lose cells of the study (PPCA, k=2, repeat 1 and 3 more)'),
    });
  });

  it('takes results that were computed elsewhere as a row, and takes them out again', async () => {
    const { id } = await created();
    const { repeats } = await client.studies.split({ id, condition: 'k=2', repeat: 1 });
    const lines = ['k=2', 'k=3'].flatMap((key) => Array.from({ length: repeats }, (_, i) => `${key},${i + 1},3`));
    const text = ['condition,repeat,wrong', ...lines].join('\n');
    const files = [{ name: 'paper.csv', content: btoa(text) }];
    const preview = await client.studies.previewElsewhere({ id, files });
    expect(preview).toMatchObject({ holds: 'errors', source: 'paper.csv', splits: 4, planned: 4, lacking: [] });
    expect(await client.studies.listElsewhere({ id })).toEqual([]);
    const added = await client.studies.addElsewhere({ id, files, label: 'Paper' });
    expect(added).toMatchObject({ cells: { total: 12, done: 4 } });
    expect(await client.studies.listElsewhere({ id })).toMatchObject([{ label: 'Paper', sha256: preview.sha256 }]);
    const cell = { id, label: 'Paper', condition: 'k=2', repeat: 1, shape: [] };
    expect(await refusal(client.studies.mistakes(cell))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('only the error rate is known'),
    });
    const wrong = [{ name: 'paper.csv', content: btoa('condition,repeat,wrong\nk=4,1,3') }];
    expect(await refusal(client.studies.previewElsewhere({ id, files: wrong }))).toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('no condition "k=4"'),
    });
    await client.studies.removeElsewhere({ id, label: 'Paper' });
    expect(await client.studies.get({ id })).toMatchObject({ cells: { total: 8, done: 0 } });
  });

  it('runs a study while it is watched, and gives its results in every format', async () => {
    const { id } = await created();
    await client.studies.run({ id });
    const events = await collect<StudyEvent>(client.studies.watch({ id }));
    expect(events[0].state).toBe('running');
    expect(events.at(-1)).toMatchObject({ state: 'finished', progress: { done: 8, total: 8, failed: 0 } });
    const revisions = events.map((event) => event.revision);
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
    expect(events.at(-1)!.revision).toBe(8);

    const results = await client.studies.results({ id });
    expect(results).toEqual(await engine.client.studies.results({ id }));
    expect(results.table).toMatchObject({ done: 8, total: 8, study: 'first study', dataset: 'faces' });
    expect(results.table.rows.map((row) => row.label)).toEqual(['PCA', 'BPPCA']);
    const curves = await Promise.all(
      results.table.conditions.map(({ key }) => client.studies.curves({ id, condition: key })),
    );
    expect(curves.map((of) => of.map(({ label, condition }) => [label, condition]))).toEqual(
      results.table.conditions.map(({ key }) => [
        ['PCA', key],
        ['BPPCA', key],
      ]),
    );
    const all = await client.studies.curves({ id, condition: null });
    expect([...all].sort((a, b) => a.condition.localeCompare(b.condition))).toEqual(curves.flat());
    expect(await refusal(client.studies.curves({ id, condition: 'k=9' }))).toMatchObject({ code: 'INVALID' });
    expect(
      await refusal(client.studies.curves({ id, condition: results.table.conditions[0].key, measure: 'rmse' })),
    ).toMatchObject({ code: 'INVALID', message: expect.stringContaining('did not measure "rmse"') });
    expect(results.failed).toEqual([]);
    for (const { id: format, ending } of tableFormats) {
      if (format === 'csv-curves') {
        // The study measures errors alone.
        expect(await refusal(client.studies.export({ id, format }))).toMatchObject({ code: 'CONFLICT' });
        continue;
      }
      const file = await client.studies.export({ id, format });
      // Splits and publications do not depend on the labels; archives, documents and spreadsheets are compressed.
      if (['splits', 'splits-json', 'bibtex', 'references', 'docx', 'xlsx'].includes(format) || ending.endsWith('.zip'))
        expect(file.size).toBeGreaterThan(0);
      else expect(await file.text()).toContain('BPPCA');
      expect(file.name).toBe(`first-study${ending}`);
      expect(file.type).toBe(mediaTypeOf(ending));
    }
    const { key } = results.table.conditions[0];
    const split = await client.studies.split({ id, condition: key, repeat: 1 });
    expect(split.train.length + split.test.length).toBe((await client.datasets.list())[0].count);
    expect(split).toMatchObject({ datasetId: (await client.datasets.list())[0].id, gallery: null });
    expect(await client.studies.splitDuplicates({ id, condition: key, repeat: 1 })).toEqual([]);
    for (const ask of [client.studies.split, client.studies.splitDuplicates]) {
      expect(await refusal(ask({ id, condition: 'none', repeat: 1 }))).toMatchObject({ code: 'NOT_FOUND' });
      const repeat = split.repeats + 1;
      expect(await refusal(ask({ id, condition: key, repeat }))).toMatchObject({ code: 'NOT_FOUND' });
    }
    const [pair] = await client.studies.compare({ id, first: 'PCA', second: 'BPPCA', condition: key });
    const [pca, bppca] = results.table.rows.map((row) => row.entries[0].mean!);
    expect(pair.report.difference).toBeCloseTo(pca - bppca, 9);
    expect(await refusal(client.studies.compare({ id, first: 'PCA', second: 'none' }))).toMatchObject({
      code: 'INVALID',
    });
    const confusion = await client.studies.confusion({ id, label: 'PCA', condition: key });
    const errors = confusion.pairs.reduce((sum, { count }) => sum + count, 0);
    const tests = confusion.counts.flat().reduce((sum, count) => sum + count, 0);
    expect((100 * errors) / tests).toBeCloseTo(pca, 9);
    expect(await refusal(client.studies.confusion({ id, label: 'none', condition: key }))).toMatchObject({
      code: 'INVALID',
    });
    // Finished: nothing starts, and watching ends at once.
    await client.studies.run({ id });
    expect(await collect<StudyEvent>(client.studies.watch({ id }))).toMatchObject([{ state: 'finished' }]);
  });

  it('shows a study otherwise, compares its predictions, ranks it and draws it', async () => {
    // A seed under which PCA errs.
    const { id } = await created({ seed: 2 });
    await client.studies.run({ id });
    await collect<StudyEvent>(client.studies.watch({ id }));
    const results = await client.studies.results({ id });
    const table = unpackTable(results.table);
    const verdict = await client.studies.verdict({ id });
    expect(results.verdict).toEqual(verdict);
    expect(verdict.sentences[0].startsWith(verdict.headline.slice(0, -1))).toBe(true);
    expect(verdict.headline).toMatch(/^(PCA|BPPCA|PCA and BPPCA) (has|have|share|ranks) .*error rate/);
    const best = await client.studies.verdict({ id, options: { measure: 'accuracy' } });
    expect(best.headline).toContain('recognition rate');
    const accuracy = await client.studies.results({ id, options: { measure: 'accuracy' } });
    expect(accuracy.table.measure.title).toBe('Recognition rate');
    expect(accuracy.verdict).toEqual(best);
    expect(accuracy.table.rows[1].entries[0].mean).toBeCloseTo(100 - table.rows[1].entries[0].mean!, 9);
    expect(await refusal(client.studies.results({ id, options: { measure: 'rmse' } }))).toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('did not measure "rmse"'),
    });

    const [{ report }] = await client.studies.compare({ id, first: 'PCA', second: 'BPPCA', repeat: 2 });
    const { onlyFirstWrong, onlySecondWrong, tests } = report.mcnemar!;
    const errorIn = (row: number): number => {
      const { values, repeats } = table.rows[row].entries[0];
      return values[repeats.indexOf(2)];
    };
    // What both get wrong cancels: the counts tell the difference of the error rates of that split.
    expect((100 * (onlyFirstWrong - onlySecondWrong)) / tests).toBeCloseTo(errorIn(0) - errorIn(1), 9);

    // Summed over the repeats, what each side alone gets right is the difference of the errors, too.
    const pair = { id, first: 'PCA', second: 'BPPCA', condition: table.conditions[0].key };
    const split = await client.studies.disagreements(pair);
    const wrong = (row: number): number =>
      table.rows[row].entries[0].counts!.counts.reduce((sum, count) => sum + count, 0);
    expect(split.onlySecondRight.cases - split.onlyFirstRight.cases).toBe(wrong(0) - wrong(1));
    expect(split.repeats).toBe(table.rows[0].entries[0].repeats.length);
    for (const side of [split.onlyFirstRight, split.onlySecondRight]) {
      expect(side.images.reduce((sum, { times }) => sum + times, 0)).toBe(side.cases);
      for (const { firstAnswer, secondAnswer, truth } of side.images) {
        expect([firstAnswer === truth, secondAnswer === truth]).toEqual(
          side === split.onlyFirstRight ? [true, false] : [false, true],
        );
      }
    }
    expect(await refusal(client.studies.disagreements({ ...pair, second: 'none' }))).toMatchObject({ code: 'INVALID' });
    expect(await refusal(client.studies.disagreements({ ...pair, condition: 'none' }))).toMatchObject({
      code: 'INVALID',
    });

    expect(
      await refusal(client.studies.compare({ id, first: 'PCA', second: 'BPPCA', selection: 'validated' })),
    ).toMatchObject({ code: 'INVALID', message: expect.stringContaining('inside the training images') });

    const ranks = await client.studies.ranks({ ids: [id] });
    expect(ranks.methods.map(({ averageRank }) => averageRank!).reduce((sum, rank) => sum + rank)).toBeCloseTo(3, 12);
    expect(ranks.blocks).toHaveLength(2);

    const svg = await client.studies.figure({ ids: [id], figure: { kind: 'curves' } });
    expect([svg.name, svg.type]).toEqual(['first-study-curves.svg', 'image/svg+xml']);
    expect(await svg.text()).toContain('Mean error rate (%)');
    const png = await client.studies.figure({ ids: [id], figure: { kind: 'ranks' }, format: 'png', theme: 'dark' });
    expect(new Uint8Array(await png.arrayBuffer()).slice(1, 4)).toEqual(new TextEncoder().encode('PNG'));
    const confusions = await client.studies.figure({ ids: [id], figure: { kind: 'confusion', label: 'PCA' } });
    expect(await confusions.text()).toContain('Row: true subject;');
    expect(
      await refusal(client.studies.figure({ ids: [id], figure: { kind: 'confusion', label: 'none' } })),
    ).toMatchObject({ code: 'INVALID', message: expect.stringContaining('no method labelled "none"') });
    const hardest = await client.studies.hardest({ id, condition: 'k=2', most: 3 });
    expect(hardest.methods.toSorted()).toEqual(['BPPCA', 'PCA']);
    expect(hardest.images.length).toBeGreaterThan(0);
    expect(new Set(hardest.images.map(({ subject }) => subject)).size).toBe(hardest.images.length);
    for (const { share } of hardest.images) expect(share > 0 && share <= 1).toBe(true);
    const times = await client.studies.times({ id, condition: 'k=2' });
    expect(times.of).toBe('cell');
    expect(Object.keys(times.seconds).sort()).toEqual(['BPPCA', 'PCA']);
    for (const seconds of Object.values(times.seconds)) expect(seconds).toBeGreaterThan(0);
    const time = await client.studies.figure({ ids: [id], figure: { kind: 'time' } });
    expect(await time.text()).toContain('Computing time per repeat');
    expect(
      await refusal(client.studies.figure({ ids: [id], figure: { kind: 'heat-map', label: 'PCA' } })),
    ).toMatchObject({ code: 'INVALID', message: expect.stringContaining('two latent dimensions') });
    expect(await refusal(client.studies.figure({ ids: [id], figure: { kind: 'cmc' } }))).toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('has not measured "cmc"'),
    });
    expect(await refusal(client.studies.characteristics({ id, figure: { kind: 'cmc' } }))).toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('has not measured "cmc"'),
    });
  });

  it('lets several watch, one of whom leaves', async () => {
    const { id } = await created();
    await client.studies.run({ id });
    const leaving = (async () => {
      for await (const _ of await client.studies.watch({ id })) break;
    })();
    const controller = new AbortController();
    const aborting = collect<StudyEvent>(client.studies.watch({ id }, { signal: controller.signal })).catch(() => []);
    controller.abort();
    const staying = collect<StudyEvent>(client.studies.watch({ id }));
    await Promise.all([leaving, aborting]);
    expect((await staying).at(-1)!.state).toBe('finished');
  });

  it('refuses to delete a running study, and cancels it', async () => {
    addFaces();
    const long = { ...spec, protocol: { kind: 'random' as const, trainPerSubject: [2], repeats: 500 } };
    const { id } = await client.studies.create({ spec: long });
    await client.studies.run({ id });
    expect(await refusal(client.studies.delete({ id }))).toMatchObject({ code: 'CONFLICT' });
    await client.studies.cancel({ id });
    const { state, cells } = await client.studies.get({ id });
    expect(['ready', 'stopped']).toContain(state);
    expect(cells.done).toBeLessThan(cells.total);
    expect((await client.studies.results({ id })).table.done).toBe(cells.done);
    await client.studies.delete({ id });
    expect(await client.studies.list()).toEqual([]);
  });

  it('pauses a study: the watch ends with what is finished, and run goes on', async () => {
    addFaces();
    const long = { ...spec, protocol: { kind: 'random' as const, trainPerSubject: [2], repeats: 60 } };
    const { id } = await client.studies.create({ spec: long });
    await client.studies.run({ id });
    const events: StudyEvent[] = [];
    for await (const event of await client.studies.watch({ id })) {
      events.push(event);
      if (event.progress.done > 0) await client.studies.pause({ id });
    }
    expect(events.at(-1)).toMatchObject({ state: 'stopped', pausing: false, progress: { running: [] } });
    await client.studies.run({ id });
    expect((await collect<StudyEvent>(client.studies.watch({ id }))).at(-1)!.state).toBe('finished');
  });

  it('answers NOT_FOUND for what is not there', async () => {
    const id = 99;
    const calls = [
      client.datasets.get({ id }),
      client.datasets.rename({ id, name: 'x' }),
      client.datasets.delete({ id }),
      client.datasets.thumbnails({ id, index: [0], maxSide: 8 }),
      client.studies.get({ id }),
      client.studies.delete({ id }),
      client.studies.run({ id }),
      client.studies.pause({ id }),
      client.studies.cancel({ id }),
      client.studies.retryFailed({ id }),
      client.studies.watch({ id }),
      client.studies.results({ id }),
      client.studies.export({ id, format: 'csv' }),
    ];
    // All are awaited at once: which of them is answered first is nobody's promise.
    for (const refused of await Promise.all(calls.map(refusal))) {
      expect(refused).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    }
  });
});
