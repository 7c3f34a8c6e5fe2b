/** What a newcomer clicks: from an empty start to a running study, and on to a figure in a paper. Each click counts. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { needsBrowser, nextDownload } from './browser.ts';
import { openPage, type OpenPage } from './openPage.ts';

describe('the clicks of a newcomer', needsBrowser, () => {
  const here = scratch();
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    writeFaces(here.at('data/orl'), { subjects: 5, perSubject: 5, rows: 10, cols: 9 });
    opened = await openPage(here.at('page.eigenbench'), here.at('data'));
    ({ page } = opened);
  });

  afterAll(async () => {
    await opened?.close();
    await here.remove();
  });

  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    await target.click();
    clicks++;
  };
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

  it('are six from an empty start to a running study', async () => {
    await click(page.getByRole('link', { name: 'Choose a folder' }));
    await click(button('orl'));
    await click(button('Use this folder'));
    await button(/^Import 25 images of/).waitFor();
    await opened.browser.quiet();
    await click(button(/^Import 25 images of/));
    await page.getByRole('region', { name: /^Imported orl in / }).waitFor();
    await click(page.getByRole('link', { name: 'New study' }).last());
    await page.getByRole('region', { name: 'The split on faces' }).waitFor();
    await opened.browser.quiet();
    await click(button('Run study'));
    await page.getByTestId('verdict').waitFor();
    expect(clicks).toBe(6);
  });

  it('are two more to the parts of a paper, three to a figure and three to the table in LaTeX', async () => {
    await page.getByText('Finished', { exact: true }).first().waitFor();
    await opened.browser.quiet();
    clicks = 0;
    await click(button('Copy for the paper'));
    await click(page.getByRole('button', { name: 'Copy 4 parts' }));
    await page.getByText('Copied 4 parts for LaTeX').waitFor();
    expect(clicks).toBe(2);

    clicks = 0;
    const coming = nextDownload(page);
    await click(button('Export'));
    await click(page.getByRole('menuitem', { name: 'Figure …' }));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Save file' }));
    const figure = await coming;
    expect(figure.suggestedFilename()).toMatch(/\.pdf$/);
    expect(readFileSync(await figure.path(), 'latin1')).toMatch(/^%PDF/);
    expect(clicks).toBe(3);

    clicks = 0;
    await click(button('Export'));
    await click(page.getByRole('menuitem', { name: 'LaTeX …' }));
    await click(button('Copy as LaTeX'));
    await page.getByText('Copied as LaTeX').waitFor();
    expect(clicks).toBe(3);
  });
});
