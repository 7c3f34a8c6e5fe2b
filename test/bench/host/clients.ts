/**
 * How long fifty clients of a served workspace wait (wall time, of a host with threads as `eigenbench serve` has it):
 * node test/bench/host/clients.ts [clients, 50] [rounds, 4]
 *
 * Each client opens a study and takes files of it, one call after another; then each does so with settings of its
 * own, so that no two ask for the same; then all do while a study runs. For comparison: one client alone.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { datasetHash } from '../../../src/core/images/datasetHash.ts';
import { openEngine } from '../../../src/main/engine/engine.ts';
import { superviseEngine } from '../../../src/main/engineThread/supervisor.ts';
import { startServer } from '../../../src/main/server/server.ts';
import type { ClientsTask, Waits } from './workers/clients.ts';

const CLIENTS = Number(process.argv[2] ?? 50);
const ROUNDS = Number(process.argv[3] ?? 4);
const STUDIES = 6;
const folder = mkdtempSync(join(tmpdir(), 'eigenbench-clients-'));
const workspacePath = join(folder, 'w.eigenbench');

/** 40 subjects with ten images of 28 × 23, and studies of six methods in four conditions with ten repeats. */
async function prepare(): Promise<void> {
  const engine = await openEngine({ workspacePath, host: 'browser', roots: [] });
  const [count, rows, cols] = [400, 28, 23];
  const pixels = Uint8Array.from({ length: count * rows * cols }, (_, i) => {
    const subject = Math.floor(i / (10 * rows * cols));
    return (((subject * 97 + (i % (rows * cols)) * 31) & 127) + ((i * 2654435761) >>> 25)) & 255;
  });
  const subjects = Array.from({ length: count }, (_, n) => `s${Math.floor(n / 10)}`);
  const images = { rows, cols, count, pixels };
  engine.addDataset(
    'faces',
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
  for (let n = 1; n <= STUDIES; n++) {
    const { id } = await engine.client.studies.create({
      spec: {
        name: `study ${n}`,
        dataset: 'faces',
        seed: n,
        protocol: { kind: 'random', trainPerSubject: [2, 3, 4, 5], repeats: 10 },
        methods: [{ method: 'pca' }, { method: 'lda' }, { method: '2dpca' }, { method: '2dpca-left' }],
      },
    });
    await engine.client.studies.run({ id });
    for await (const { state } of await engine.client.studies.watch({ id })) if (state !== 'running') break;
  }
  await engine.close();
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

function show(title: string, waits: Waits, seconds: number): void {
  process.stdout.write(`${title}, ${seconds.toFixed(1)} s\n`);
  for (const [call, values] of Object.entries(waits)) {
    const shown = [median(values), Math.max(...values)].map((value) => `${(value / 1000).toFixed(3)} s`.padStart(12));
    process.stdout.write(`  ${call.padEnd(28)}${shown.join('')}\n`);
  }
}

await prepare();
const engine = superviseEngine({
  open: { workspacePath, host: 'browser', roots: [] },
  onLost: (sentence) => process.stderr.write(`${sentence}\n`),
});
await engine.opened;
const { pathname } = new URL('../../../out/renderer', import.meta.url);
const server = await startServer({ connect: engine.connect, pageFolder: pathname });
const clients = new Worker(new URL('./workers/clients.ts', import.meta.url), { workerData: { url: server.url } });
async function measure(title: string, task: ClientsTask): Promise<void> {
  const from = performance.now();
  clients.postMessage(task);
  const [waits] = (await once(clients, 'message')) as [Waits];
  show(title, waits, (performance.now() - from) / 1000);
}
process.stdout.write(`${''.padEnd(30)}      median     longest\n`);
const task = { clients: CLIENTS, rounds: ROUNDS, studies: STUDIES, own: false, running: false };
await measure('One client, each study for the first time', { ...task, clients: 1, rounds: STUDIES });
await measure(`${CLIENTS} clients`, task);
await measure(`${CLIENTS} clients, each with settings of its own`, { ...task, own: true, rounds: 1 });
await measure(`${CLIENTS} clients while a study runs`, { ...task, running: true });
await clients.terminate();
await server.close();
await engine.close(1500);
rmSync(folder, { recursive: true });
