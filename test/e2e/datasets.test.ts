/**
 * The way of a dataset through the page: read by a pattern, audited, narrowed, preprocessed, exported, deleted and
 * back.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatasetSummary } from '../../src/core/contract/datasets.ts';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser, nextDownload } from './browser.ts';
import { fromMenu } from './fromMenu.ts';
import { writeConditions } from './drawnData.ts';
import { openPage, type OpenPage } from './openPage.ts';

describe('the pages of datasets in a browser', needsBrowser, () => {
  const here = scratch();
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const [data, eyes] = [here.at('data'), here.at('eyes')];
    mkdirSync(eyes);
    await writeConditions(resolve(data, 'conditions'));
    writeFaces(resolve(data, 'folders'), { subjects: 6, perSubject: 5, rows: 112, cols: 92 });
    const lines = Array.from({ length: 30 }, (_, n) => `s${Math.floor(n / 5) + 1}/${(n % 5) + 1}.pgm 62 48 30 47`);
    writeFileSync(resolve(eyes, 'eyes.txt'), lines.join('\n'));
    const workspace = here.at('page.eigenbench');
    const imported = await here.run('import', 'data/folders', '--name', 'folders', '--workspace', workspace);
    expect(imported.code, imported.stderr).toBe(0);
    opened = await openPage(workspace, [data, eyes]);
    ({ page } = opened);
  });

  afterAll(async () => {
    await opened?.close();
    await here.remove();
  });

  /** Opens the roots of the file picker that is in sight, then what these names say. */
  async function pick(...names: readonly (string | number)[]): Promise<void> {
    const list = page.getByRole('list', { name: 'Folders and files' });
    for (const name of names) {
      const entry = typeof name === 'number' ? list.getByRole('button').nth(name) : list.getByRole('button', { name });
      await entry.click();
    }
  }

  it('reads the names of a folder by a pattern, live, and imports what matches', async () => {
    await opened.goTo('/datasets/import');
    await pick(0, 'conditions');
    await page.getByRole('button', { name: 'Use this folder' }).click();
    await page.getByRole('region', { name: 'Images by subject' }).getByRole('img').nth(17).waitFor();
    await opened.browser.quiet();
    await page.getByText('Names', { exact: true }).click();
    await page.getByText('Every image file matches.').waitFor();
    await page.getByLabel('Pattern').fill('^(?<subject>subject\\d+)\\.(?<condition>normal|noglasses|sad|happy)');
    await page.getByText('105 image files do not match and are left out', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'First names' }).textContent()).toContain('noglasses');
    await expect.poll(() => violations(page)).toEqual([]);
    await page.getByLabel('Name', { exact: true }).fill('four');
    await page.getByRole('button', { name: 'Import 60 images of 15 subjects' }).click();
    await page.getByText('Imported four').waitFor();
    await page.getByText(/^eigenbench import conditions --name four/).waitFor();
    await page.getByText('60 images of 15 subjects, 4 each.').waitFor();
  });

  it('shows duplicates side by side, and leaves them out and restores one by a click', async () => {
    const pairs = page.getByRole('region', { name: '8 pairs of identical images' });
    await pairs.waitFor();
    await opened.browser.quiet();
    await page.getByRole('button', { name: 'What was checked' }).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await pairs.getByRole('button', { name: 'Show all' }).click();
    await pairs.getByRole('button', { name: 'Leave out subject02.normal.gif' }).waitFor();
    await opened.browser.quiet();
    await expect.poll(() => violations(page)).toEqual([]);
    await pairs.getByRole('button', { name: 'Leave out 8 duplicates' }).click();
    const leftOut = page.getByRole('region', { name: '8 images left out' });
    await leftOut.waitFor();
    await page.getByText('52 images of 15 subjects, 3 or 4 each.').waitFor();
    await page.getByRole('region', { name: /of identical images/ }).waitFor({ state: 'detached' });
    await leftOut.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: 'Restore subject02.normal.gif' }).click();
    await page.getByRole('region', { name: '1 pair of identical images' }).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('filters by subject and attribute, and moves by keys', async () => {
    await page.getByRole('combobox', { name: 'condition' }).selectOption('happy');
    await page.getByText('15 images of 15 subjects').waitFor();
    await opened.browser.quiet();
    await page.getByRole('listbox', { name: 'Images by subject' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    const details = page.getByRole('region', { name: 'Selected image' });
    await expect.poll(() => details.textContent()).toContain('subject15.happy.gif');
    await page
      .getByRole('option', { name: /^subject15\.happy/ })
      .and(page.locator(':visible'))
      .waitFor();
    const option = page.getByRole('option', { name: /^subject15\.happy/, selected: true });
    await option.waitFor();
    await expect.poll(async () => (await option.boundingBox())?.y).toBeLessThan(page.viewportSize()!.height);
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('shows mean faces and eigenvalues, in the dark too', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('tab', { name: 'Mean and eigenfaces' }).click();
    await page.getByRole('img', { name: 'Mean of all images of four' }).waitFor();
    await page.getByRole('img', { name: 'Mean of subject subject15' }).waitFor();
    await page.getByRole('img', { name: 'Eigenvalues of four by component' }).waitFor();
    await page.getByRole('radio', { name: 'Cumulative variance' }).check();
    await page.getByRole('img', { name: 'Cumulative variance of four by component' }).waitFor();
    await expect.poll(() => page.getByText(/^\d+ components$/).count()).toBe(3);
    await expect.poll(() => violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('exports what an import reads again without loss', async () => {
    const coming = nextDownload(page);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'NumPy archive' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('four.npz');
    const path = here.at('four.npz');
    await download.saveAs(path);
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');
    const workspace = here.at('page.eigenbench');
    const again = await here.run('import', path, '--name', 'again', '--workspace', workspace);
    expect(again.code, again.stderr).toBe(0);
    const listed = await here.run('datasets', '--json', '--workspace', workspace);
    expect(listed.code, listed.stderr).toBe(0);
    const datasets = JSON.parse(listed.stdout) as readonly DatasetSummary[];
    const hash = (name: string): string | undefined => datasets.find((dataset) => dataset.name === name)?.hash;
    expect(hash('again')).toBe(hash('four'));
  });

  it('renames and deletes with a way back', async () => {
    await fromMenu(page, 'Rename this dataset');
    await page.getByRole('dialog', { name: 'Rename dataset' }).getByLabel('Name').fill('four moods');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'four moods', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'four', level: 1, exact: true }).waitFor();
    await fromMenu(page, 'Delete this dataset');
    await page.getByText('Deleted four').waitFor();
    await page.getByRole('link', { name: 'four', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'four', exact: true }).waitFor();
  });

  it('aligns by eye positions, before and after in sight, and makes a dataset of it', async () => {
    await page.getByRole('link', { name: 'folders', exact: true }).click();
    await page.getByRole('link', { name: 'Preprocess' }).click();
    await page.getByRole('img', { name: 's1/1.pgm after' }).waitFor();
    await opened.browser.quiet();
    await page.getByRole('button', { name: 'Remove Resize' }).click();
    await page.getByRole('button', { name: 'Remove Resize' }).waitFor({ state: 'detached' });
    await opened.browser.quiet();
    await page.getByRole('button', { name: 'Add a step' }).click();
    await page.getByRole('menuitem', { name: 'Align the eyes' }).click();
    await page.getByText('its eyes are not known').first().waitFor();
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await pick(1, 'eyes.txt');
    await page.getByText('s1/1.pgm, 64 × 64').waitFor();
    await opened.browser.quiet();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.getByLabel('Name of the new dataset').fill('aligned');
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByText('30 images of 6 subjects, 5 each.').waitFor();
    await page.getByText('align:64x64:16,24:47,24').first().waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('has not broken its content security policy nor thrown', () => {
    expect(opened.browser.complaints).toEqual([]);
  });
});
