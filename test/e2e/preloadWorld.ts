/** The built preload script in an isolated world of a Chromium page, with what a sandboxed one may require. */
import { basename } from 'node:path';
import type { CDPSession } from 'playwright-core';

const WORLD = 'preload';

/** What happens in the world. */
export interface WorldEvents {
  /** A document of this origin has come into the top frame. */
  readonly navigated: (origin: string) => void;
  readonly connect: (port: number, channel: string) => void;
  readonly message: (port: number, data: unknown) => void;
  readonly portClosed: (port: number) => void;
  readonly send: (channel: string, parameters: readonly unknown[]) => void;
}

export interface PreloadWorld {
  /** The script that every further document starts with. */
  readonly usePreload: (source: string) => Promise<void>;
  readonly tell: (channel: string, parameters: readonly unknown[]) => Promise<void>;
  readonly deliver: (port: number, data: unknown) => Promise<void>;
  readonly closePort: (port: number) => Promise<void>;
  /** Drops files on the middle of the page, as the user does. */
  readonly drop: (paths: readonly string[]) => Promise<void>;
}

export async function preloadWorld(session: CDPSession, events: WorldEvents): Promise<PreloadWorld> {
  let context: number | null = null;
  let open = new Set<number>();
  let firstPort = 0;

  const closeAll = (): void => {
    for (const port of open) events.portClosed(port);
    open = new Set();
  };
  session.on('Runtime.executionContextCreated', ({ context: created }) => {
    if (created.name !== WORLD) return;
    closeAll();
    context = created.id;
    events.navigated(created.origin);
  });
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    if (executionContextId !== context) return;
    context = null;
    closeAll();
  });
  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name !== '__toMain' || executionContextId !== context) return;
    const { kind, port, channel, data } = JSON.parse(payload);
    if (kind === 'connect') {
      open.add(port);
      events.connect(port, channel);
    } else if (kind === 'message') events.message(port, data);
    else events.send(channel, data);
  });
  await session.send('Page.enable');
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: '__toMain', executionContextName: WORLD });

  const run = async (expression: string): Promise<unknown> => {
    if (context === null) return undefined;
    const answer = await session.send('Runtime.evaluate', { contextId: context, expression }).catch(() => null);
    return answer?.result.value;
  };
  return {
    async usePreload(source) {
      firstPort += 1_000_000;
      await session.send('Page.addScriptToEvaluateOnNewDocument', {
        worldName: WORLD,
        source: worldSource(source, firstPort),
      });
      await session.send('Page.addScriptToEvaluateOnNewDocument', { source: BRIDGE });
    },
    async tell(channel, parameters) {
      await run(`__tell(${JSON.stringify(channel)}, ${JSON.stringify(parameters)})`);
    },
    async deliver(port, data) {
      await run(`__deliver(${port}, ${packed(data)})`);
    },
    async closePort(port) {
      open.delete(port);
      await run(`__close(${port})`);
    },
    async drop(paths) {
      await run(`__paths = ${JSON.stringify(Object.fromEntries(paths.map((path) => [basename(path), path])))}`);
      const at = { x: 600, y: 400 };
      const data = { items: [], files: [...paths], dragOperationsMask: 1 };
      // Chromium leaves out a drop when the page's word on dragging over it is still on its way, one of 160 on a busy
      // machine; a user's hand is slower.
      do {
        await run('__dropped = false');
        for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
          await session.send('Input.dispatchDragEvent', { type, ...at, data });
        }
      } while ((await run('__dropped')) === false);
    },
  };
}

/** A message as an expression: bytes travel as text. */
function packed(data: unknown): string {
  return JSON.stringify(data, (_key, value) =>
    value instanceof Uint8Array ? { bytes64: Buffer.from(value).toString('base64') } : value,
  );
}

/** What `contextBridge` puts into the page: frozen functions that reach over to the other world. */
const BRIDGE = `Object.defineProperty(window, 'eigenbench', { value: Object.freeze({
  requestPort() { document.dispatchEvent(new CustomEvent('bridge:eigenbench.requestPort')); },
}) });`;

/** The preload script with the double of what it may require; ports are numbered from `firstPort`. */
function worldSource(preload: string, firstPort: number): string {
  return `(() => {
    const ports = new Map();
    const listeners = new Map();
    let next = ${firstPort} + Math.floor(performance.timeOrigin % 1e6) * 100;
    const toMain = (message) => __toMain(JSON.stringify(message));
    const unpacked = (data) => {
      if (typeof data !== 'object' || data === null) return data;
      if ('bytes64' in data) return Uint8Array.from(atob(data.bytes64), (c) => c.charCodeAt(0));
      return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, unpacked(value)]));
    };
    globalThis.__paths = {};
    window.addEventListener('drop', () => (globalThis.__dropped = true), true);
    globalThis.__deliver = (id, data) => ports.get(id)?.postMessage(unpacked(data));
    globalThis.__close = (id) => ports.get(id)?.close();
    globalThis.__tell = (channel, parameters) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...parameters);
    };
    const electron = {
      contextBridge: { exposeInMainWorld(name, api) {
        for (const key of Object.keys(api)) document.addEventListener('bridge:' + name + '.' + key, () => api[key]());
      } },
      ipcRenderer: {
        postMessage(channel, message, [port]) {
          const id = next++;
          ports.set(id, port);
          port.onmessage = (event) => toMain({ kind: 'message', port: id, data: event.data });
          toMain({ kind: 'connect', port: id, channel });
        },
        send(channel, ...parameters) { toMain({ kind: 'send', channel, data: parameters }); },
        on(channel, listener) { listeners.set(channel, [...(listeners.get(channel) ?? []), listener]); },
      },
      webUtils: { getPathForFile: (file) => __paths[file.name] ?? '' },
    };
    const allowed = { electron, events: {}, timers: {}, url: {} };
    const require = (name) => {
      if (!(name in allowed)) throw new Error('module not found: ' + name);
      return allowed[name];
    };
    ((require, module, exports, process) => { ${preload}\n })(require, { exports: {} }, {}, undefined);
  })();`;
}
