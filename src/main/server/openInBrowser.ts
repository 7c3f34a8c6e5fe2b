/** Opens the page as an application window of a Chromium-family browser. */
import { spawn } from 'node:child_process';
import { delimiter, join, basename } from 'node:path';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { isExecutable } from '../findProgram.ts';
import { makeFolder } from '../disk/folders.ts';
import { OWN_FILE } from '../disk/privateFile.ts';
import { writeFile } from '../disk/writeFile.ts';

// Redirect for a browser that this program starts. Every user of the machine can read its command line in the process
// list, so the address with the key is in a file that only this user can open.

export interface RedirectFile {
  /** file:// address of a page that redirects to the target. */
  readonly url: string;
  /** Removes the file and its folder; may be called again. */
  readonly remove: () => void;
}

/**
 * A page (mode 0600, in its own folder of mode 0700) that redirects to `target`. Throws the system's error if the file
 * cannot be written.
 */
export function writeRedirect(target: string, folder: string = tmpdir()): RedirectFile {
  // URL escapes quotes and angle brackets in the markup.
  const { href } = new URL(target);
  const privateFolder = mkdtempSync(join(folder, 'eigenbench-'));
  const file = join(privateFolder, 'open.html');
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta http-equiv="refresh" content="0;url=${href.replaceAll('&', '&amp;')}">
<title>Eigenbench</title>
`;
  writeFile(file, page, { mode: OWN_FILE });
  return { url: pathToFileURL(file).href, remove: () => rmSync(privateFolder, { recursive: true, force: true }) };
}

/**
 * A folder whose files `browser` can read. Chromium from the snap store has its own temporary folder and cannot read
 * hidden folders of the home folder; it can read one below ~/snap.
 */
export function folderFor(browser: string, home: string = homedir(), snaps = '/snap/bin'): string {
  const fromSnap = /^chromium(-browser)?$/.test(basename(browser)) && existsSync(join(snaps, 'chromium'));
  if (!fromSnap) return tmpdir();
  const common = join(home, 'snap', 'chromium', 'common');
  makeFolder(common);
  return common;
}

/** Browsers that can open an address as an application window, by platform: names on the PATH, or full paths. */
export function candidates(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): readonly string[] {
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (platform === 'win32') {
    const places = [environment['PROGRAMFILES'], environment['PROGRAMFILES(X86)'], environment['LOCALAPPDATA']];
    return places
      .filter((place) => place !== undefined)
      .flatMap((place) => [
        join(place, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        join(place, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
        join(place, 'Chromium', 'Application', 'chrome.exe'),
      ]);
  }
  const names = [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'microsoft-edge',
    'microsoft-edge-stable',
  ];
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** The first installed browser that can display in this session; null if there is none. */
export function findBrowser(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string | null {
  const hasScreen = platform !== 'linux' || Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']);
  return hasScreen ? (candidates(platform, environment).find(isExecutable) ?? null) : null;
}

export interface OpenedBrowser {
  /** Removes the redirect file; it is not needed once the page has loaded. */
  readonly forget: () => void;
}

/** Opens `url` in an application window; null if no browser can. The browser keeps running after this process ends. */
export async function openInBrowser(
  url: string,
  browser: string | null = findBrowser(),
): Promise<OpenedBrowser | null> {
  if (browser === null) return null;
  const redirect = writeRedirect(url, folderFor(browser));
  const started = await new Promise<boolean>((resolve) => {
    const child = spawn(browser, [`--app=${redirect.url}`, '--no-first-run'], { detached: true, stdio: 'ignore' });
    child.on('error', () => resolve(false));
    child.on('spawn', () => resolve(true));
    child.unref();
  });
  if (started) return { forget: redirect.remove };
  redirect.remove();
  return null;
}
