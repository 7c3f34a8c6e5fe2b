/** What else the shell uses of Electron: each service keeps its rules and records what it was told. */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type {
  Clipboard,
  CrashReporter,
  Dialog,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NativeTheme,
  OpenDialogOptions,
  PowerSaveBlocker,
  Protocol,
  SaveDialogOptions,
  Session,
  Shell,
} from 'electron';
import { type Methods } from './events.ts';
import type { Lifecycle } from './lifecycle.ts';
import { DoubleWindow } from './windows.ts';

/** The user in front of native dialogs. */
export interface User {
  /** The index of the button that is pressed. */
  readonly answer: (options: MessageBoxOptions) => Promise<number>;
  /** The chosen paths; none: dismissed. */
  readonly choose: (options: OpenDialogOptions) => Promise<readonly string[]>;
  /** Why the system shows no notification, as macOS of an application that is not signed; null: it does. */
  readonly silence: string | null;
}

export interface Recorded {
  readonly errorBoxes: { readonly title: string; readonly content: string }[];
  /** What went to standard error in place of a box: on Linux, before ready. */
  readonly standardError: string[];
  /** Where dialogs began. */
  readonly begun: string[];
  copied: string;
  readonly notifications: { readonly title: string; readonly body: string; readonly click: () => void }[];
  readonly blockers: Set<number>;
  /** How many blockers were started. */
  wakings: number;
  readonly shownItems: string[];
  readonly popups: MenuItemConstructorOptions[][];
  menu: MenuItemConstructorOptions[];
  crashReporter: { readonly uploadToServer?: boolean } | null;
}

type Handler = (request: Request) => Response | Promise<Response>;
type BeforeRequest = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void;

export class Services {
  readonly recorded: Recorded = {
    errorBoxes: [],
    standardError: [],
    begun: [],
    copied: '',
    notifications: [],
    blockers: new Set(),
    wakings: 0,
    shownItems: [],
    popups: [],
    menu: [],
    crashReporter: null,
  };
  readonly privileged: string[] = [];
  readonly ipcMain = new EventEmitter();
  readonly powerMonitor = new EventEmitter();
  readonly nativeTheme = { themeSource: 'system', shouldUseDarkColors: false } satisfies Methods<NativeTheme>;
  permissions: Parameters<Session['setPermissionRequestHandler']>[0] = null;
  permissionChecks: Parameters<Session['setPermissionCheckHandler']>[0] = null;
  devices: Parameters<Session['setDevicePermissionHandler']>[0] = null;
  displayMedia: unknown = undefined;
  readonly #handlers = new Map<string, Handler>();
  #beforeRequest: BeforeRequest | null = null;
  readonly #lifecycle: Lifecycle;
  readonly #user: User;

  constructor(lifecycle: Lifecycle, user: User) {
    this.#lifecycle = lifecycle;
    this.#user = user;
  }

  /** The answer to a request of a page; null where it is cancelled or nobody answers. */
  async request(url: string, method: string): Promise<Response | null> {
    const filter = this.#beforeRequest;
    const cancelled =
      filter !== null &&
      (await new Promise<boolean>((decided) => filter({ url }, ({ cancel }) => decided(cancel === true))));
    const handler = this.#handlers.get(URL.parse(url)?.protocol.slice(0, -1) ?? '');
    return cancelled || !handler ? null : handler(new Request(url, { method }));
  }

  exports() {
    const { recorded } = this;
    const lifecycle = this.#lifecycle;
    const user = this.#user;
    const protocol = {
      registerSchemesAsPrivileged: (schemes) => {
        lifecycle.before('protocol.registerSchemesAsPrivileged');
        this.privileged.push(...schemes.map(({ scheme }) => scheme));
      },
      handle: (scheme, handler) => {
        lifecycle.after('protocol.handle');
        if (!this.privileged.includes(scheme)) throw new Error(`The scheme ${scheme} has no origin`);
        this.#handlers.set(scheme, handler as unknown as Handler);
      },
    } satisfies Methods<Protocol>;
    const defaultSession = {
      setPermissionRequestHandler: (handler) => (this.permissions = handler),
      setPermissionCheckHandler: (handler) => (this.permissionChecks = handler),
      setDevicePermissionHandler: (handler) => (this.devices = handler),
      setDisplayMediaRequestHandler: (handler) => (this.displayMedia = handler),
    } satisfies Methods<Session>;
    const webRequest = {
      onBeforeRequest: (listener: BeforeRequest) => (this.#beforeRequest = listener),
    };
    const dialog = {
      showErrorBox: (title, content) => {
        if (lifecycle.ready || process.platform !== 'linux') recorded.errorBoxes.push({ title, content });
        else recorded.standardError.push(`${title}\n${content}`);
      },
      showMessageBox: async (...parameters: unknown[]) => {
        lifecycle.after('dialog');
        const options = optionsOf<MessageBoxOptions>(parameters);
        const { signal } = options;
        const closed = new Promise<number>((close) =>
          signal?.addEventListener('abort', () => close(options.cancelId ?? 0)),
        );
        return { response: await Promise.race([user.answer(options), closed]), checkboxChecked: false };
      },
      showOpenDialog: async (...parameters: unknown[]) => {
        lifecycle.after('dialog');
        const options = optionsOf<OpenDialogOptions>(parameters);
        recorded.begun.push(options.defaultPath ?? join(lifecycle.paths.get('home')!, 'Downloads'));
        const filePaths = [...(await user.choose(options))];
        return { canceled: filePaths.length === 0, filePaths };
      },
      showSaveDialog: async (...parameters: unknown[]) => {
        lifecycle.after('dialog');
        const options = optionsOf<SaveDialogOptions>(parameters);
        recorded.begun.push(options.defaultPath ?? '');
        const [filePath] = await user.choose(options as OpenDialogOptions);
        return { canceled: filePath === undefined, filePath: filePath ?? '' };
      },
    } satisfies Methods<Dialog>;
    const powerSaveBlocker = {
      start: () => {
        recorded.wakings++;
        recorded.blockers.add(recorded.wakings);
        return recorded.wakings;
      },
      stop: (id) => recorded.blockers.delete(id),
    } satisfies Methods<PowerSaveBlocker>;
    const shell = {
      showItemInFolder: (path) => void recorded.shownItems.push(path),
      openPath: async (path) => {
        recorded.shownItems.push(path);
        return '';
      },
    } satisfies Methods<Shell>;
    const crashReporter = {
      start: (options) => {
        lifecycle.before('crashReporter.start');
        if (options.uploadToServer !== false && !options.submitURL) throw new Error('submitURL is required');
        recorded.crashReporter = options;
      },
    } satisfies Methods<CrashReporter>;
    class Notification extends EventEmitter {
      static isSupported = (): boolean => true;
      readonly #options: { title: string; body: string };
      constructor(options: { title: string; body: string }) {
        super();
        lifecycle.after('Notification');
        this.#options = options;
      }
      show(): void {
        if (user.silence !== null) this.emit('failed', {}, user.silence);
        else recorded.notifications.push({ ...this.#options, click: () => void this.emit('click', {}) });
      }
    }
    const Menu = {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({
        template,
        popup: ({ window }: { window: unknown }) => {
          if (!(window instanceof DoubleWindow)) throw new TypeError('popup needs a window');
          recorded.popups.push(template);
        },
      }),
      setApplicationMenu: (menu: { template: MenuItemConstructorOptions[] } | null) => {
        recorded.menu = menu?.template ?? [];
      },
    };
    const handlers = new Map<string, Handler>();
    /** Another session: what it serves is its own. */
    const apart = (name: string) => ({
      name,
      protocol: {
        isProtocolHandled: (scheme: string) => handlers.has(scheme),
        unhandle: (scheme: string) => void handlers.delete(scheme),
        handle: (scheme: string, handler: Handler) => void handlers.set(scheme, handler),
      },
      webRequest: { onBeforeRequest: () => {} },
      answer: (url: string) => handlers.get(new URL(url).protocol.slice(0, -1))?.(new Request(url)),
    });
    const clipboard = { writeText: async (text) => void (recorded.copied = text) } satisfies Methods<Clipboard>;
    return {
      protocol,
      clipboard,
      dialog,
      powerSaveBlocker,
      shell,
      crashReporter,
      Notification,
      Menu,
      ipcMain: this.ipcMain,
      nativeTheme: this.nativeTheme,
      powerMonitor: this.powerMonitor,
      session: {
        fromPartition: (name: string) => {
          lifecycle.after('session');
          return apart(name);
        },
        get defaultSession() {
          lifecycle.after('session');
          return { ...defaultSession, webRequest };
        },
      },
    };
  }
}

/** Dialogs take a window first, or not. */
function optionsOf<T>([first, second]: readonly unknown[]): T {
  if (second === undefined) return first as T;
  if (!(first instanceof DoubleWindow)) throw new TypeError('The parent of a dialog must be a window');
  first.requireAlive();
  return second as T;
}
