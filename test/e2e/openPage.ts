/** The page of a host on a workspace, in a browser of its own, as tests find it: at Studies. */
import type { Page } from 'playwright-core';
import { openBrowser, type TestBrowser } from './browser.ts';
import { startHost, type TestHost } from './host.ts';

export interface OpenPage {
  readonly page: Page;
  readonly host: TestHost;
  readonly browser: TestBrowser;
  /** Goes to an address within the page, such as /studies/new. */
  readonly goTo: (address: string) => Promise<void>;
  /** Goes to Studies, so that the next address opens a view of its own and nothing is left of the one before. */
  readonly goToStudies: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openPage(workspace: string, roots: string | readonly string[]): Promise<OpenPage> {
  const host = await startHost(workspace, roots);
  try {
    const browser = await openBrowser();
    const { page } = browser;
    const studies = page.getByRole('heading', { name: 'Studies', level: 1 });
    await page.goto(host.url);
    await studies.waitFor();
    const goTo = async (address: string): Promise<void> =>
      void (await page.goto(host.url.replace(/#.*/, `#${address}`)));
    return {
      page,
      host,
      browser,
      goTo,
      async goToStudies() {
        await goTo('/studies');
        await studies.waitFor();
      },
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
