/** The search of the static manual, opened as files: without a server, as the folder may be handed on. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualHtml } from '../../scripts/manual/html.ts';
import { searchFiles } from '../../scripts/manual/searchFiles.ts';
import { docsFolder } from '../support/manualBlocks.ts';
import { needsBrowser, openBrowser, type TestBrowser } from '../e2e/browser.ts';
import { sharedFolder } from '../support/temporaryFolder.ts';

describe('the search of the static manual', needsBrowser, () => {
  const folder = sharedFolder();
  let browser: TestBrowser;
  beforeAll(async () => {
    for (const [name, text] of [...manualHtml(docsFolder), ...(await searchFiles(docsFolder))]) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    writeFileSync(join(folder, 'manual.css'), '');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  it('goes from a page below the folder to matches, and from a match to its section', async () => {
    const { page, complaints } = browser;
    await page.goto(String(pathToFileURL(join(folder, 'reference/tests.html'))));
    await page.getByLabel('Search the manual').fill('OMP_NUM_THREADS');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('1 section', { exact: true }).waitFor();
    expect(await page.getByLabel('Search the manual').inputValue()).toBe('OMP_NUM_THREADS');
    await page.getByRole('link', { name: 'method.json' }).click();
    await page.getByRole('heading', { name: 'method.json' }).waitFor();
    expect(page.url()).toMatch(/own-methods\.html#methodjson$/);
    await page.getByLabel('Search the manual').fill('<b>nothing of the kind</b>');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('No matches.').waitFor();
    expect(complaints).toEqual([]);
  });
});
