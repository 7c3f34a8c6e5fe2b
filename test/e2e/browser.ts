/** A Chromium-family browser for the tests of the page, with a profile of its own. */
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { candidates } from '../../src/main/server/openInBrowser.ts';
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
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return {
    page,
    complaints,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
