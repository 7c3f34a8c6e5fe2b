/**
 * A double of Electron's main process that keeps its rules: what must come before and after ready, the order of
 * quitting, frames and ports that are gone, what a message may carry. Typed against Electron's own declarations.
 */
import type { MenuItemConstructorOptions } from 'electron';
import { emitEvent } from './events.ts';
import { Lifecycle, type LifecycleOptions } from './lifecycle.ts';
import { DoublePort, type FarEnd } from './ports.ts';
import { Services, type User } from './services.ts';
import { Windows, type DoubleWindow, type Renderer } from './windows.ts';

export interface DoubleOptions extends Partial<LifecycleOptions> {
  readonly renderer?: Partial<Renderer>;
  readonly user?: Partial<User>;
}

const silentRenderer: Renderer = {
  opened: () => {},
  load: async () => {},
  send: () => {},
  shown: () => {},
  destroyed: () => {},
};

/** A user who dismisses every dialog. */
const absentUser: User = { answer: async ({ cancelId }) => cancelId ?? 0, choose: async () => [], silence: null };

export function electronDouble(options: DoubleOptions = {}) {
  const lifecycle = new Lifecycle({ packaged: true, lock: true, argv: [], end: () => {}, ...options });
  const windows = new Windows(lifecycle, { ...silentRenderer, ...options.renderer });
  lifecycle.windows = windows;
  const services = new Services(lifecycle, { ...absentUser, ...options.user });

  const windowOf = (id: number): DoubleWindow => {
    const found = windows.all.find((window) => window.id === id);
    if (!found) throw new Error(`There is no window ${id}`);
    return found;
  };

  /** A message of the document that is in the window's top frame now. */
  const receive = (window: number, channel: string, parameters: readonly unknown[], ports: DoublePort[] = []): void => {
    const { webContents } = windowOf(window);
    const { frame } = webContents;
    const event = {
      sender: webContents,
      ports,
      get senderFrame() {
        return frame === webContents.frame ? frame : null;
      },
    };
    services.ipcMain.emit(channel, event, ...parameters);
  };

  return {
    /** What `import … from 'electron'` gives. */
    module: { app: lifecycle.app(), BrowserWindow: windows.browserWindow(), ...services.exports() },
    lifecycle,
    services,
    recorded: services.recorded,
    windows: windows.all,
    signal: (name: NodeJS.Signals) => lifecycle.signal(name),
    /** Whether the state of the window that Electron keeps is that of a hidden one; null: none yet. */
    keptStateOfHidden: () => windows.keptStateOfHidden,
    focus: (window: DoubleWindow | null) => windows.focus(window),
    receive,
    /** A document has come into the window. */
    navigated: (window: number, address: string) => windowOf(window).webContents.navigated(address),
    /** The page hands over one end of a channel; answers the end that the main process got. */
    connect(window: number, channel: string, far: FarEnd): DoublePort {
      const port = new DoublePort(far);
      receive(window, channel, [null], [port]);
      return port;
    },
    /** A second start: its data travels as JSON, its command line reordered. */
    secondInstance(argv: readonly string[], folder: string, data: unknown): void {
      const words = [...argv].sort((a, b) => Number(b.startsWith('-')) - Number(a.startsWith('-')));
      emitEvent(lifecycle.emitter, 'second-instance', {}, words, folder, JSON.parse(JSON.stringify(data ?? null)));
    },
    /** Presses an item of the application menu. Throws where it has no such item. */
    clickMenu(label: string): void {
      const item = itemsOf(services.recorded.menu).find((one) => one.label === label);
      if (!item?.click) throw new Error(`There is no menu item "${label}"`);
      (item.click as () => void)();
    },
  };
}

export type ElectronDouble = ReturnType<typeof electronDouble>;

/** All items of a menu, with those of its submenus. */
export function itemsOf(menu: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);
}
