/**
 * Whatever the shell asks of Electron is in Electron's own declarations; their parameters are held by the type check.
 * What the double leaves out could not be missed otherwise.
 */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
const typings = readFileSync(join(folder, 'electron.d.ts'), 'utf8');
const sources = globSync('src/main/electron/**/*.ts', { cwd: root }).map((name) =>
  readFileSync(join(root, name), 'utf8'),
);
const said = (pattern: RegExp): string[][] =>
  sources.flatMap((text) => [...text.matchAll(pattern)].map((match) => [...match]));

/** Objects that the shell imports, by their class in the declarations. */
const classes: Readonly<Record<string, string>> = {
  app: 'App',
  BrowserWindow: 'BrowserWindow',
  clipboard: 'Clipboard',
  crashReporter: 'CrashReporter',
  dialog: 'Dialog',
  ipcMain: 'IpcMain',
  Menu: 'Menu',
  nativeTheme: 'NativeTheme',
  Notification: 'Notification',
  powerMonitor: 'PowerMonitor',
  powerSaveBlocker: 'PowerSaveBlocker',
  protocol: 'Protocol',
  session: 'Session',
  shell: 'Shell',
};

function membersOf(name: string): string {
  const start = typings.search(new RegExp(`\\n  (class|interface) ${name}\\b`));
  expect(start, name).toBeGreaterThan(0);
  return typings.slice(start, typings.indexOf('\n  }\n', start));
}

describe('what the shell asks of Electron', () => {
  it('is imported by names that this test knows', () => {
    const imported = said(/import \{([^}]*)\} from 'electron'/g).flatMap(([, names]) => names.split(','));
    const values = imported.map((name) => name.trim()).filter((name) => name !== '' && !name.startsWith('type '));
    const inPages = ['contextBridge', 'ipcRenderer', 'webUtils'];
    expect([...new Set(values)].filter((name) => !inPages.includes(name)).sort()).toEqual(Object.keys(classes).sort());
  });

  it('are methods that it has', () => {
    const asked = sources.flatMap((text) => {
      const [, names = ''] = /import \{([^}]*)\} from 'electron'/.exec(text) ?? [];
      const imported = new Set(names.split(',').map((name) => name.trim()));
      return [...text.matchAll(/\b(\w+)\.(\w+)\(/g)].filter(([, object]) => object in classes && imported.has(object));
    });
    expect(asked.length).toBeGreaterThan(40);
    for (const [, object, method] of asked) {
      if (['on', 'once', 'off'].includes(method)) continue;
      expect(membersOf(classes[object]), `${object}.${method}`).toMatch(new RegExp(`\\n    (static )?${method}\\(`));
    }
  });

  it('are events that it has', () => {
    const events = new Set(said(/\.(?:on|once)\(\s*'([\w-]+)'/g).map(([, name]) => name));
    // Of processes, not of Electron.
    const ofNode = ['uncaughtException', 'unhandledRejection', 'abort'];
    expect(events.size).toBeGreaterThan(20);
    for (const name of events) {
      if (!ofNode.includes(name)) expect(typings, name).toContain(`on(event: '${name}'`);
    }
  });
});
