/** Runs command lines in turn, those of all test files of a worker in one process that has loaded the modules. */
import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './harness.ts';

/** How a command ended, as its process says. */
export interface CommandEnd {
  readonly code: number;
}

/** Follows what a command wrote to standard output, and what it wrote to standard error. */
export const OUTPUT_END = '\u0000end of output\u0000';

const entry = fileURLToPath(new URL('./commandProcess.ts', import.meta.url));

/** A command as its process is asked for it. */
export interface CommandOrder {
  readonly parameters: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface CommandLines {
  /** Runs one after those that were asked for before. */
  readonly run: (parameters: readonly string[]) => Promise<Outcome>;
  /** Waits for the last one. */
  readonly idle: () => Promise<void>;
}

type User = Pick<ForkOptions, 'uid' | 'gid'>;

/** A process that runs commands, null where the last one has ended it, and what it is asked for. */
interface Runner {
  child: ChildProcess | null;
  last: Promise<unknown>;
}

/** One for each user, as loading the modules takes half a second of processor time. They end with the tests' worker. */
const runners = new Map<number | undefined, Runner>();

export function commandLines(cwd: string, env: NodeJS.ProcessEnv, user: User = {}): CommandLines {
  const runner = runners.get(user.uid) ?? { child: null, last: Promise.resolve() };
  runners.set(user.uid, runner);
  return {
    run(parameters) {
      const outcome = runner.last.then(() => {
        if (runner.child === null || !runner.child.connected) runner.child = startProcess(user);
        return outcomeOf(runner.child, { parameters, cwd, env });
      });
      runner.last = outcome.catch(() => undefined);
      return outcome;
    },
    async idle() {
      await runner.last;
    },
  };
}

function startProcess(user: User): ChildProcess {
  const child = fork(entry, { ...user, cwd: tmpdir(), execArgv: [], silent: true });
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8');
  // It must not keep the worker of the tests.
  for (const part of [child, child.channel!, child.stdout as Socket, child.stderr as Socket]) part.unref();
  return child;
}

/** Asks the process for one command; a command that ends the process itself is answered with its exit code. */
function outcomeOf(child: ChildProcess, order: CommandOrder): Promise<Outcome> {
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
    child.send(order);
  });
}
