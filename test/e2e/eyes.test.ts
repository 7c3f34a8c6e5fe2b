/** Eyes set by clicks and keys in *Preprocess*: kept, taken back, exported, imported again, and aligned by. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser, nextDownload } from './browser.ts';
import { openPage, type OpenPage } from './openPage.ts';

describe('eyes set by clicks', needsBrowser, () => {
  const here = scratch();
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const workspace = here.at('page.eigenbench');
    writeFaces(here.at('faces'), { subjects: 2, perSubject: 2, rows: 112, cols: 92 });
    const imported = await here.run('import', 'faces', '--name', 'faces', '--workspace', workspace);
    expect(imported.code, imported.stderr).toBe(0);
    opened = await openPage(workspace, here.folder);
    ({ page } = opened);
    await opened.goTo('/datasets/1/preprocess');
    await page.getByRole('img', { name: 's1/1.pgm after' }).waitFor();
    await opened.browser.quiet();
    // After the resize that a draft begins with: eyes follow it.
    await page.getByRole('button', { name: 'Add a step' }).click();
    await page.getByRole('menuitem', { name: 'Align the eyes' }).click();
  });

  afterAll(async () => {
    await opened?.close();
    await here.remove();
  });

  const dialog = () => page.getByRole('dialog', { name: 'Eyes of faces' });
  const place = (eye: 'left' | 'right') => dialog().locator(`[data-eye-place=${eye}]`);
  const says = (text: string) => dialog().getByText(text, { exact: true }).waitFor();

  /** Clicks at a place of the image in pixels. */
  async function click(x: number, y: number): Promise<void> {
    // Neither the face nor what stands above it changes its size any more.
    await opened.browser.quiet();
    const face = dialog().locator('.stage > .face');
    const { width, height } = (await face.boundingBox())!;
    await face.click({ position: { x: ((x + 0.5) / 92) * width, y: ((y + 0.5) / 112) * height } });
  }

  const near = async (eye: 'left' | 'right', x: number, y: number): Promise<void> => {
    const distance = async (): Promise<number> => {
      const [foundX, foundY] = (await place(eye).textContent())!.split(',').map(Number);
      return Math.hypot(foundX - x, foundY - y);
    };
    // A click lies on whole pixels of the screen.
    await expect.poll(distance).toBeLessThan(0.5);
  };

  it('marks by clicks, shows the aligned face beside, and puts left and right in order', async () => {
    await page.getByRole('button', { name: 'Mark by clicking' }).click();
    await dialog().getByText('s1/1.pgm').waitFor();
    await click(62, 48);
    await click(30, 47);
    await says('1 of 4 faces have both eyes.');
    await near('left', 30, 47);
    await near('right', 62, 48);
    await dialog().getByRole('img', { name: 's1/1.pgm aligned' }).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('marks the next face by keys alone, enlarged, beginning where eyes are expected', async () => {
    await page.keyboard.press('n');
    await dialog().getByText('s1/2.pgm').waitFor();
    await page.keyboard.press('+');
    await dialog().getByText('150%').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    await near('left', 31, 46.9);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await near('right', 62, 49);
    await says('2 of 4 faces have both eyes.');
  });

  it('takes changes back one by one, on the face that they were made to', async () => {
    await page.keyboard.press('p');
    await dialog().getByText('s1/1.pgm').waitFor();
    await page.keyboard.press('u');
    await dialog().getByText('s1/2.pgm').waitFor();
    await says('1 of 4 faces have both eyes.');
    await page.keyboard.press('ArrowDown');
    await says('2 of 4 faces have both eyes.');
    await page.keyboard.press('m');
    await dialog().getByText('s2/1.pgm').waitFor();
  });

  it('exports a list, and takes it again after the marks were cleared', async () => {
    const coming = nextDownload(page);
    await dialog().getByRole('button', { name: 'Export the list' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('faces eyes.txt');
    await download.saveAs(here.at('eyes.txt'));
    const lines = readFileSync(here.at('eyes.txt'), 'utf8').trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['s1/1', 's1/2']);
    for (const file of ['s1/2.pgm', 's1/1.pgm']) {
      await page.keyboard.press('p');
      await dialog().getByText(file, { exact: true }).waitFor();
      await dialog().getByRole('button', { name: 'Clear this face' }).click();
    }
    await says('0 of 4 faces have both eyes.');
    await dialog().getByRole('button', { name: 'Read from a list' }).click();
    await dialog()
      .getByRole('button', { name: /^eyes\.txt/ })
      .click();
    await says('2 of 4 faces have both eyes.');
    await near('left', 30, 47);
  });

  it('keeps the marks, and aligns what has them', async () => {
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.getByText('Marked in 2 faces').waitFor();
    await page.reload();
    await page.getByRole('img', { name: 's1/1.pgm after' }).waitFor();
    await opened.browser.quiet();
    await page.getByRole('button', { name: 'Add a step' }).click();
    await page.getByRole('menuitem', { name: 'Align the eyes' }).click();
    await page.getByText('Marked in 2 faces').waitFor();
    await opened.browser.quiet();
    await page.getByRole('img', { name: 's1/1.pgm after' }).waitFor();
    await page.getByLabel('Name of the new dataset').fill('aligned');
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByText('Created aligned').waitFor();
    await page.getByText('2 images of 1 subject.').waitFor();
    expect(opened.browser.complaints).toEqual([]);
  });
});
