/** The page Papers in a browser: from the list to a result beside what was published, by keyboard, and into files. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser, nextDownload } from './browser.ts';
import { openPage, type OpenPage } from './openPage.ts';

describe('the page Papers in a browser', needsBrowser, () => {
  const here = scratch();
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const workspace = here.at('page.eigenbench');
    // As many as ORL has, aligned faces of 32 × 32: recognised as a stand-in by counts and shape.
    writeFaces(here.at('faces'), { subjects: 40, perSubject: 10, rows: 32, cols: 32 });
    const imported = await here.run('import', 'faces', '--name', 'drawn faces', '--workspace', workspace);
    expect(imported.code, imported.stderr).toBe(0);
    opened = await openPage(workspace, here.folder);
    ({ page } = opened);
  });

  afterAll(async () => {
    await opened?.close();
    await here.remove();
  });

  const article = () => page.getByRole('article');
  const result = () => page.getByRole('region', { name: 'Result' });

  it('lists the experiments of the five papers, and goes from one to the next by the arrow keys', async () => {
    await page.getByRole('link', { name: 'Papers' }).click();
    const list = page.getByRole('navigation', { name: 'Experiments' });
    await list.getByRole('button', { name: 'Arc length to the true subspace' }).click();
    await page.keyboard.press('ArrowDown');
    await article().getByRole('heading', { name: 'Ten random starts of CM' }).waitFor();
    await article().getByRole('button', { name: 'Run quick' }).waitFor();
    await expect.poll(() => list.getByRole('heading').count()).toBe(5);
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('runs one that draws its own data by the keyboard alone: verdict, figure, the paper’s numbers', async () => {
    // From the chosen experiment the next stops are the rule of the verdicts and the runs.
    for (let stops = 0; stops < 6; stops++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement?.textContent?.trim());
      if (focused === 'Run quick') break;
    }
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Run quick');
    await page.keyboard.press('Enter');
    await result().getByText('Reproduced', { exact: true }).waitFor();
    await expect.poll(() => result().getByRole('cell', { name: 'yes' }).count()).toBe(4);
    await expect.poll(() => result().locator('figure canvas, figure svg').count()).toBeGreaterThan(0);
    // What was published stands above what came out.
    await article().getByText('Table I', { exact: false }).first().waitFor();
    await result().getByText('60168', { exact: false }).first().waitFor();
    const stated = page.getByRole('button', { name: 'Ten random starts of CM' });
    await expect.poll(() => stated.textContent()).toContain('Reproduced');
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('exports the result as a figure and as a table', async () => {
    for (const [entry, sign] of [
      ['SVG', '<svg'],
      ['LaTeX', '\\toprule'],
    ]) {
      const coming = nextDownload(page);
      await result().getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: entry }).click();
      const file = here.at(`result-${entry}`);
      await (await coming).saveAs(file);
      expect(readFileSync(file, 'utf8')).toContain(sign);
    }
  });

  it('says how far a run is and how long it takes, and cancels it', async () => {
    await opened.goTo('/papers?experiment=bppca-fig2');
    await article().getByRole('button', { name: 'Run full' }).click();
    await article().getByText(' left', { exact: false }).waitFor();
    await article().getByRole('button', { name: 'Cancel' }).click();
    await article().getByText('Cancelled.').waitFor();
    await expect.poll(() => result().count()).toBe(0);
    await article().getByRole('button', { name: 'Run quick' }).waitFor();
  });

  it('names what is missing: which, how many, from whom, by which command', async () => {
    await opened.goTo('/papers?experiment=phopca-fig3-ar');
    await article().getByText('AR faces, 101 × 88 is not in the workspace').waitFor();
    for (const part of ['1,638 images of 126 subjects', 'Aleix Martínez', 'eigenbench import ar --name ar-all'])
      await expect.poll(() => article().textContent()).toContain(part);
    await expect.poll(() => article().getByRole('button', { name: 'Run quick' }).count()).toBe(0);
    await article().getByRole('link', { name: 'Import a dataset' }).click();
    await page.waitForURL(/import/);
  });

  it('labels a stand-in as one, and asks for no number of the paper on it', async () => {
    await opened.goTo('/papers?experiment=mvfa-table2-xm2vts');
    await article().getByText('stand-in: the paper used other data').waitFor();
    await article().getByText('dataset “drawn faces”, recognised by counts and shape').waitFor();
    await article().getByRole('button', { name: 'Run quick' }).click();
    await result().waitFor();
    await expect
      .poll(() =>
        result()
          .getByText(/^(Order reproduced|Not reproduced)$/)
          .count(),
      )
      .toBe(1);
    await expect
      .poll(() =>
        result()
          .getByRole('row', { name: /MVFA is superior/ })
          .count(),
      )
      .toBe(1);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => violations(page)).toEqual([]);
    expect(opened.browser.complaints).toEqual([]);
  });
});
