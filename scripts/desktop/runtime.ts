/** Locates and fetches the Electron runtime. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const EXECUTABLES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of the `electron` package, without importing it, which would start a download. */
export function electronPackage(): string {
  return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
}

/**
 * The executable of the version required by the package; null if it is missing. ELECTRON_OVERRIDE_DIST_PATH selects
 * another folder, as for Electron's own command.
 */
export function installedElectron(folder: string, environment: Environment = process.env): string | null {
  const executable = electronPlace(folder, environment);
  if (!existsSync(executable)) return null;
  const isChosen = environment['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined;
  return isChosen || versionIn(join(folder, 'dist')) === wantedVersion(folder) ? executable : null;
}

/** Location of the executable, fetched or not. */
export function electronPlace(folder: string, environment: Environment = process.env): string {
  const dist = environment['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist');
  return join(dist, EXECUTABLES[process.platform] ?? 'electron');
}

function versionIn(dist: string): string | null {
  const file = join(dist, 'version');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : null;
}

function wantedVersion(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

/** True if the runtime is available; else the reason as a clause, or null if downloads are disabled. */
export type Fetched = true | { readonly reason: string | null };

/**
 * Fetches the runtime with the package's own installer, which uses its cache if possible, follows ELECTRON_MIRROR, and
 * shows a progress bar on a terminal. Honours HTTPS_PROXY and NO_PROXY. Calls `announce` first.
 */
export function fetchElectron(
  folder: string,
  announce: () => void,
  environment: Environment = process.env,
): Promise<Fetched> {
  const override = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override !== undefined) return Promise.resolve({ reason: `ELECTRON_OVERRIDE_DIST_PATH is ${override}` });
  if (environment['ELECTRON_SKIP_BINARY_DOWNLOAD']) return Promise.resolve({ reason: null });
  announce();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, 'install.js')], {
      cwd: folder,
      env: { ...environment, NODE_USE_ENV_PROXY: '1' },
      // The progress bar requires a terminal.
      stdio: ['ignore', 'ignore', process.stderr.isTTY ? 'inherit' : 'pipe'],
    });
    let complaint = '';
    child.stderr?.on('data', (chunk) => (complaint += chunk));
    child.on('error', (error) => resolve({ reason: error.message }));
    child.on('close', (code) => resolve(code === 0 || { reason: firstReason(complaint) }));
  });
}

/** The message of the error in a stack trace. */
function firstReason(complaint: string): string | null {
  const line = complaint.split('\n').find((text) => text.trim() !== '');
  return line === undefined ? null : line.replace(/^\w*Error: /, '').trim();
}
