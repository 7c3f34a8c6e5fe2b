/** Runs command lines in turn, all in one process of Node that has loaded the modules of the command line. */
import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './harness.ts';

/** How a command ended, as its process says. */
export interface CommandEnd {
  readonly code: number;
}

/** Follows what a command wrote to standard output, and what it wrote to standard error. */
export const OUTPUT_END = '\u0000end of output\u0000';

const entry = fileURLToPath(new URL('./commandProcess.ts', import.meta.url));

export interface CommandLines {
  /** Runs one after those that were asked for before. */
  readonly run: (parameters: readonly string[]) => Promise<Outcome>;
  /** Waits for the last one and ends the process. */
  readonly close: () => Promise<void>;
}

export function commandLines(
  cwd: string,
  env: NodeJS.ProcessEnv,
  user: Pick<ForkOptions, 'uid' | 'gid'> = {},
): CommandLines {
  let child: ChildProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(parameters) {
      const outcome = last.then(() => {
        // Another process where a command has ended the one before.
        if (child === null || !child.connected) child = startProcess({ cwd, env, ...user });
        return outcomeOf(child, parameters);
      });
      last = outcome.catch(() => undefined);
      return outcome;
    },
    async close() {
      await last;
      if (child === null || !child.connected) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

function startProcess(options: ForkOptions): ChildProcess {
  const child = fork(entry, { ...options, execArgv: [], silent: true });
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8');
  return child;
}

/** Asks the process for one command; a command that ends the process itself is answered with its exit code. */
function outcomeOf(child: ChildProcess, parameters: readonly string[]): Promise<Outcome> {
  return new Promise((done) => {
    const written = { stdout: '', stderr: '' };
    let end: CommandEnd | undefined;
    const finish = (code: number | null): void => {
      for (const name of ['stdout', 'stderr'] as const) {
        written[name] = written[name].replace(OUTPUT_END, '');
        child[name]!.removeAllListeners('data');
      }
      child.removeAllListeners('message').removeListener('close', finish);
      done({ code, ...written });
    };
    // Streams and messages take different ways.
    const finishIfComplete = (): void => {
      if (end && written.stdout.endsWith(OUTPUT_END) && written.stderr.endsWith(OUTPUT_END)) finish(end.code);
    };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]!.on('data', (text: string) => {
        written[name] += text;
        finishIfComplete();
      });
    }
    child.on('message', (message: CommandEnd) => {
      end = message;
      finishIfComplete();
    });
    child.on('close', finish);
    child.send(parameters);
  });
}
