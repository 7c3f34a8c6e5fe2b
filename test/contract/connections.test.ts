/** What happens to running calls and to nonsense when clients misbehave or vanish. */
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { defaultFigureLook } from '../../src/core/figures/figurePage.ts';
import { openEngine, type Engine } from '../../src/main/engine/engine.ts';
import { serveMessagePort } from '../../src/main/engineThread/messagePort.ts';
import { writeOrlFolder } from '../support/orlFolder.ts';
import { smallDataset } from '../support/smallDataset.ts';
import { clientOverPort } from '../support/pageClients.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { transports } from './transports.ts';

let engine: Engine;
let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  const opened = await openEngine({
    workspacePath: join(folder, 'w.eigenbench'),
    host: 'desktop',
    roots: [],
    workers: 1,
    log: 'none',
    chooseNative: async (kind) => (kind === 'folder' ? join(folder, 'orl') : null),
  });
  engine = opened;
  onTestFinished(() => opened.close());
});

async function runLongStudy(): Promise<number> {
  engine.addDataset('faces', smallDataset(), '');
  const spec = {
    name: 'long',
    dataset: 'faces',
    methods: [{ method: 'pca' }],
    protocol: { kind: 'random' as const, trainPerSubject: [2], repeats: 2000 },
  };
  const { id } = await engine.client.studies.create({ spec });
  await engine.client.studies.run({ id });
  return id;
}

describe.each(transports.slice(1))('a connection $name that breaks', ({ connect }) => {
  it('ends its watch streams and leaves the study running', async () => {
    const id = await runLongStudy();
    const { client, disconnect } = await connect(engine);
    const stream = await client.studies.watch({ id });
    expect((await stream.next()).done).toBe(false);
    await disconnect();
    const rest = async (): Promise<void> => {
      while (!(await stream.next()).done);
    };
    await rest().catch((error: unknown) => expect(error).toBeInstanceOf(Error));
    expect((await engine.client.studies.get({ id })).state).toBe('running');
  });

  it('cancels its import', async () => {
    writeOrlFolder(join(folder, 'orl'));
    const { client, disconnect } = await connect(engine);
    const stream = await client.datasets.import({ token: engine.grant(join(folder, 'orl')), name: 'lost', size: null });
    await stream.next();
    await disconnect();
    const again = await engine.client.datasets.import({
      token: engine.grant(join(folder, 'orl')),
      name: 'kept',
      size: null,
    });
    for await (const event of again) expect(event.kind).not.toBe('failed');
    expect((await engine.client.datasets.list()).map((dataset) => dataset.name)).toEqual(['kept']);
  });
});

describe('a message port', () => {
  it.each(
    [
      'not json',
      '5',
      'null',
      '[]',
      '{"i":1}',
      '{"i":"1"}',
      '{"i":"1","p":null}',
      '{"i":"1","p":{"u":"relative"}}',
      '{"i":"1","t":3,"p":{}}',
      '{"i":"1","p":{"u":"/settings/get","h":{"content-type":"multipart/form-data"}}}',
      { i: '1', p: { u: '/settings/get' } },
      new Uint8Array([255, 255]),
      null,
      undefined,
      7,
    ].map((message) => ({ message })),
  )('is closed by what is no call ($message), and others go on answering', async ({ message }) => {
    const [broken, whole] = [new MessageChannel(), new MessageChannel()];
    for (const { port1 } of [broken, whole]) serveMessagePort(engine.router, port1);
    const closed = new Promise((resolve) => broken.port2.addEventListener('close', resolve));
    broken.port2.start();
    broken.port2.postMessage(message);
    await closed;
    expect(await clientOverPort(whole.port2).settings.get()).toEqual({
      workers: 0,
      theme: 'system',
      figure: defaultFigureLook,
    });
    whole.port2.close();
  });
});

describe('the native dialog', () => {
  it('gives a token instead of a path, or null when it is dismissed', async () => {
    writeOrlFolder(join(folder, 'orl'));
    const chosen = await engine.client.files.choose({ kind: 'folder' });
    expect(chosen).toEqual({ token: expect.stringMatching(/^[\w-]{22}$/), name: 'orl' });
    expect(await engine.client.datasets.previewImport({ token: chosen!.token })).toMatchObject({ layout: 'orl' });
    expect(await engine.client.files.choose({ kind: 'file' })).toBeNull();
  });
});

describe('closing the engine', () => {
  it('stops a running study; opened again, it can go on', async () => {
    const id = await runLongStudy();
    await engine.close();
    const again = await openEngine({
      workspacePath: join(folder, 'w.eigenbench'),
      host: 'desktop',
      roots: [],
      log: 'none',
    });
    expect(['ready', 'stopped']).toContain((await again.client.studies.get({ id })).state);
    await again.close();
  });
});
