/** `app`: what may be said before and after it is ready, and the order in which it ends. */
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
import { emitEvent, type Methods } from './events.ts';
import type { Windows } from './windows.ts';

export interface LifecycleOptions {
  readonly packaged: boolean;
  /** False where another instance holds the lock. */
  readonly lock: boolean;
  readonly argv: readonly string[];
  /** Called by the end of the process. */
  readonly end: (code: number) => void;
}

export class Lifecycle {
  ready = false;
  quitting = false;
  /** The code that the process has ended with; null while it runs. */
  exitCode: number | null = null;
  lockData: unknown = undefined;
  sandboxed = false;
  readonly recentDocuments: string[] = [];
  readonly paths = new Map<string, string>([['home', tmpdir()]]);
  readonly #becameReady = Promise.withResolvers<void>();
  readonly emitter = new EventEmitter();
  readonly #options: LifecycleOptions;
  windows!: Windows;

  constructor(options: LifecycleOptions) {
    this.#options = options;
  }

  /** Throws as Electron does for what comes too late. */
  before(what: string): void {
    if (this.ready) throw new Error(`${what} must be called before the app is ready`);
  }

  /** Throws as Electron does for what comes too early. */
  after(what: string): void {
    if (!this.ready) throw new Error(`${what} cannot be used before the app is ready`);
  }

  makeReady(): void {
    if (this.exitCode !== null || this.ready) return;
    this.ready = true;
    this.emitter.emit('ready', {}, {});
    this.#becameReady.resolve();
  }

  /** Listeners may keep it from quitting, each window may, and only then it ends. */
  quit(): void {
    if (this.exitCode !== null || this.quitting) return;
    this.quitting = true;
    if (!emitEvent(this.emitter, 'before-quit') || !this.windows.closeAll()) {
      this.quitting = false;
      return;
    }
    this.finishQuit();
  }

  /** The end of quitting, once no window is left. */
  finishQuit(): void {
    if (!emitEvent(this.emitter, 'will-quit')) {
      this.quitting = false;
      return;
    }
    emitEvent(this.emitter, 'quit', {}, 0);
    this.#finish(0);
  }

  /** A signal of the system: Electron quits, unless the application listens itself. */
  signal(name: NodeJS.Signals): void {
    if (!process.emit(name)) this.quit();
  }

  /** Crashpad's report of a process that ended. */
  writeCrashReport(): void {
    const folder = join(this.#profile(), 'Crashpad', 'completed');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${this.#reports++}.dmp`), '');
  }

  #reports = 0;

  #profile(): string {
    return this.paths.get('userData') ?? join(tmpdir(), 'electron-default-profile');
  }

  exit(code = 0): void {
    if (this.exitCode !== null) return;
    this.windows.destroyAll();
    emitEvent(this.emitter, 'quit', {}, code);
    this.#finish(code);
  }

  lastWindowClosed(): void {
    if (this.quitting || this.exitCode !== null) return;
    if (this.emitter.listenerCount('window-all-closed') === 0) this.quit();
    else this.emitter.emit('window-all-closed');
  }

  #finish(code: number): void {
    this.exitCode = code;
    this.#options.end(code);
  }

  app() {
    const { packaged, lock, argv } = this.#options;
    const methods = {
      isPackaged: packaged,
      enableSandbox: () => {
        this.before('app.enableSandbox');
        this.sandboxed = true;
      },
      setName: () => {},
      setAppUserModelId: () => {},
      setAboutPanelOptions: () => {},
      showAboutPanel: () => {},
      setPath: (name, path) => {
        if (name === 'userData') this.before('app.setPath of the profile');
        if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`);
        this.paths.set(name, path);
      },
      getPath: (name) => {
        const own = this.paths.get(name);
        if (own !== undefined) return own;
        // As on macOS, where they lie in Library/Logs by default.
        if (name === 'logs') return join(tmpdir(), 'Library', 'Logs', 'Electron');
        if (name === 'documents') return join(this.paths.get('home')!, 'Documents');
        if (name === 'crashDumps') return join(this.#profile(), 'Crashpad');
        throw new Error(`Failed to get '${name}' path`);
      },
      setAppLogsPath: (path) => {
        mkdirSync(path!, { recursive: true });
        this.paths.set('logs', path!);
      },
      addRecentDocument: (path) => void this.recentDocuments.push(path),
      clearRecentDocuments: () => void this.recentDocuments.splice(0),
      requestSingleInstanceLock: (data) => {
        this.lockData = data;
        return lock;
      },
      whenReady: () => this.#becameReady.promise,
      isReady: () => this.ready,
      quit: () => this.quit(),
      exit: (code) => this.exit(code),
    } satisfies Methods<App>;
    // Chromium's reading of switches: one word each.
    const commandLine = {
      getSwitchValue: (name: string) => argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? '',
      hasSwitch: (name: string) => argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
    };
    return Object.assign(this.emitter, methods, { commandLine });
  }
}
