/** The engine's thread: opens a workspace and serves the contract over the ports that it receives. */
import { parentPort, workerData } from 'node:worker_threads';
import { openEngine, type Engine } from '../engine/engine.ts';
import { conflict } from '../engine/errors.ts';
import { serveMessagePort } from './messagePort.ts';
import { threadDataSchema, toThreadSchema, type FromThread, type OpenMessage, type ToThread } from './messages.ts';
import { beat } from './heartbeat.ts';

const pulse = beat(threadDataSchema.parse(workerData).pulse);
const host = parentPort!;
const send = (message: FromThread): void => host.postMessage(message);

const dialogs = new Map<number, (path: string | null) => void>();
const prints = new Map<number, PromiseWithResolvers<boolean>>();
let nextDialog = 0;
/** Settles when calls are answered; rejects if the workspace cannot be opened. */
let opened: Promise<Engine> | null = null;

async function open(options: OpenMessage): Promise<Engine> {
  const { workspacePath, roots, workers, logFile, resume, restart } = options;
  const engine = await openEngine({
    workspacePath,
    host: options.host,
    roots,
    resume,
    restart,
    announced: pulse.announced,
    readers: true,
    ...(workers === undefined ? {} : { workers }),
    ...(logFile === undefined ? {} : { log: { file: logFile } }),
    ...(options.dialogs && {
      chooseNative: (what) =>
        new Promise((resolve) => {
          const id = nextDialog++;
          dialogs.set(id, resolve);
          send({ kind: 'choose', id, what });
        }),
      printNative: (document) => {
        const id = nextDialog++;
        const print = Promise.withResolvers<boolean>();
        prints.set(id, print);
        send({ kind: 'print', id, document });
        return print.promise;
      },
    }),
    onActivity: (activity) => send({ kind: 'busy', activity }),
    onStudyEnd: (study) => send({ kind: 'ended', study }),
    onTheme: (theme) => send({ kind: 'theme', theme }),
  });
  pulse.started();
  const { theme } = await engine.client.settings.get();
  send({ kind: 'ready', path: workspacePath, notices: engine.notices, theme });
  return engine;
}

function take(message: ToThread): void {
  switch (message.kind) {
    case 'open':
      opened ??= open(message);
      opened.catch((error: unknown) => {
        send({ kind: 'failed', sentence: error instanceof Error ? error.message : String(error) });
        host.close();
      });
      break;
    case 'port':
      // Calls wait in the port until the workspace is open; if it cannot be opened, the port closes with the thread.
      opened?.then(({ router }) => serveMessagePort(router, message.port)).catch(() => undefined);
      break;
    case 'chosen':
      dialogs.get(message.id)?.(message.path);
      dialogs.delete(message.id);
      break;
    case 'printed': {
      const print = prints.get(message.id);
      prints.delete(message.id);
      if (message.failure === null) print?.resolve(message.done);
      else print?.reject(conflict(message.failure));
      break;
    }
    case 'close':
      // An error while closing ends the thread too; stored data are intact either way.
      void Promise.resolve(opened)
        .then((engine) => engine?.close())
        .finally(() => process.exit(0));
  }
}

host.on('message', (message: unknown) => take(toThreadSchema.parse(message)));
