/** Deep features on the page: looked at, tried, computed, and put into a study in one click. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networkFile } from '../../src/main/networks/networkFiles.ts';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser } from './browser.ts';
import { fromMenu } from './fromMenu.ts';
import { openPage, type OpenPage } from './openPage.ts';

describe('deep features on the page', needsBrowser, () => {
  const here = scratch();
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const workspace = here.at('page.eigenbench');
    writeFaces(here.at('faces'), { subjects: 6, perSubject: 4, rows: 56, cols: 46 });
    tinted(here.at('faces'), here.at('tinted'));
    writeFileSync(here.at('own.onnx'), networkFile('recognition'));
    const imported = await here.run('import', 'faces', '--name', 'faces', '--workspace', workspace);
    expect(imported.code, imported.stderr).toBe(0);
    const grey = await here.run('import', 'tinted', '--name', 'tinted', '--grey-only', '--workspace', workspace);
    expect(grey.code, grey.stderr).toBe(0);
    opened = await openPage(workspace, here.folder);
    ({ page } = opened);
  });

  afterAll(async () => {
    await opened?.close();
    await here.remove();
  });

  const dialog = () => page.getByRole('dialog', { name: 'Deep features' });

  it('are asked for a recipe where no JSON lies beside the file, and say what does not fit', async () => {
    await opened.goTo('/datasets/1?panel=attached');
    await page.getByRole('button', { name: 'Deep features…' }).click();
    await dialog().waitFor();
    await opened.browser.quiet();
    await page.locator('label.segment', { hasText: 'ONNX file' }).click();
    await page.getByRole('button', { name: 'Choose an ONNX file' }).click();
    await page.getByRole('button', { name: /own\.onnx/ }).click();
    await dialog().getByText('No JSON file describes').waitFor();
    await dialog().getByLabel('Subtract').fill('1, 2');
    await dialog().getByText('One number, or three').waitFor();
    await expect.poll(() => dialog().getByRole('button', { name: 'Compute 24 vectors' }).isDisabled()).toBe(true);
    await dialog().getByLabel('Subtract').fill('127.5');
    await dialog().getByRole('img', { name: 'Input of image 1' }).waitFor();
    await opened.browser.quiet();
    await dialog().getByRole('button', { name: 'Try on ten images' }).click();
    await dialog().getByText('own.onnx: axis 2 of its input is 150, and the images have 112 there.').waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await dialog().getByLabel('Rows').fill('150');
    await dialog().getByLabel('Columns').fill('150');
    await dialog().getByLabel('Alignment').selectOption('whole');
    await dialog().getByText('The whole image, resized.').waitFor();
    await opened.browser.quiet();
    await dialog().getByRole('button', { name: 'Try on ten images' }).click();
    await dialog().getByText('128 finite numbers from each of 10 images').waitFor();
    await dialog().getByRole('button', { name: 'Compute 24 vectors' }).click();
    await page.getByRole('rowheader', { name: 'own', exact: true }).waitFor();
    await dialog().waitFor({ state: 'detached' });
  });

  it('come into a study by the menu, which computes them first', async () => {
    await opened.goTo('/studies/new?dataset=faces');
    await page.getByRole('region', { name: 'The split on faces' }).waitFor();
    await opened.browser.quiet();
    await fromMenu(page, 'Add subspaces and a deep descriptor');
    await dialog().waitFor();
    await opened.browser.quiet();
    await dialog().getByRole('button', { name: 'Compute 24 vectors' }).click();
    await page.getByText('Deep descriptor (trained elsewhere)').first().waitFor();
    await page.getByText('2DLDA', { exact: true }).first().waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('take the colours of a dataset in grey from its files, and refuse the files of others by name', async () => {
    await opened.goTo('/datasets/2?panel=attached');
    await page.getByRole('button', { name: 'Deep features…' }).click();
    await dialog().getByText('The dataset has no colours').waitFor();
    const give = async (folder: string): Promise<void> => {
      await dialog().getByRole('button', { name: 'Take colours from files…' }).click();
      const picker = page.getByRole('dialog', { name: 'Choose the folder of the original files' });
      await picker.getByRole('list').getByRole('button', { name: folder, exact: true }).click();
      await picker.getByRole('button', { name: 'Use this folder' }).click();
      await picker.waitFor({ state: 'detached' });
      await opened.browser.quiet();
    };
    await give('faces');
    await expect.poll(() => violations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Compute 24 vectors' }).click();
    await dialog().getByText('The folder lacks s1/1.ppm').waitFor();
    await give('tinted');
    await dialog().getByRole('button', { name: 'Compute 24 vectors' }).click();
    await page.locator('summary', { hasText: 'Built-in network' }).click();
    await page.getByText('images of the dataset in colour').first().waitFor();
    await page.getByRole('tab', { name: 'About' }).click();
    await page.getByText('kept, grey values are derived').waitFor();
  });
});

/** The same faces as PPM files whose channels differ. */
function tinted(from: string, to: string): void {
  for (const file of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.pgm')) continue;
    const grey = readFileSync(join(from, file)).subarray(-56 * 46);
    const rgb = Uint8Array.from({ length: 3 * grey.length }, (_, i) => grey[Math.floor(i / 3)] * (1 - 0.2 * (i % 3)));
    const target = join(to, file.replace('.pgm', '.ppm'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, Buffer.concat([Buffer.from('P6\n46 56\n255\n'), rgb]));
  }
}
