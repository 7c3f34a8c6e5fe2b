/** The page of a host on a workspace, in a browser of its own, as tests find it: at Home. */
import type { Page } from 'playwright-core';
import { openBrowser, type TestBrowser } from './browser.ts';
import { startHost, type TestHost } from './host.ts';

export interface OpenPage {
  readonly page: Page;
  readonly host: TestHost;
  readonly browser: TestBrowser;
  /** Goes to an address within the page, such as /studies/new. */
  readonly goTo: (address: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openPage(workspace: string, roots: string | readonly string[]): Promise<OpenPage> {
  const host = await startHost(workspace, roots);
  try {
    const browser = await openBrowser();
    const { page } = browser;
    await page.goto(host.url);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    return {
      page,
      host,
      browser,
      goTo: async (address) => void (await page.goto(host.url.replace(/#.*/, `#${address}`))),
      async close() {
        await browser.close();
        await host.stop();
      },
    };
  } catch (error) {
    await host.stop();
    throw error;
  }
}
