/** Opens the page as a window of its own in a Chromium-family browser. */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { isExecutable } from '../findProgram.ts';
import { folderFor, writeRedirect } from './redirectFile.ts';

/** Browsers that open an address as an application window, by platform: names on the PATH, or full paths. */
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

/** The first browser that is installed and that this session can show; null where there is none. */
export function findBrowser(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string | null {
  const hasScreen = platform !== 'linux' || Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']);
  return hasScreen ? (candidates(platform, environment).find(isExecutable) ?? null) : null;
}

export interface OpenedBrowser {
  /** Removes the file that led the browser to the page; it is not needed once the page is there. */
  readonly forget: () => void;
}

/** Opens `url` in an application window; null where no browser can. The browser outlives this process. */
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
