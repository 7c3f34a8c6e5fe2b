/**
 * A host of its own process that a page keeps busy: studies are created, run, paused, cancelled, renamed, deleted and
 * restored, watched and looked at, while commands work at the same workspace. Every refusal is a named error; memory,
 * handles and threads do not grow; at the end the host obeys SIGTERM and the workspace is sound.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ORPCError } from '@orpc/client';
import { WebSocket } from 'ws';
import { commandLineFile } from '../support/builtApplication.ts';
import { clientOverSocket } from '../support/pageClients.ts';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import type { Campaign } from './campaign.ts';
import type { Random } from './fuzz/mutate.ts';
import { processMemory } from './processMemory.ts';

const NAMED = new Set(['NOT_FOUND', 'INVALID', 'CONFLICT']);
/** MiB of memory and handles that a host may take. */
const [MOST_MEMORY, MOST_HANDLES] = [1200, 200];
/** Milliseconds that an answer may take. */
const PATIENCE = 60_000;
const W = ['--workspace', 'w.eigenbench'];

type Client = ReturnType<typeof clientOverSocket>;

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)];

/** Calls of the page, by name; `ids` are those of studies that are or were there. */
const calls: Readonly<Record<string, (client: Client, ids: number[], random: Random) => Promise<unknown>>> = {
  async create(client, ids, random) {
    const { id } = await client.studies.create({
      spec: {
        name: `s${random(40)}`,
        dataset: 'faces',
        seed: random(100),
        methods: pick(random, [[{ method: 'pca' }], [{ method: 'pca' }, { method: '2dpca' }], [{ method: 'bppca' }]]),
        protocol: { kind: 'random', trainPerSubject: [2], repeats: 1 + random(30) },
      },
    });
    ids.push(id);
  },
  run: (client, ids, random) => client.studies.run({ id: pick(random, ids) }),
  pause: (client, ids, random) => client.studies.pause({ id: pick(random, ids) }),
  cancel: (client, ids, random) => client.studies.cancel({ id: pick(random, ids) }),
  rename: (client, ids, random) => client.studies.rename({ id: pick(random, ids), name: `s${random(40)}` }),
  restore: (client, ids, random) => client.studies.restore({ id: pick(random, ids) }),
  list: (client) => client.studies.list(),
  results: (client, ids, random) => client.studies.results({ id: pick(random, ids), options: {} }),
  history: (client, ids, random) => client.studies.history({ id: pick(random, ids) }),
  async delete(client, ids, random) {
    const place = random(ids.length);
    const forGood = random(2) === 0;
    await client.studies.delete({ id: ids[place], forGood });
    if (forGood) ids.splice(place, 1);
  },
  async watch(client, ids, random) {
    let events = 0;
    for await (const _ of await client.studies.watch({ id: pick(random, ids) })) if (++events === 3) break;
  },
};

const commands: readonly (readonly string[])[] = [
  ['studies', ...W],
  ['check', ...W],
  ['backup', 'copy.eigenbench', ...W],
  ['export', 'faces', '--out', 'faces.npz', ...W],
];

export const soak: Campaign = {
  about: 'a host that a page and commands keep busy: memory, handles and what it says',
  unit: 'calls',
  async attack(tries, { folder, only }) {
    const here = scratch({ folder });
    writeFaces(join(folder, 'faces'), { subjects: 6, perSubject: 6, rows: 16, cols: 14 });
    await here.start(['import', 'faces', '--name', 'faces', ...W]);
    const environment = { ...process.env, XDG_DATA_HOME: folder };
    const host = spawn(process.execPath, [commandLineFile(), 'serve', ...W], { cwd: folder, env: environment });
    let log = 0;
    host.stderr.on('data', (chunk: Buffer) => (log += chunk.length));
    const [chunk] = (await once(host.stdout, 'data')) as [Buffer];
    const url = new URL(String(chunk).trim());
    const protocols = ['eigenbench', url.hash.slice(1).replace('=', '.')];
    const client = clientOverSocket(new WebSocket(`ws://${url.host}/rpc`, protocols, { origin: url.origin }));
    const ids: number[] = [];
    await calls.create(client, ids, () => 0);
    const names = Object.keys(calls).filter((name) => name.includes(only));
    const first = usage(host.pid!);
    let most = first;
    let beside: Promise<void> | null = null;
    for (const one of tries) {
      const name = ids.length === 0 ? 'create' : pick(one.random, names);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('no answer')), PATIENCE);
      });
      try {
        await Promise.race([calls[name](client, ids, one.random), late]);
        tries.tally('answered', name);
      } catch (error) {
        if (error instanceof ORPCError && NAMED.has(error.code)) tries.tally('refused', name);
        else tries.fault(one, `${name}: ${String(error)}`);
      } finally {
        clearTimeout(timer);
      }
      if (host.exitCode !== null || host.signalCode !== null) throw new Error('The host has ended.');
      if (one.random(60) === 0) {
        const words = pick(one.random, commands);
        beside ??= here.start(words).then(({ code, stderr }) => {
          beside = null;
          if (code === 0 || /^\S[^]*\.\s*$/.test(stderr)) tries.tally(code === 0 ? 'done' : 'refused', words[0]);
          else tries.fault(one, `${words.join(' ')}: ${stderr}`);
        });
        const now = usage(host.pid!);
        most = { memory: Math.max(most.memory, now.memory), handles: Math.max(most.handles, now.handles) };
        if (now.memory > MOST_MEMORY || now.handles > MOST_HANDLES) {
          throw new Error(`The host has ${now.memory} MiB and ${now.handles} handles.`);
        }
      }
    }
    await beside;
    const last = usage(host.pid!);
    tries.remark(`${first.memory} MiB at first, ${most.memory} at most, ${last.memory} at last`);
    tries.remark(`${first.handles} handles at first, ${most.handles} at most; ${log} bytes of errors`);
    tries.remark(`a workspace of ${Math.ceil(statSync(join(folder, 'w.eigenbench')).size / 2 ** 20)} MiB`);
    const began = performance.now();
    const ended = once(host, 'exit');
    host.kill('SIGTERM');
    await ended;
    const seconds = (performance.now() - began) / 1000;
    if (seconds > 15) tries.fault(tries.last, `SIGTERM was obeyed after ${seconds} s`);
    const { code, stderr } = await here.start(['check', ...W]);
    if (code !== 0) tries.fault(tries.last, `check: ${stderr}`);
  },
};

/** MiB of memory and open handles of a process; zeros where Linux does not tell. */
function usage(pid: number): { readonly memory: number; readonly handles: number } {
  try {
    return { memory: Math.round(processMemory(pid, 'now') / 2 ** 20), handles: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return { memory: 0, handles: 0 };
  }
}
