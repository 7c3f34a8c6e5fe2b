/**
 * Programs as methods that misbehave at a random call: they end, hang, lie, flood, or answer damaged frames. The method
 * answers what is right, or fails with a reason of bounded length; no process is left.
 */
import { mkdirSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { frameParts } from '../../src/core/methods/external/messageFrames.ts';
import { context, faces, FIRST_PIXELS, openMethod, training, writeProgram } from '../main/external/ownProgram.ts';
import type { Campaign } from './campaign.ts';
import { mutate, type Random } from './fuzz/mutate.ts';
import { mutateJson } from './fuzz/mutateJson.ts';

/** Seconds without a sign of life. */
const TIMEOUT = 2;
/** Milliseconds until what was ended is gone. */
const GONE = 20_000;

const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
const write = (bytes: Uint8Array): string =>
  `writeSync(1, Buffer.from('${Buffer.from(bytes).toString('base64')}', 'base64'));`;

/** What a program answers to a call, or nearly. */
function frame(random: Random): Uint8Array {
  const head = { reply: 'done', request: 1 + random(6), fits: [{ q: 0 }], arrays: [] };
  if (random(2) === 0) return Buffer.from(`${mutateJson(JSON.stringify(head), random)}\n`);
  const npy = Buffer.alloc(8 * random(100), random(256));
  const parts = frameParts({ head, arrays: [{ name: random(2) === 0 ? 'codes' : '0.q', npy }] });
  return mutate(Buffer.concat(parts), random);
}

/** Statements of a program, by what they do. */
const behaviours: Readonly<Record<string, (random: Random) => string>> = {
  ends: (random) => `process.exit(${random(256)});`,
  'ends itself': (random) => `process.kill(process.pid, '${['SIGKILL', 'SIGSEGV', 'SIGTERM', 'SIGABRT'][random(4)]}');`,
  throws: () => `throw new Error('rank\\u0000\\u001b[2J\\u202e\\n' + 'x'.repeat(5000));`,
  hangs: () => `process.on('SIGTERM', () => {}); ${wait}`,
  'answers random bytes': (random) => write(Uint8Array.from({ length: 1 + random(500) }, () => random(256))),
  'answers a damaged frame': (random) => write(frame(random)),
  'answers and ends': (random) => `${write(frame(random))} process.exit(0);`,
  'announces what does not come': (random) =>
    `writeSync(1, '{"reply":"done","arrays":[{"name":"codes","bytes":${10 ** (2 + random(17))}}]}\\n');`,
  'never ends its line': (random) => `writeSync(1, 'x'.repeat(${1 + random(3_000_000)}));`,
  'nests without end': (random) => `writeSync(1, '{"reply":"done","fits":' + '['.repeat(${random(1e6)}) + '\\n');`,
  'floods standard error': (random) =>
    `for (let i = 0; i < ${random(200)}; i++) writeSync(2, '\\u001b[31m' + 'e'.repeat(60000)); process.exit(4);`,
  'leaves a process of its group': () => `spawn('sleep', ['600']); process.exit(3);`,
  'leaves a process out of its group': () =>
    `spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref(); process.exit(3);`,
  'closes its answers': () => `closeSync(1);`,
  'answers numbers that are none': (random) =>
    `return { shape: [30, 3], data: new Float64Array(90).fill(${random(2) === 0 ? 'NaN' : '-Infinity'}) };`,
  'answers another shape': (random) =>
    `return { shape: [${random(40)}, ${random(5)}], data: new Float64Array(${random(200)}) };`,
};

/** Before hello these are waited for as long as a program may take to load its packages, two minutes. */
const SILENT = new Set(['hangs', 'announces what does not come', 'never ends its line', 'closes its answers']);

export const programs: Campaign = {
  about: 'programs as methods that end, hang, lie, flood or answer damaged frames',
  unit: 'programs',
  async attack(tries, { folder, only }) {
    const names = Object.keys(behaviours).filter((name) => name.includes(only));
    for (const one of tries) {
      const { random } = one;
      const name = names[random(names.length)];
      const call = ['fit', 'encode', 'hello'][random(SILENT.has(name) ? 2 : 3)];
      const act = behaviours[name](random);
      const own = join(folder, `program-${one.seed}`);
      mkdirSync(own);
      const inCall = (of: string): string => `(...input) => { ${call === of ? act : ''} return ${of}(...input); }`;
      const before = call === 'hello' ? `(() => { ${act} })();` : '';
      writeProgram(
        own,
        `import { spawn } from 'node:child_process';
         import { closeSync, writeSync } from 'node:fs';
         ${FIRST_PIXELS}
         ${before}
         serve('own', { fit: ${inCall('fit')}, encode: ${inCall('encode')} });
         void [spawn, closeSync, writeSync];`,
        { timeout: TIMEOUT },
      );
      const { method, close } = openMethod(own);
      try {
        const { count, rows } = method.encode(method.fit(training, [3], {}, context()), faces.images);
        if (count !== 30 || rows !== 3) throw new Error(`codes of ${count} images and ${rows} rows`);
        tries.tally('answered', name);
      } catch (error) {
        const { message } = error as Error;
        if (isSaid(message)) tries.tally('refused', name);
        else tries.fault(one, `${name} in ${call}: ${JSON.stringify(message.slice(0, 500))}`);
      } finally {
        close();
      }
      const began = performance.now();
      let left = processesIn(own);
      while (left.length > 0 && performance.now() - began < GONE) {
        await sleep(20);
        left = processesIn(own);
      }
      if (left.length > 0) tries.fault(one, `${name} in ${call}: ${left.length} processes are left`);
      rmSync(own, { recursive: true, force: true });
    }
  },
};

/** A reason of bounded length; it may quote the program, and what shows it makes that harmless. */
function isSaid(message: string): boolean {
  return message.length > 10 && message.length < 20_000;
}

/** Processes whose working folder it is; on other systems than Linux none can be seen. */
function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && workingFolder(pid) === folder);
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
