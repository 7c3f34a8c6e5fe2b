/**
 * Runs the built main process on the double of electron, in a process of its own: `node runShell.ts MAIN WORD…`. The
 * test that started it holds the pages, and says over the channel between the two what happens in them.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { BroadcastChannel, type Worker } from 'node:worker_threads';
import { setDouble } from './doubleOfProcess.ts';
import { electronDouble } from './electronDouble.ts';
import { emitEvent } from './events.ts';
import { HANG } from './hangOnDemand.ts';
import type { DoublePort } from './ports.ts';
import type { Acts, FromShell, ToShell } from './wire.ts';

const [main, ...words] = process.argv.slice(2);
const tell = (message: FromShell): void => void process.send?.(message);

let nextId = 0;
const waiting = new Map<number, (value: never) => void>();
/** Asks the test, which answers by `answer`. */
function ask<T>(message: (id: number) => FromShell): Promise<T> {
  return new Promise((resolve) => {
    const id = nextId++;
    waiting.set(id, resolve as (value: never) => void);
    tell(message(id));
  });
}
/** Options without what cannot travel, such as signals. */
const plain = <T>(options: T): T => JSON.parse(JSON.stringify(options)) as T;

const double = electronDouble({
  packaged: true,
  argv: words,
  end: (code) => process.send?.({ kind: 'ended' }, () => process.exit(code)),
  renderer: {
    opened: (window, { webPreferences }) =>
      tell({ kind: 'opened', window, preload: readFileSync(webPreferences!.preload!, 'utf8') }),
    load: (window, address) => ask((id) => ({ kind: 'load', id, window, address })),
    send: (window, channel, parameters) => tell({ kind: 'send', window, channel, parameters }),
    shown: (window) => tell({ kind: 'shown', window }),
    destroyed: (window) => tell({ kind: 'destroyed', window }),
  },
  user: {
    answer: (options) => ask((id) => ({ kind: 'ask', id, options: plain(options) })),
    silence: null,
    choose: (options) => ask((id) => ({ kind: 'choose', id, options: plain(options) })),
  },
});
setDouble(double);

let engine: Worker | null = null;
process.on('worker', (worker) => (engine = worker));
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

const contentsOf = (window: number) => double.windows.find(({ id }) => id === window)!.webContents;
const acts: Acts = {
  async request(url, method) {
    const response = await double.services.request(url, method);
    if (response === null) return null;
    const { status, headers } = response;
    return { status, headers: Object.fromEntries(headers), body: new Uint8Array(await response.arrayBuffer()) };
  },
  navigate: (window, address) =>
    emitEvent(contentsOf(window), 'will-frame-navigate', { url: address }) &&
    emitEvent(contentsOf(window), 'will-navigate', { url: address }),
  openWindow: (window, url) => contentsOf(window).openHandler?.({ url }).action ?? 'allow',
  clickMenu: double.clickMenu,
  secondInstance: (data) => double.secondInstance([process.execPath], process.cwd(), data),
  quit: () => double.lifecycle.quit(),
  closeWindow: (window) => void contentsOf(window).owner.close(),
  focus: (window) => double.focus(window === null ? null : contentsOf(window).owner),
  pageEvent: (window, name, details) => void emitEvent(contentsOf(window), name, {}, details),
  clickNotification: (index) => double.recorded.notifications[index].click(),
  endEngine: () => void engine?.terminate(),
  hangEngine: () => {
    const channel = new BroadcastChannel(HANG);
    channel.postMessage(null);
    channel.close();
  },
  state() {
    const longestBlock = delay.max / 1e6;
    delay.reset();
    return {
      windows: double.windows.map(({ id, visible, progress }) => ({ id, visible, progress })),
      awake: double.recorded.blockers.size > 0,
      wakings: double.recorded.wakings,
      theme: double.services.nativeTheme.themeSource,
      notifications: double.recorded.notifications.map(({ title, body }) => ({ title, body })),
      errorBoxes: double.recorded.errorBoxes,
      lockData: double.lifecycle.lockData,
      profile: double.lifecycle.paths.get('userData') ?? '',
      longestBlock,
    };
  },
};

const ports = new Map<number, DoublePort>();
process.on('message', (message: ToShell) => {
  switch (message.kind) {
    case 'act': {
      const act = acts[message.name] as (...parameters: readonly unknown[]) => unknown;
      void Promise.resolve(act(...message.parameters)).then((value) => tell({ kind: 'done', id: message.id, value }));
      break;
    }
    case 'answer':
      waiting.get(message.id)?.(message.value as never);
      waiting.delete(message.id);
      break;
    case 'navigated':
      double.navigated(message.window, message.address);
      break;
    case 'receive':
      double.receive(message.window, message.channel, message.parameters);
      break;
    case 'connect': {
      const { port } = message;
      const far = {
        deliver: (data: unknown) => tell({ kind: 'deliver', port, data }),
        close: () => tell({ kind: 'closePort', port }),
      };
      ports.set(port, double.connect(message.window, message.channel, far));
      break;
    }
    case 'message':
      ports.get(message.port)?.arrive(message.data);
      break;
    case 'portClosed':
      ports.get(message.port)?.farClosed();
  }
});
process.on('disconnect', () => process.exit(1));

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('./electronModule.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
process.argv = [process.execPath, ...words];
// Electron is ready once the entry has run.
await import(pathToFileURL(main).href);
double.lifecycle.makeReady();
