/**
 * How long threads are kept in one piece, in processor time (wall time counts what else the machine does):
 * node test/bench/host/blocks.ts [images, 20000]
 *
 * 1. The engine's own thread while it reads 20,000 images of 32 × 32, with and without threads for long reads.
 * 2. A host's first thread while the engine's thread runs a study, imports pictures and exports those images.
 * 3. A message through the relay, and the way from the end of an engine to the next answer of the one that follows.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BroadcastChannel, MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import sharp from 'sharp';
import { datasetHash } from '../../../src/core/images/datasetHash.ts';
import { openEngine } from '../../../src/main/engine/engine.ts';
import type { EngineClient } from '../../../src/main/engine/router.ts';
import type { PageEnd } from '../../../src/main/engineThread/relay.ts';
import { inThread, superviseEngine, type SupervisedEngine } from '../../../src/main/engineThread/supervisor.ts';
import { serveMessagePort } from '../../../src/main/engineThread/messagePort.ts';
import { clientOverPort } from '../../support/pageClients.ts';
import type { PageTask } from './workers/page.ts';

const COUNT = Number(process.argv[2] ?? 20_000);
const SIDE = 32;
const PICTURES = 300;
const folder = mkdtempSync(join(tmpdir(), 'eigenbench-blocks-'));
const workspacePath = join(folder, 'w.eigenbench');

/** The longest turn of this thread while `work` is done: milliseconds of its processor time between two timers. */
async function longestBlock(work: () => Promise<unknown>): Promise<{ block: number; wall: number }> {
  const cpu = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let block = 0;
  let last = cpu();
  const timer = setInterval(() => {
    const now = cpu();
    block = Math.max(block, now - last);
    last = now;
  }, 1);
  const from = performance.now();
  await work();
  // What the last turn took counts too.
  await new Promise((resolve) => setTimeout(resolve, 20));
  clearInterval(timer);
  return { block, wall: performance.now() - from };
}

const line = (what: string, ...values: readonly (number | string)[]): void => {
  const shown = values.map((value) => (typeof value === 'number' ? value.toFixed(1) : value).padStart(10));
  process.stdout.write(`${what.padEnd(44)}${shown.join('')}\n`);
};

const spec = (name: string, repeats: number) => ({
  name,
  dataset: 'noise',
  protocol: { kind: 'random' as const, trainPerSubject: [2], repeats },
  methods: [{ method: '2dpca' }, { method: 'pca' }],
});

function reads(client: EngineClient, id: number, study: number): Record<string, () => Promise<unknown>> {
  return {
    'export npz': async () => (await client.datasets.export({ id, format: 'npz' })).size,
    'export mat': async () => (await client.datasets.export({ id, format: 'mat' })).size,
    'export png': async () => (await client.datasets.export({ id, format: 'png' })).size,
    'mean faces': () => client.datasets.means({ id, maxSide: 64 }),
    eigenvalues: () => client.datasets.spectrum({ id }),
    '64 thumbnails': () =>
      client.datasets.thumbnails({ id, index: Array.from({ length: 64 }, (_, n) => n), maxSide: 64 }),
    'subjects and files': () => client.datasets.get({ id }),
    'table and curves': () => client.studies.results({ id: study }),
    'table as xlsx': () => client.studies.export({ id: study, format: 'xlsx' }),
    'report as html': () => client.studies.export({ id: study, format: 'report' }),
  };
}

async function finish(client: EngineClient, id: number): Promise<void> {
  await client.studies.run({ id });
  for await (const { state } of await client.studies.watch({ id })) if (state !== 'running') return;
}

async function prepare(): Promise<{ id: number; study: number }> {
  const engine = await openEngine({ workspacePath, host: 'browser', roots: [] });
  const pixels = Uint8Array.from({ length: COUNT * SIDE * SIDE }, (_, i) => (i * 2654435761) >>> 24);
  const subjects = Array.from({ length: COUNT }, (_, n) => `s${n % 200}`);
  const images = { rows: SIDE, cols: SIDE, count: COUNT, pixels };
  const { id } = engine.addDataset(
    'noise',
    {
      layout: 'generated',
      images,
      subjects,
      files: subjects.map((name, n) => `${name}/${n}`),
      attributes: subjects.map(() => ({})),
      problems: [],
      hash: datasetHash(images, subjects),
    },
    '',
  );
  const study = await engine.client.studies.create({ spec: spec('finished', 4) });
  await finish(engine.client, study.id);
  await engine.close();
  return { id, study: study.id };
}

async function measureEngine({ id, study }: { id: number; study: number }): Promise<void> {
  line(`engine's thread, ${COUNT} images: block in ms`, 'own', 'threads', 'wall');
  const found = new Map<string, number[]>();
  for (const readers of [false, true]) {
    const engine = await openEngine({ workspacePath, host: 'browser', roots: [], readers });
    for (const [name, read] of Object.entries(reads(engine.client, id, study))) {
      const { block, wall } = await longestBlock(read);
      found.set(name, [...(found.get(name) ?? []), block, ...(readers ? [wall] : [])]);
    }
    await engine.close();
  }
  for (const [name, values] of found) line(`  ${name}`, ...values);
}

/** The host's end of a page, and the page's port. */
function newPage(): { end: PageEnd; port: MessagePort; closed: Promise<void> } {
  const { port1, port2 } = new MessageChannel();
  const closed = Promise.withResolvers<void>();
  const end: PageEnd = {
    send: (delivery) =>
      port1.postMessage(delivery, typeof delivery === 'string' ? [] : [delivery.bytes.buffer as ArrayBuffer]),
    close: () => {
      port1.close();
      closed.resolve();
    },
    onMessage: (listener) => void port1.on('message', listener),
    onClose: (listener) => void port1.on('close', listener),
  };
  return { end, port: port2, closed: closed.promise };
}

function pageOf(engine: SupervisedEngine): { client: EngineClient; closed: Promise<void>; leave: () => void } {
  const { end, port, closed } = newPage();
  engine.connect(end);
  return { client: clientOverPort(port as never), closed, leave: () => port.close() };
}

async function makePictures(): Promise<void> {
  await mkdir(join(folder, 'pictures', 's1'), { recursive: true });
  const raw = { width: 256, height: 256, channels: 1 as const };
  const grey = Buffer.from(Uint8Array.from({ length: 256 * 256 }, (_, i) => (i * 31) & 255));
  const jpeg = await sharp(grey, { raw }).jpeg().toBuffer();
  for (let n = 0; n < PICTURES; n++) await writeFile(join(folder, 'pictures', 's1', `${n}.jpg`), jpeg);
}

async function measureHost({ id }: { id: number }): Promise<void> {
  await makePictures();
  const engine = superviseEngine({
    open: { workspacePath, host: 'browser', roots: [folder] },
    chooseNative: async () => join(folder, 'pictures'),
    onLost: (sentence) => process.stderr.write(`${sentence}\n`),
  });
  await engine.opened;
  const { end, port } = newPage();
  engine.connect(end);
  const page = new Worker(new URL('./workers/page.ts', import.meta.url), {
    workerData: { port },
    transferList: [port],
  });
  const perform = async (task: PageTask): Promise<void> => {
    page.postMessage(task);
    await once(page, 'message');
  };
  line("host's first thread: longest block in ms", 'block', 'wall');
  const show = async (name: string, task: PageTask): Promise<void> => {
    const { block, wall } = await longestBlock(() => perform(task));
    line(`  ${name}`, block, wall);
  };
  await perform({ kind: 'study', name: 'warm' });
  await show('while a study runs', { kind: 'study', name: 'measured' });
  await show(`while ${PICTURES} JPEG are imported`, { kind: 'import' });
  for (const format of ['npz', 'mat', 'png'] as const) {
    await show(`while ${COUNT} images are exported as ${format}`, { kind: 'export', id, format });
  }
  await page.terminate();

  // A call there and back: two messages through the relay, beside those of a port without one.
  const { port1, port2 } = new MessageChannel();
  const direct = await openEngine({ workspacePath: join(folder, 'd.eigenbench'), host: 'browser', roots: [] });
  serveMessagePort(direct.router, port1 as never);
  const rate = async (called: EngineClient): Promise<number> => {
    for (let n = 0; n < 200; n++) await called.settings.get();
    const from = performance.now();
    for (let n = 0; n < 1000; n++) await called.settings.get();
    return (performance.now() - from) / 1000;
  };
  const relayed = pageOf(engine);
  line(
    'a call in ms: relayed, over a port alone',
    await rate(relayed.client),
    await rate(clientOverPort(port2 as never)),
  );
  port2.close();
  await direct.close();
  relayed.leave();
  await engine.close();
}

async function measureRestart(): Promise<void> {
  process.env['EIGENBENCH_TEST_ORDERS'] = 'blocks';
  const orders = new BroadcastChannel('blocks');
  const engine = superviseEngine({
    open: { workspacePath, host: 'browser', roots: [] },
    start: inThread(new URL('../../main/engineThread/workers/faulty.ts', import.meta.url)),
    onLost: (sentence) => process.stderr.write(`${sentence}\n`),
  });
  await engine.opened;
  for (let n = 0; n < 3; n++) {
    const page = pageOf(engine);
    await page.client.settings.get();
    const from = performance.now();
    orders.postMessage('exit');
    await page.closed;
    // As pages do: a port that was given to the engine that is about to end closes again.
    for (let answered = false; !answered;) {
      const next = pageOf(engine);
      answered = await next.client.settings.get().then(
        () => true,
        () => false,
      );
      next.leave();
    }
    line('from the end of an engine to the next answer', performance.now() - from);
  }
  orders.close();
  await engine.close();
}

const prepared = await prepare();
await measureEngine(prepared);
await measureHost(prepared);
await measureRestart();
rmSync(folder, { recursive: true });
