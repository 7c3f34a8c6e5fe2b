/** Vectors of a manifest's network are computed again and compared. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RecordedNetwork } from '../../../../src/core/networks/provenance.ts';
import { studySpecSchema } from '../../../../src/core/study/spec/spec.ts';
import type { RecordedManifest } from '../../../../src/core/study/plan/manifestFile.ts';
import { openEngine, type Engine } from '../../../../src/main/engine/engine.ts';
import {
  recomputeVectors,
  type RecomputedVectors,
  type RecordedVectors,
} from '../../../../src/main/engine/datasets/networkVectors.ts';
import { openWorkspace } from '../../../../src/main/workspace/workspace.ts';
import type { DatasetSummary } from '../../../../src/core/contract/datasets.ts';
import { withNetworks } from '../../../support/networks.ts';
import { means, smallModel } from '../../../support/smallModel.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { sharedFolder, temporaryFolder } from '../../../support/temporaryFolder.ts';

withNetworks();

/** A workspace whose faces have vectors of a network; each test has a copy. */
const made = sharedFolder();
/** What its manifest records of them. */
let vectors: Omit<RecordedVectors, 'models'>;
let folder: string;
let engine: Engine;
let dataset: DatasetSummary;
const shape = { subjects: 3, perSubject: 2, rows: 24, cols: 20, apart: 60 };
const template = [
  { x: 2, y: 3 },
  { x: 5, y: 3 },
];

const open = (): Promise<Engine> =>
  openEngine({ workspacePath: join(folder, 'w.eigenbench'), host: 'browser', roots: [], log: 'none' });

beforeAll(async () => {
  folder = made;
  engine = await open();
  dataset = engine.addDataset('faces', smallDataset(shape), '/made/up');
  writeModel('pixels', smallModel({ nodes: [{ kind: 'Flatten', inputs: ['image'], output: 'vector' }] }));
  vectors = await recorded(await embedded(join(folder, 'pixels.onnx')));
  await engine.close();
});
beforeEach(async () => {
  folder = temporaryFolder();
  cpSync(made, folder, { recursive: true });
  engine = await open();
});
afterEach(() => engine.close());

function writeModel(name: string, model: Uint8Array, recipe: object = {}): string {
  const path = join(folder, `${name}.onnx`);
  writeFileSync(path, model);
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ size: [8, 8], mean: 0, scale: 1, template, ...recipe }));
  return path;
}

async function embedded(path: string): Promise<string> {
  const { id } = dataset;
  for await (const event of await engine.client.datasets.embed({ id, name: 'own', model: engine.grant(path) })) {
    if (event.kind === 'done') return event.attached.hash;
    if (event.kind === 'failed') throw new Error(event.reason);
  }
  throw new Error('no vectors');
}

/** What the manifest of a study on the vectors records. */
async function recorded(hash: string): Promise<Omit<RecordedVectors, 'models'>> {
  const spec = studySpecSchema.parse({
    name: 'own',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [1], repeats: 1 },
    methods: [{ method: 'none', features: ['own'] }],
  });
  const { id } = await engine.client.studies.create({ spec });
  const file = await engine.client.studies.export({ id, format: 'manifest' });
  const { attachments, networks } = (JSON.parse(await file.text()) as RecordedManifest).dataset;
  expect(attachments).toEqual({ own: hash });
  await engine.client.studies.delete({ id, forGood: true });
  return { name: 'own', hash, network: networks!['own'] };
}

/** By a connection of its own to the same workspace. */
async function again(vectors: RecordedVectors): Promise<RecomputedVectors> {
  const workspace = openWorkspace(join(folder, 'w.eigenbench'));
  try {
    return await recomputeVectors(workspace, dataset, vectors, { signal: new AbortController().signal });
  } finally {
    workspace.close();
  }
}

const attached = async () => engine.client.datasets.attachments({ id: dataset.id });

describe('vectors of a network', () => {
  it('are the same again, aligned by the marks of the manifest and by landmarks', async () => {
    const { id } = dataset;
    const eyes: [{ x: number; y: number }, { x: number; y: number }] = [
      { x: 6.25, y: 9 },
      { x: 13, y: 8.5 },
    ];
    await engine.client.datasets.detach({ id, name: 'own' });
    await engine.client.datasets.markEyes({ id, index: 2, eyes });
    const marked = await recorded(await embedded(join(folder, 'pixels.onnx')));
    const { network } = marked;
    expect(network).toMatchObject({ file: 'pixels.onnx', coloured: false, recipe: { size: [8, 8], template } });
    expect(network.runtime).toMatch(/^onnxruntime-web /);
    expect(network.eyes).toEqual([
      null,
      null,
      [
        [6.25, 9],
        [13, 8.5],
      ],
      null,
      null,
      null,
    ]);
    // Elsewhere nothing is marked or attached.
    await engine.client.datasets.markEyes({ id, index: 2, eyes: null });
    await engine.client.datasets.detach({ id, name: 'own' });
    expect(await again({ ...marked, models: [join(folder, 'pixels.onnx')] })).toEqual({ kind: 'same' });
    expect(await attached()).toMatchObject([{ name: 'own', hash: marked.hash, network: true }]);
    expect((await recorded(marked.hash)).network).toEqual(network);
  });

  it('give a network to the same vectors of a file', async () => {
    const { id } = dataset;
    const { data: values, rows: length } = engine.attachedVectors(id, 'own')!;
    await engine.client.datasets.detach({ id, name: 'own' });
    const lines = Array.from({ length: 6 }, (_, n) => values.slice(n * length, (n + 1) * length).join(','));
    const file = { name: 'own.csv', content: Buffer.from(lines.join('\n')).toString('base64') };
    await engine.client.datasets.attach({ id, name: 'own', file });
    expect(await attached()).toMatchObject([{ hash: vectors.hash, network: false }]);
    expect(await again({ ...vectors, models: [join(folder, 'pixels.onnx')] })).toEqual({ kind: 'same' });
    expect(await attached()).toMatchObject([{ hash: vectors.hash, network: true }]);
  });

  it('that are others are said to be, and do not replace those that are there', async () => {
    const moved: RecordedNetwork = { ...vectors.network, recipe: { ...vectors.network.recipe, mean: 1 } };
    const models = [join(folder, 'pixels.onnx')];
    const outcome = await again({ ...vectors, network: moved, models });
    expect(outcome).toEqual({ kind: 'different', hash: expect.not.stringMatching(vectors.hash) });
    expect(await attached()).toMatchObject([{ hash: vectors.hash }]);
    await engine.client.datasets.detach({ id: dataset.id, name: 'own' });
    const { hash } = (await again({ ...vectors, network: moved, models })) as { hash: string };
    expect(await attached()).toMatchObject([{ hash, network: true }]);
  });

  it.each<[string, (network: RecordedNetwork) => RecordedNetwork, RegExp]>([
    [
      'a model that is not there',
      (network) => network,
      /^it needs the network pixels\.onnx \(SHA-256 \w{12}…\), which/,
    ],
    [
      'the built-in network of another version',
      (network) => ({ ...network, file: 'built-in' }),
      /^it was computed by the built-in network of another version of the program/,
    ],
    [
      'colours',
      (network) => ({ ...network, coloured: true }),
      /^its network saw the images in colour, and here they are in grey$/,
    ],
    ['eyes of other images', (network) => ({ ...network, eyes: [null, null] }), /^its eyes are of 2 images, not of 6$/],
  ])('that need %s say what is lacking', async (_, change, says) => {
    const outcome = await again({ ...vectors, network: change(vectors.network), models: [] });
    expect(outcome).toEqual({ kind: 'lacking', reason: expect.stringMatching(says) });
  });

  it('do not replace other vectors of the name', async () => {
    const other = { ...vectors, hash: '0'.repeat(64), models: [join(folder, 'pixels.onnx')] };
    expect(await again(other)).toEqual({
      kind: 'lacking',
      reason: '"faces" has other vectors "own", which must be detached first',
    });
  });

  it('find their model among several by its SHA-256', async () => {
    const other = writeModel('other', smallModel({ nodes: [{ ...means, kind: 'ReduceMax' }] }));
    expect(await again({ ...vectors, models: [other, join(folder, 'pixels.onnx')] })).toEqual({ kind: 'same' });
    expect(await again({ ...vectors, models: [other] })).toMatchObject({
      kind: 'lacking',
      reason: expect.stringMatching(/, and other\.onnx is another$/),
    });
  });
});
