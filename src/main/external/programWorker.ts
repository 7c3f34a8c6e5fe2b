/**
 * A thread between a solver and the program of a method: it starts the process, writes frames to it and reads frames
 * and standard error, while the solver's thread waits in `programClient.ts`. The process ends with this thread.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { workerData } from 'node:worker_threads';
import { FrameReader, frameParts, NoFrameError, type Frame } from '../../core/methods/external/messageFrames.ts';
import { endProgram } from './killProcessTree.ts';
import type { ProgramReply, ProgramStart } from './programMessages.ts';

/** Maximum lines and characters of standard error that failures quote. */
const LINES = 12;
const CHARACTERS = 4000;
/** Milliseconds for a program to end by itself after its input has ended. */
const PATIENCE = 2000;

/**
 * On POSIX the program leads a process group. A shell in that group waits for the end of a pipe that this process
 * holds: however this process ends, the shell kills the group. `exec` replaces the outer shell by the program.
 * Descendants that have left the group are found by a mark in their inherited environment, if the system shows it
 * (Linux). The shell looks twice, for descendants started meanwhile.
 */
const GUARD = `mark=$1; shift
(while read -r _ <&3; do :; done
for again in 1 2; do
  for at in $(grep -lszx "EIGENBENCH_PROGRAM=$mark" /proc/[0-9]*/environ); do at=\${at#/proc/}; kill -9 "\${at%/*}"; done
done
kill -9 -$$) </dev/null >/dev/null 2>/dev/null &
export EIGENBENCH_PROGRAM="$mark"; exec "$@" 3<&-`;

const { command, folder, threads, cache, signal, port } = workerData as ProgramStart;
const flag = new Int32Array(signal);

function answer(reply: ProgramReply): void {
  const transfer = reply.kind === 'frame' ? reply.frame.arrays.map(({ npy }) => npy.buffer as ArrayBuffer) : [];
  port.postMessage(reply, transfer);
  Atomics.add(flag, 0, 1);
  Atomics.notify(flag, 0);
}

/** One thread for linear algebra unless the declaration says otherwise: cells run in parallel. */
function environment(): NodeJS.ProcessEnv {
  const count = String(threads);
  const names = ['OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'MKL_NUM_THREADS', 'VECLIB_MAXIMUM_THREADS'];
  return { ...process.env, ...Object.fromEntries(names.map((name) => [name, count])), ...bytecode(cache) };
}

/**
 * A shared bytecode cache may differ from the source next to it, so Python keeps one cache folder per version of a
 * method. Compiling NumPy at every start costs 0.40 s of processor time instead of 0.13.
 */
function bytecode(folder: string): NodeJS.ProcessEnv {
  return { PYTHONPYCACHEPREFIX: folder, PYTHONDONTWRITEBYTECODE: '' };
}

function start(): ChildProcess {
  const options = { cwd: folder, env: environment(), windowsHide: true };
  if (process.platform === 'win32') {
    return spawn(command[0], command.slice(1), { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  }
  return spawn('/bin/sh', ['-c', GUARD, 'eigenbench', randomUUID(), ...command], {
    ...options,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
}

const child = start();
const guard = child.stdio[3] as Duplex | undefined;
const reader = new FrameReader();
let errors = '';
let over = false;

function lastLines(): string {
  return errors.trimEnd().split(/\r?\n/).slice(-LINES).join('\n');
}

/** Ends the program; only the first reason is reported. */
function end(reason: string): void {
  if (over) return;
  over = true;
  answer({ kind: 'ended', reason, stderr: lastLines() });
  kill();
}

function kill(): void {
  endProgram(child, guard);
}

child.on('error', (error: NodeJS.ErrnoException) => {
  end(error.code === 'ENOENT' ? `"${command[0]}" could not be started: there is no such program` : error.message);
});
child.stderr!.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-CHARACTERS)));
child.stdout!.on('data', (chunk: Buffer) => {
  if (over) return;
  let frames: Frame[];
  try {
    frames = reader.take(new Uint8Array(chunk));
  } catch (error) {
    if (!(error instanceof NoFrameError)) throw error;
    const text = error.text.trim().slice(0, 200);
    const received = text === '' ? error.message : `"${text}"`;
    end(`it wrote something other than a frame to standard output: ${received}. Messages belong on standard error`);
    return;
  }
  for (const frame of frames) answer({ kind: 'frame', frame, stderr: lastLines() });
  // Part of a reply, such as a large array, is a sign of life; complete frames are signals of their own.
  if (frames.length === 0) Atomics.add(flag, 1, 1);
});
// The guard holds its end of the pipe; otherwise the streams would never all be closed.
child.on('exit', () => guard?.destroy());
child.on('close', (code, killed) => {
  if (code === 127 && process.platform !== 'win32' && errors.includes('not found')) {
    end(`"${command[0]}" could not be started: there is no such program`);
  } else
    end(
      killed
        ? `it was ended by ${killed}`
        : `it ended with exit code ${code}${reader.between ? '' : ', in the middle of a frame'}`,
    );
});
// The program may end while it is written to; its exit gives the reason.
child.stdin!.on('error', () => undefined);
guard?.on('error', () => undefined);

port.on('message', (message: Frame | 'close' | 'kill') => {
  if (message === 'kill') {
    over = true;
    child.on('close', () => process.exit(0));
    return kill();
  }
  if (message === 'close') {
    child.stdin!.end();
    setTimeout(() => {
      kill();
      process.exit(0);
    }, PATIENCE).unref();
    child.on('close', () => process.exit(0));
    if (over) process.exit(0);
    return;
  }
  for (const part of frameParts(message)) child.stdin!.write(part);
});
