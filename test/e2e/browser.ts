/** A Chromium-family browser for the tests of the page, with a profile of its own. */
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Download, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { candidates } from '../../src/main/server/openInBrowser.ts';
import { eventually } from '../support/eventually.ts';
import { skipWhen } from '../support/skips.ts';

const installed = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * The installed browser, null where there is none. Debian's Chromium without a screen comes first: 0.8 s of processor
 * time to start and end it, where the whole one takes 2 s.
 */
const browserPath =
  ['/usr/bin/chromium-headless-shell', ...candidates(process.platform, process.env)].find(installed) ?? null;

/** Options of a suite that drives the page. */
export const needsBrowser = skipWhen(browserPath === null, 'no Chromium, Chrome or Edge is installed');

export interface TestBrowser {
  readonly page: Page;
  /** What the page wrote to its console as an error, and what it threw. */
  readonly complaints: string[];
  /** Waits until the page has got and drawn what it asked the host for: nothing that is on its way moves a thing. */
  readonly quiet: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens it at 1360 × 900, in the light, without motion; what is waited for may take a minute. `further` are switches
 * besides.
 */
export async function openBrowser(further: readonly string[] = []): Promise<TestBrowser> {
  if (browserPath === null) throw new Error('No Chromium, Chrome or Edge is installed.');
  const profile = mkdtempSync(join(tmpdir(), 'eigenbench-browser-'));
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath,
    headless: true,
    viewport: { width: 1360, height: 900 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...further,
    ],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(180_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const calls = openCalls(page);
  return {
    page,
    complaints,
    quiet: async () => {
      do {
        await eventually(() => expect([...calls.values()]).toEqual([]));
        // What has come is drawn, and what that asks for is on its way.
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      } while (calls.size > 0);
    },
    close: async () => {
      await context.close();
      // Chromium may still write into it.
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** The next file that the page gives. Where the test fails before, nobody waits for it any more, and it is no error. */
export function nextDownload(page: Page): Promise<Download> {
  const coming = page.waitForEvent('download');
  coming.catch(() => undefined);
  return coming;
}

/** Paths of the calls of the page that the host has not answered yet; of a stream the first event is the answer. */
function openCalls(page: Page): ReadonlyMap<string, string> {
  const calls = new Map<string, string>();
  const head = (payload: string | Buffer): string =>
    Buffer.from(payload as string)
      .subarray(0, 400)
      .toString('latin1');
  page.on('websocket', (socket) => {
    calls.clear();
    socket.on('framesent', ({ payload }) => {
      const [, id] = /^\{"i":"(\w+)"/.exec(head(payload)) ?? [];
      const [, path] = /"u":"([^"]+)"/.exec(head(payload)) ?? [];
      // Without a path a frame takes a call back, which is not answered then.
      if (path === undefined) calls.delete(id);
      else calls.set(id, path);
    });
    socket.on('framereceived', ({ payload }) => {
      const [, id] = /^\{"i":"(\w+)"/.exec(head(payload)) ?? [];
      if (id !== undefined) calls.delete(id);
    });
    socket.on('close', () => calls.clear());
  });
  return calls;
}
