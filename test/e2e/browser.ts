/** A Chromium-family browser for the tests of the page, with a profile of its own. */
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { candidates } from '../../src/main/server/openInBrowser.ts';

/** The installed browser, or null with the reason printed. */
export function installedBrowser(): string | null {
  const found = candidates(process.platform, process.env).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!found) console.warn('Skipped the tests of the page in a browser: no Chromium, Chrome or Edge is installed.');
  return found ?? null;
}

export interface TestBrowser {
  readonly page: Page;
  /** What the page wrote to its console as an error, and what it threw. */
  readonly complaints: string[];
  readonly close: () => Promise<void>;
}

export async function openBrowser(executablePath: string): Promise<TestBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'eigenbench-browser-'));
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath,
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
    ],
  });
  const page = context.pages()[0] ?? (await context.newPage());
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
