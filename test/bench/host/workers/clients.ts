/** Many clients of a host in a thread of their own, each with a web socket: one call after another, and its wait. */
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';
import type { Client } from '../../../../src/renderer/api/client.ts';
import { clientOverSocket } from '../../../support/pageClients.ts';

export interface ClientsTask {
  readonly clients: number;
  readonly rounds: number;
  readonly studies: number;
  /** Every client sets its tables in its own way: no answer serves two. */
  readonly own: boolean;
  readonly running: boolean;
}

/** Milliseconds of each call, by its name. */
export type Waits = Record<string, number[]>;

const { origin, host, hash } = new URL((workerData as { url: string }).url);
const protocols = ['eigenbench', `token.${hash.slice('#token='.length)}`];
const connect = (): Client => clientOverSocket(new WebSocket(`ws://${host}/rpc`, protocols, { origin }));

const ownOptions = (n: number) => ({
  digits: n % 7,
  underline: Math.floor(n / 7) % 2 === 1,
  marks: Math.floor(n / 14) % 2 === 1,
  standings: Math.floor(n / 28) % 2 === 1,
});

async function visit(client: Client, id: number, own: number | null, waits: Waits): Promise<void> {
  const timed = async (name: string, call: () => Promise<unknown>): Promise<void> => {
    const from = performance.now();
    await call();
    (waits[name] ??= []).push(performance.now() - from);
  };
  const options = own === null ? {} : ownOptions(own);
  await timed('list of studies', () => client.studies.list());
  await timed('list of datasets', () => client.datasets.list());
  await timed('table on the page', () => client.studies.results({ id, options }));
  for (const format of ['csv', 'latex', 'xlsx', 'report', 'predictions'] as const) {
    await timed(`export as ${format}`, () => client.studies.export({ id, format, options }));
  }
  await timed('list of studies', () => client.studies.list());
}

async function perform({ clients, rounds, studies, own, running }: ClientsTask): Promise<Waits> {
  const all = Array.from({ length: clients }, connect);
  const waits: Waits = {};
  if (running) {
    const protocol = { kind: 'random' as const, trainPerSubject: [2, 3, 4, 5], repeats: 500 };
    const methods = [{ method: 'pca' }, { method: '2dpca' }];
    const { id } = await all[0].studies.create({ spec: { name: 'long', dataset: 'faces', protocol, methods } });
    await all[0].studies.run({ id });
  }
  await Promise.all(
    all.map(async (client, n) => {
      for (let round = 0; round < rounds; round++) {
        await visit(client, 1 + ((n + round) % studies), own ? n : null, waits);
      }
    }),
  );
  return waits;
}

parentPort!.on('message', (task: ClientsTask) => void perform(task).then((waits) => parentPort!.postMessage(waits)));
