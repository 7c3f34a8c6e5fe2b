/**
 * What a command does to the files below a folder, call by call, and calls that fail on purpose: both by strace, which
 * needs no compiler and sees SQLite's calls as well as those of Node.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';

/** What changes a disk, or brings it there. Paths are below the folder and relative to it; '' is the folder itself. */
export type Call =
  | { readonly kind: 'create' | 'remove' | 'folder' | 'sync'; readonly path: string }
  /** Of a call without a place the data follow the end of the file. */
  | { readonly kind: 'write'; readonly path: string; readonly at: number | null; readonly data: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string };

/** Calls of one kind fail from the n-th of each thread on, or only that one. */
export interface Fault {
  readonly kind: FaultKind;
  readonly at: number;
  readonly forEver: boolean;
}

/**
 * Calls to the system, and the error that they fail with. SQLite and Node flush by `fsync` in one thread; commits
 * between are flushed by `fdatasync` in another. Their own files they read and write at places (`p…64`), other than
 * pipes and the words of a terminal.
 */
const FAILING = {
  read: ['pread64', 'EIO'],
  write: ['pwrite64', 'ENOSPC'],
  sync: ['fsync', 'EIO'],
  flush: ['fdatasync', 'EIO'],
  truncate: ['ftruncate', 'EIO'],
} as const;
export type FaultKind = keyof typeof FAILING;
export const faultKinds = Object.keys(FAILING) as FaultKind[];
const ofEachKind = <T>(value: (kind: FaultKind) => T): Record<FaultKind, T> =>
  Object.fromEntries(faultKinds.map((kind) => [kind, value(kind)])) as Record<FaultKind, T>;

const WATCHED =
  'openat,open,creat,write,pwrite64,pread64,writev,pwritev,fsync,fdatasync,ftruncate,unlink,unlinkat,rename,renameat,renameat2,mkdir,rmdir';

export interface Traced {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly calls: readonly Call[];
  /**
   * Of each kind the numbers, from 1 and counted by thread, of those calls that are on files below the folder: all that
   * loads the program is on others.
   */
  readonly numbers: Readonly<Record<FaultKind, readonly number[]>>;
  /** Paths of the calls that were made to fail, of those outside the folder null. */
  readonly failed: readonly (string | null)[];
}

/** False where strace is not installed, or may not trace. */
export function straceWorks(): boolean {
  return process.platform === 'linux' && spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;
}

export interface TraceOptions {
  /** Below it files are watched. */
  readonly folder: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly fault?: Fault;
  /** Where the trace goes. */
  readonly log: string;
  /** Asked again and again of a command that does not end by itself: where it is true, it is killed. */
  readonly until?: (stdout: string, calls: () => readonly Call[]) => boolean;
}

/** Runs a command under watch, in the folder. */
export async function traced(command: readonly string[], options: TraceOptions): Promise<Traced> {
  const { folder, environment, fault, log, until } = options;
  const when = fault && `${fault.at}${fault.forEver ? '+' : ''}`;
  const [call, error] = FAILING[fault?.kind ?? 'read'];
  const inject = fault ? ['-e', `inject=${call}:error=${error}:when=${when}`] : [];
  const watch = ['-f', '--seccomp-bpf', '-qq', '-y', '-xx', '-s', String(2 ** 24), '-e', `trace=${WATCHED}`];
  const child = spawn('strace', [...watch, ...inject, '-o', log, '--', ...command], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', XDG_DATA_HOME: folder, ...environment },
    detached: until !== undefined,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const read = () => readTrace(readFileSync(log, 'latin1'), realpathSync(folder));
  const asking = setInterval(() => {
    if (!until?.(stdout, () => read().calls)) return;
    clearInterval(asking);
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch (error) {
      // It may have ended by itself.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }, 50);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  clearInterval(asking);
  return { code, stdout, stderr, ...read() };
}

/** The calls of a trace that changed something below the folder, in order. */
export function readTrace(text: string, folder: string): Pick<Traced, 'calls' | 'numbers' | 'failed'> {
  const calls: Call[] = [];
  const failed: (string | null)[] = [];
  const made = new Map<string, number>();
  const numbers = new Map<string, Set<number>>(faultKinds.map((kind) => [FAILING[kind][0], new Set()]));
  const below = (path: string): string | null =>
    path === folder ? '' : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
  for (const [thread, name, parameters, result] of wholeLines(text)) {
    const number = (made.get(`${name} ${thread}`) ?? 0) + 1;
    made.set(`${name} ${thread}`, number);
    const strings = [...parameters.matchAll(/"((?:\\x..)*)"/g)].map(([, hex]) => unhex(hex));
    const [, open] = /^\d+<((?:\\x..)*)>/.exec(parameters) ?? [];
    // Of a call on an open file its path, else that which it names.
    const places =
      open === undefined ? strings.map((bytes) => absolute(bytes.toString(), parameters)) : [String(unhex(open))];
    const [path, to] = places.map(below);
    if (result.includes('(INJECTED)')) failed.push(path ?? null);
    if (path === undefined || path === null) continue;
    numbers.get(name)?.add(number);
    if (!/^\d/.test(result)) continue;
    const call = callOf(name, parameters, path, to ?? '', strings[0], Number.parseInt(result, 10));
    if (call) calls.push(call);
  }
  return { calls, numbers: ofEachKind((kind) => [...numbers.get(FAILING[kind][0])!].sort((a, b) => a - b)), failed };
}

function callOf(name: string, parameters: string, path: string, to: string, data: Buffer, result: number): Call | null {
  const numbers = parameters.split(',').map(Number);
  switch (name) {
    case 'openat':
    case 'open':
    case 'creat':
      if (parameters.includes('O_TRUNC')) return { kind: 'truncate', path, size: 0 };
      return parameters.includes('O_CREAT') ? { kind: 'create', path } : null;
    case 'write':
      return { kind: 'write', path, at: null, data: data.subarray(0, result) };
    case 'pwrite64':
      return { kind: 'write', path, at: numbers.at(-1)!, data: data.subarray(0, result) };
    case 'pread64':
      return null;
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', path };
    case 'ftruncate':
      return { kind: 'truncate', path, size: numbers.at(-1)! };
    case 'unlink':
    case 'unlinkat':
    case 'rmdir':
      return { kind: 'remove', path };
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return { kind: 'rename', path, to };
    case 'mkdir':
      return { kind: 'folder', path };
    default:
      throw new Error(`The disk does not know the call ${name}(${parameters.slice(0, 80)}.`);
  }
}

/**
 * Thread, name, parameters and result of each call, at its end: one that another thread interrupted stands in two
 * lines.
 */
function* wholeLines(text: string): Generator<[thread: string, name: string, parameters: string, result: string]> {
  const begun = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, thread, rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (rest.endsWith('<unfinished ...>')) {
      begun.set(thread, rest.slice(0, -'<unfinished ...>'.length).trimEnd());
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const whole = resumed ? (begun.get(thread) ?? '') + resumed[1] : rest;
    const found = /^(\w+)\((.*)\) += (.*)$/.exec(whole);
    if (found) yield [thread, found[1], found[2], found[3]];
  }
}

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');

/** A name relative to the folder that the call names with it. */
function absolute(name: string, parameters: string): string {
  if (name.startsWith('/')) return name;
  const [, folder] = /^(?:AT_FDCWD|\d+)<((?:\\x..)*)>/.exec(parameters) ?? [];
  return folder === undefined ? name : `${String(unhex(folder))}/${name}`;
}
