/** The part of the `electron` module that the shell uses, without Electron: records what it is told. */
import { EventEmitter } from 'node:events';
import { vi } from 'vitest';

export function fakeElectron() {
  const windows: FakeWindow[] = [];
  class FakeWindow extends EventEmitter {
    static getAllWindows = (): FakeWindow[] => windows;
    static getFocusedWindow = (): FakeWindow | null => null;
    readonly options: { webPreferences: Record<string, unknown>; show: boolean };
    readonly loadURL = vi.fn(async () => {});
    readonly show = vi.fn();
    readonly focus = vi.fn();
    readonly restore = vi.fn();
    readonly isMinimized = vi.fn(() => true);
    constructor(options: FakeWindow['options']) {
      super();
      this.options = options;
      windows.push(this);
    }
  }
  const app = Object.assign(new EventEmitter(), {
    enableSandbox: vi.fn(),
    requestSingleInstanceLock: vi.fn(() => true),
    whenReady: vi.fn(async () => {}),
    quit: vi.fn(),
    exit: vi.fn(),
    getPath: vi.fn((name: string) => `/electron/${name}`),
    commandLine: { getSwitchValue: vi.fn((_name: string) => '') },
  });
  return {
    windows,
    app,
    BrowserWindow: FakeWindow,
    contextBridge: { exposeInMainWorld: vi.fn() },
    dialog: {
      showOpenDialog: vi.fn(async () => ({ canceled: true, filePaths: [] as string[] })),
      showErrorBox: vi.fn(),
    },
    ipcMain: new EventEmitter(),
    ipcRenderer: { postMessage: vi.fn() },
    nativeTheme: { shouldUseDarkColors: false },
    protocol: { registerSchemesAsPrivileged: vi.fn(), handle: vi.fn() },
    session: {
      defaultSession: {
        setPermissionRequestHandler: vi.fn(),
        setPermissionCheckHandler: vi.fn(),
        setDevicePermissionHandler: vi.fn(),
        webRequest: { onBeforeRequest: vi.fn() },
      },
    },
  };
}

export type FakeElectron = ReturnType<typeof fakeElectron>;
