// @module-tag processes
/** Reproduction as the contract has it: open, start, watch, pause, cancel, verdict and certificate. */
import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unzipSync, zipSync } from 'fflate';
import type { RecomputeEvent, ReproductionEvent } from '../../../../src/core/contract/reproductions.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { openEngine, type Engine } from '../../../../src/main/engine/engine.ts';
import { sealedManifest, sealedParcel, type Entries } from '../../../support/parcels.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { scratch } from '../../cli/harness.ts';

const [here, there] = [scratch(), scratch()];
let author: Engine;
let reader: Engine;
let parcel: Entries;
let manifest: string;

const opened = (at: string): Promise<Engine> =>
  openEngine({ workspacePath: at, host: 'browser', roots: [there.folder], workers: 1, log: 'none' });

async function computed(engine: Engine, change: Partial<StudySpecInput> = {}): Promise<number> {
  const spec = {
    name: 'study',
    dataset: 'faces',
    protocol: { kind: 'random' as const, trainPerSubject: [2, 3], repeats: 2 },
    methods: [
      { method: 'pca', latent: [2, 3] },
      { method: 'none', label: 'Deep', features: ['deep'] },
    ],
    ...change,
  };
  const { id } = await engine.client.studies.create({ spec });
  await engine.client.studies.run({ id });
  for await (const { state } of await engine.client.studies.watch({ id })) if (state === 'finished') break;
  return id;
}

beforeAll(async () => {
  author = await opened(here.at('a.eigenbench'));
  const { id: dataset } = author.addDataset('faces', smallDataset({ subjects: 4 }), 'drawn');
  const vectors = Array.from({ length: 20 }, (_, n) => [Math.sin(n), Math.cos(n / 3), n % 5].join(',')).join('\n');
  const file = { name: 'deep.csv', content: Buffer.from(vectors).toString('base64') };
  await author.client.datasets.attach({ id: dataset, name: 'deep', file, replace: false });
  const id = await computed(author);
  parcel = unzipSync(await (await author.client.studies.pack({ id, images: true, predictions: true })).bytes());
  manifest = Buffer.from(parcel['manifest.json']).toString();
  reader = await opened(there.at('r.eigenbench'));
});
afterAll(async () => {
  await author.close();
  await reader.close();
  await here.remove();
  await there.remove();
});

const sent = (content: Uint8Array | string, name = 'study.zip') => ({
  source: { name, content: Buffer.from(content).toString('base64') },
});
const archive = (entries: Entries = parcel): Uint8Array => zipSync(entries);

/** Starts, and follows to the end. */
async function ended(id: number, options: object = {}): Promise<ReproductionEvent> {
  await reader.client.reproductions.start({ id, ...options });
  let last: ReproductionEvent | null = null;
  for await (const event of await reader.client.reproductions.watch({ id })) last = event;
  return last!;
}

describe('a parcel', () => {
  it('says what is in it before anything is computed or stored', async () => {
    writeFileSync(there.at('study.zip'), archive());
    const { entries: roots } = await reader.client.files.list({ token: null, use: 'studies' });
    const { entries: listed } = await reader.client.files.list({ token: roots[0].token, use: 'studies' });
    const [{ token }] = listed.filter(({ name }) => name === 'study.zip');
    const contents = await reader.client.reproductions.open({ source: token });
    expect(contents).toMatchObject({
      file: 'study.zip',
      kind: 'parcel',
      study: { name: 'study', created: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      digest: JSON.parse(manifest).digest,
      dataset: { name: 'faces', images: 20, subjects: 4, here: null, packed: true, files: null, commands: [] },
      rows: [
        { label: 'PCA', method: 'pca', cells: 4, leftOut: null },
        { label: 'Deep', method: 'none', cells: 4, leftOut: null },
      ],
      ...{ conditions: 2, repeats: 2, splits: 4 },
      cells: { total: 8, done: 8, failed: 0, pending: 0 },
      vectors: [{ name: 'deep', packed: true }],
      methods: [],
    });
    expect(contents.files.map(({ name }) => name)).toEqual(Object.keys(parcel).filter((name) => name !== 'files.json'));
    expect(new Set(contents.files.map(({ state }) => state))).toEqual(new Set(['intact']));
    expect(await reader.client.datasets.list()).toEqual([]);
    await reader.client.reproductions.close({ id: contents.id });
    await expect(reader.client.reproductions.get({ id: contents.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is computed again, with progress, and gets a verdict with all counts, which is a certificate', async () => {
    const { id } = await reader.client.reproductions.open(sent(archive()));
    await expect(reader.client.reproductions.certificate({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    const { state, notices, progress, verdict, failure } = await ended(id, { keep: true });
    expect({ state, failure }).toEqual({ state: 'finished', failure: null });
    expect(notices).toEqual([
      'Took "faces" from study.zip: its images match the manifest.',
      'Attached deep to "faces" from study.zip.',
    ]);
    expect(progress).toMatchObject({ done: 8, total: 8 });
    const all = (count: number) => ({ total: count, compared: count, same: count });
    expect(verdict).toMatchObject({
      outcome: 'identical',
      headline: 'Identical: 8 of 8 cells, 4 of 4 splits, 1 of 1 vectors; all numbers are the same bit for bit.',
      ...{ rows: all(2), images: all(20), splits: all(4), cells: all(8), numbers: all(8) },
      ...{ methodFiles: all(0), vectors: all(1), computedNow: 8, computedBefore: 0, pending: 0 },
      ...{ differences: [], cellDifferences: [], leftOut: [] },
      kept: expect.any(Number),
    });
    const states = new Map(verdict!.files.map((file) => [file.name, file.state]));
    expect([...states].filter(([, each]) => each === 'intact').map(([name]) => name)).toEqual([
      'README.md',
      'ro-crate-metadata.json',
      'results/table.md',
      'results/report.html',
      'results/references.bib',
    ]);
    expect(await reader.client.studies.get({ id: verdict!.kept! })).toMatchObject({ name: 'study (reproduced)' });
    const certificate = await reader.client.reproductions.certificate({ id });
    expect(certificate.name).toBe('study-certificate.txt');
    const text = await certificate.text();
    expect(text).toContain(`Digest of its manifest (SHA-256): ${verdict!.digest}\n`);
    expect(text).toContain('Cells, labels and errors: 8, compared 8, the same 8\n');
    const json = await (await reader.client.reproductions.certificate({ id, format: 'json' })).text();
    expect(JSON.parse(json)).toEqual(verdict);
    expect((await reader.client.reproductions.list())[0]).toMatchObject({ id, study: 'study', state: 'finished' });
    // The dataset names the parcel, and no temporary file is left.
    expect(await reader.client.datasets.list()).toMatchObject([{ source: 'study.zip, images/images.npz' }]);
    expect(
      readdirSync(tmpdir()).filter(
        (name) => name.startsWith('eigenbench-unpacked-') && name.includes(`-${process.pid}-`),
      ),
    ).toEqual([]);
  });

  it('computes the rows that are asked for', async () => {
    const { id } = await reader.client.reproductions.open(sent(archive()));
    expect((await ended(id, { only: ['PCA'] })).verdict).toMatchObject({
      outcome: 'identical',
      headline: 'Identical: 1 of 2 rows, 4 of 4 cells, 4 of 4 splits; all numbers are the same bit for bit.',
      leftOut: [{ label: 'Deep', why: 'not-asked-for' }],
      vectors: { total: 0 },
    });
    await expect(reader.client.reproductions.start({ id, without: ['LDA'] })).rejects.toMatchObject({
      code: 'INVALID',
      message: 'study.zip has no row "LDA": it has "PCA", "Deep".',
    });
  });

  it('gets a list of the cells that differ', async () => {
    const forged = JSON.parse(manifest);
    forged.cells[0].errors[1]++;
    forged.cells[3].numberHash = 'f'.repeat(64);
    const { id } = await reader.client.reproductions.open(
      sent(archive(sealedParcel({ ...parcel, 'manifest.json': Buffer.from(JSON.stringify(forged)) }))),
    );
    const { verdict } = await ended(id);
    expect(verdict).toMatchObject({
      outcome: 'different',
      headline: 'Not identical: 7 of 8 cells, 4 of 4 splits, 1 of 1 vectors are the same.',
      rows: { total: 2, compared: 2, same: 0 },
      cells: { total: 8, compared: 8, same: 7 },
      numbers: { compared: 7, same: 6 },
      cellDifferences: [
        { label: 'PCA', condition: 'k=2', repeat: 1, kind: 'errors' },
        { label: 'Deep', condition: 'k=3', repeat: 1, kind: 'numbers' },
      ],
    });
    expect(await (await reader.client.reproductions.certificate({ id })).text()).toContain(
      'Differences:\n  Cell PCA, k=2, repeat 1 has other errors: ',
    );
  });

  it('is refused with the field of the call and one sentence', async () => {
    await expect(reader.client.reproductions.open(sent('x'))).rejects.toMatchObject({
      code: 'INVALID',
      message: 'study.zip: expected JSON, found another text.',
    });
    const { 'results/table.md': _, ...fewer } = parcel;
    await expect(reader.client.reproductions.open(sent(archive(fewer)))).rejects.toMatchObject({
      data: { problems: [{ path: 'source', message: expect.stringContaining('expected results/table.md') }] },
    });
    await expect(reader.client.reproductions.open({ source: 'unknown' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a manifest', () => {
  it('of a study under way compares the finished cells, and is called incomplete', async () => {
    const pending = JSON.parse(manifest);
    const none = { predictionHash: null, errors: null, testCount: null, numberHash: null };
    Object.assign(pending.cells[5], none, { status: 'pending' });
    const source = sent(JSON.stringify(sealedManifest(pending)), 'm.json');
    const { id, cells } = await reader.client.reproductions.open(source);
    expect(cells).toEqual({ total: 8, done: 7, failed: 0, pending: 1 });
    const { verdict } = await ended(id);
    expect(verdict).toMatchObject({
      outcome: 'incomplete',
      headline: 'Incomplete: only 7 of 8 cells, 4 of 4 splits, 1 of 1 vectors could be compared; these are the same.',
      pending: 1,
      computedNow: 8,
    });
  });

  it('without images says what made them', async () => {
    const forged = JSON.parse(manifest);
    forged.dataset.hash = '0'.repeat(64);
    const { id, dataset } = await reader.client.reproductions.open(
      sent(JSON.stringify(sealedManifest(forged)), 'm.json'),
    );
    expect(dataset).toMatchObject({ here: null, packed: false });
    expect(await ended(id)).toMatchObject({
      state: 'failed',
      failure: { kind: 'images', message: expect.stringContaining('no dataset with the images of "faces"'), lines: [] },
    });
  });
});

describe('a reproduction that is stopped', () => {
  it('keeps its finished cells, and continues', async () => {
    const id = await computed(author, {
      name: 'long',
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 60 },
    });
    const file = await author.client.studies.export({ id, format: 'manifest' });
    const { reproductions } = reader.client;
    const { id: long } = await reproductions.open(sent(await file.text(), 'long.json'));
    await reproductions.start({ id: long });
    await expect(reproductions.start({ id: long })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(reproductions.close({ id: long })).rejects.toMatchObject({ code: 'CONFLICT' });
    let last: ReproductionEvent | null = null;
    let paused = false;
    for await (const event of await reproductions.watch({ id: long })) {
      last = event;
      if (!paused && event.step === 'cells' && (event.progress?.done ?? 0) > 3) {
        paused = true;
        await reproductions.pause({ id: long });
      }
    }
    expect(last).toMatchObject({
      state: 'stopped',
      failure: {
        kind: 'stopped',
        message: expect.stringMatching(/^Stopped "long \(reproducing\)" after \d+ of 120 cells/),
      },
    });
    const { verdict } = await ended(long);
    expect(verdict).toMatchObject({ outcome: 'identical', cells: { total: 120, compared: 120, same: 120 } });
    expect(verdict!.computedBefore).toBeGreaterThan(3);
    expect(verdict!.computedNow + verdict!.computedBefore).toBe(120);
    await reproductions.start({ id: long });
    await reproductions.cancel({ id: long });
    expect((await reproductions.list()).find(({ id: each }) => each === long)).toMatchObject({ state: 'stopped' });
    expect((await reader.client.studies.list()).map(({ name }) => name)).not.toContain('long');
  });
});

describe('a number', () => {
  const recomputed = async (input: object): Promise<RecomputeEvent[]> => {
    const events: RecomputeEvent[] = [];
    const full = { study: 1, label: 'PCA', ...input };
    for await (const event of await author.client.reproductions.recompute(full)) events.push(event);
    return events;
  };

  it('is computed again in a temporary study, in all conditions or one', async () => {
    const all = await recomputed({});
    expect(all.at(-1)).toMatchObject({
      kind: 'done',
      numbers: [
        { condition: 'k=2', selection: 'oracle', identical: true },
        { condition: 'k=3', selection: 'oracle', identical: true },
      ],
    });
    expect(all[0]).toMatchObject({ kind: 'progress', study: expect.any(Number) });
    const one = await recomputed({ condition: 'k=3' });
    expect(one.at(-1)).toMatchObject({ kind: 'done', numbers: [{ condition: 'k=3' }] });
    expect((await author.client.studies.list()).map(({ name }) => name)).toEqual(['study', 'long']);
  });

  it('must be one of the study', async () => {
    const reason = async (input: object) => (await recomputed(input)).at(-1);
    expect(await reason({ label: 'LDA' })).toEqual({
      kind: 'failed',
      reason: '"study" has no method "LDA": there are "PCA", "Deep".',
    });
    expect(await reason({ condition: 'k=9' })).toEqual({
      kind: 'failed',
      reason: '"study" has no condition "k=9": there are k=2, k=3.',
    });
    expect(await reason({ measure: 'fit-seconds' })).toMatchObject({ kind: 'failed' });
  });
});
