/** BrowserWindow and its WebContents: their events, and that nothing may be asked of them once they are destroyed. */
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents, WebFrameMain } from 'electron';
import { emitEvent, type Methods } from './events.ts';
import type { Lifecycle } from './lifecycle.ts';
import { cloned } from './ports.ts';

/** The process that pages run in. */
export interface Renderer {
  readonly opened: (window: number, options: BrowserWindowConstructorOptions) => void;
  readonly load: (window: number, address: string) => Promise<void>;
  readonly send: (window: number, channel: string, parameters: readonly unknown[]) => void;
  readonly shown: (window: number) => void;
  readonly destroyed: (window: number) => void;
}

/** The document of a window with a session of its own. */
async function shown({ address, options }: DoubleWindow): Promise<string> {
  const session = options.webPreferences?.session as unknown as { answer: (url: string) => Response | undefined };
  return (await session.answer(address)?.text()) ?? '';
}

export class DoubleContents extends EventEmitter {
  readonly #owner: DoubleWindow;
  openHandler: ((details: { url: string }) => { action: string }) | null = null;
  /** The document that is in the top frame; replaced by navigating, after which nothing sent by it has a frame. */
  frame: Pick<WebFrameMain, 'url' | 'parent'> | null = null;

  constructor(owner: DoubleWindow) {
    super();
    this.#owner = owner;
    const methods = {
      send: (channel, ...parameters) => {
        owner.requireAlive();
        owner.renderer.send(owner.id, channel, cloned(parameters));
      },
      setWindowOpenHandler: (handler) => {
        this.openHandler = handler as DoubleContents['openHandler'];
      },
      isDestroyed: () => owner.isDestroyed(),
      getURL: () => this.frame?.url ?? '',
      // A PDF with what the page shows, and paper that nobody sees.
      printToPDF: async () => {
        owner.requireAlive();
        return Buffer.from(`%PDF of ${await shown(owner)}`);
      },
      print: (_options, callback) => {
        owner.requireAlive();
        void shown(owner).then((text) => {
          owner.printed.push(text);
          callback?.(text !== '', text === '' ? 'Print job canceled' : '');
        });
      },
      forcefullyCrashRenderer: () => {
        owner.requireAlive();
        owner.crashed();
        setImmediate(() => emitEvent(this, 'render-process-gone', {}, { reason: 'killed', exitCode: 9 }));
      },
    } satisfies Methods<WebContents>;
    Object.assign(this, methods);
  }

  /** A document has come into the top frame. */
  navigated(address: string): void {
    emitEvent(this, 'did-start-navigation', { url: address, isMainFrame: true, isSameDocument: false });
    this.frame = { url: address, parent: null };
  }

  get owner(): DoubleWindow {
    return this.#owner;
  }
}

export class DoubleWindow extends EventEmitter {
  static #next = 1;
  readonly id = DoubleWindow.#next++;
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents: DoubleContents;
  readonly renderer: Renderer;
  readonly #windows: Windows;
  visible: boolean;
  focused = false;
  minimized = false;
  progress = -1;
  flashes = 0;
  readonly printed: string[] = [];
  address = '';
  #destroyed = false;
  #drawn = false;

  constructor(windows: Windows, renderer: Renderer, options: BrowserWindowConstructorOptions) {
    super();
    const { preload } = options.webPreferences ?? {};
    if (preload !== undefined && !isAbsolute(preload)) throw new Error('preload script must have absolute path');
    if (preload !== undefined && !existsSync(preload)) throw new Error(`There is no preload script ${preload}`);
    if (options.windowStatePersistence && !options.name) {
      throw new Error('windowStatePersistence has no effect without a name');
    }
    this.#windows = windows;
    this.renderer = renderer;
    this.options = options;
    this.visible = options.show ?? true;
    this.webContents = new DoubleContents(this);
    const methods = {
      loadURL: async (address) => {
        this.requireAlive();
        this.address = address;
        if (options.webPreferences?.session === undefined) await renderer.load(this.id, address);
        // Once, when the first page has been drawn.
        if (!this.#drawn && !this.#destroyed) this.emit('ready-to-show');
        this.#drawn = true;
      },
      show: () => {
        this.requireAlive();
        this.visible = true;
        renderer.shown(this.id);
      },
      hide: () => {
        this.requireAlive();
        this.visible = false;
      },
      focus: () => {
        this.requireAlive();
        windows.focus(this);
      },
      isMinimized: () => this.minimized,
      isVisible: () => this.visible,
      isDestroyed: () => this.#destroyed,
      restore: () => {
        this.requireAlive();
        this.minimized = false;
      },
      flashFrame: () => {
        this.requireAlive();
        this.flashes++;
      },
      setProgressBar: (progress) => {
        this.requireAlive();
        this.progress = progress;
      },
    } satisfies Methods<BrowserWindow>;
    Object.assign(this, methods);
  }

  /** The process of its page has ended by force. */
  crashed(): void {
    this.#windows.crashed();
  }

  requireAlive(): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** As by its button; false where a listener keeps it open. */
  close(): boolean {
    this.requireAlive();
    if (!emitEvent(this, 'close')) return false;
    this.destroy();
    return true;
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    // Size and state are kept as they are at the end; those of a hidden window are not its user's.
    if (this.options.windowStatePersistence) this.#windows.keptStateOfHidden = !this.visible;
    this.visible = false;
    this.webContents.frame = null;
    this.webContents.emit('destroyed');
    this.#windows.forget(this);
    this.renderer.destroyed(this.id);
    this.emit('closed');
  }
}

export class Windows {
  readonly all: DoubleWindow[] = [];
  /** Whether the state that is kept is that of a hidden window; null while none has been kept. */
  keptStateOfHidden: boolean | null = null;
  /** Names of windows that are there, or whose native half still is. */
  readonly #names = new Set<string>();
  readonly #lifecycle: Lifecycle;
  readonly #renderer: Renderer;

  constructor(lifecycle: Lifecycle, renderer: Renderer) {
    this.#lifecycle = lifecycle;
    this.#renderer = renderer;
  }

  open(options: BrowserWindowConstructorOptions): DoubleWindow {
    this.#lifecycle.after('BrowserWindow');
    if (options.name && this.#names.has(options.name)) throw new Error('Window name is already in use');
    const window = new DoubleWindow(this, this.#renderer, options);
    if (options.name) this.#names.add(options.name);
    this.all.push(window);
    emitEvent(this.#lifecycle.emitter, 'web-contents-created', {}, window.webContents);
    this.#renderer.opened(window.id, options);
    return window;
  }

  crashed(): void {
    this.#lifecycle.writeCrashReport();
  }

  focus(window: DoubleWindow | null): void {
    for (const one of this.all) one.focused = one === window;
  }

  forget(window: DoubleWindow): void {
    this.all.splice(this.all.indexOf(window), 1);
    setImmediate(() => this.#names.delete(window.options.name ?? ''));
    if (this.all.length === 0) setImmediate(() => this.#lifecycle.lastWindowClosed());
  }

  /** False where a window does not close. */
  closeAll(): boolean {
    return [...this.all].every((window) => window.close());
  }

  destroyAll(): void {
    for (const window of [...this.all]) window.destroy();
  }

  /** The class that the module exports. */
  browserWindow() {
    const { all } = this;
    const open = (options: BrowserWindowConstructorOptions): DoubleWindow => this.open(options);
    const constructor = function (options: BrowserWindowConstructorOptions) {
      return open(options);
    } as unknown as new (options: BrowserWindowConstructorOptions) => DoubleWindow;
    return Object.assign(constructor, {
      getAllWindows: () => [...all],
      getFocusedWindow: () => all.find((window) => window.focused) ?? null,
      fromWebContents: (contents: DoubleContents) => all.find((window) => window.webContents === contents) ?? null,
    });
  }
}
