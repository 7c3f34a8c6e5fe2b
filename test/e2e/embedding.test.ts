/** A moving face embedded by LPP and EM-LPP with and without noise: real browser, real host. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser, nextDownload, openBrowser, type TestBrowser } from './browser.ts';
import { writeSequence } from './drawnData.ts';
import { startHost, type TestHost } from './host.ts';

describe('the embedding of a dataset', needsBrowser, () => {
  const here = scratch();
  let host: TestHost;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    const workspace = here.at('page.eigenbench');
    writeSequence(here.at('sequence.mat'), 1965);
    const imported = await here.run('import', 'sequence.mat', '--name', 'sequence', '--workspace', workspace);
    expect(imported.stderr + imported.stdout).toContain('1,965 images of 1 subject');
    host = await startHost(workspace, here.folder);
    browser = await openBrowser();
    page = browser.page;
  });

  afterAll(async () => {
    await browser?.close();
    await host?.stop();
    await here.remove();
  });

  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  const plot = (name: string) => panel(name).getByRole('application');
  const pixels = (name: string) => plot(name).evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  /** The pixels of a plot that has all of its faces, which come one after another. */
  async function settled(name: string): Promise<string> {
    await browser.quiet();
    return pixels(name);
  }

  it('is a tab, with LPP and EM-LPP to begin with, and names what is wrong with a field', async () => {
    await page.goto(host.url);
    await page.getByRole('link', { name: /^sequence/ }).click();
    await page.getByRole('tab', { name: 'Embedding' }).click();
    await page.getByRole('button', { name: 'Remove EM-LPP' }).waitFor();
    await browser.quiet();
    await page.getByLabel('Every n-th image').fill('0');
    await page.getByRole('button', { name: 'Embed', exact: true }).click();
    await page.getByText('A whole number from 1.').waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('shows each method without and with noise, faces in the plots', async () => {
    await page.getByLabel('Every n-th image').fill('5');
    await page.getByLabel('Noise σ, units of the stored pixels').fill('0, 51');
    await page.getByRole('button', { name: 'Embed', exact: true }).click();
    for (const name of ['LPP, without noise', 'EM-LPP, without noise', 'LPP, noise σ = 51', 'EM-LPP, noise σ = 51']) {
      await panel(name)
        .getByText(/^393 images, q = 3 .*trustworthiness 0\.\d{3}/)
        .waitFor();
      // Faces have come when the plot has many greys.
      await page.waitForFunction((label) => {
        const canvas = document.querySelector<HTMLCanvasElement>(`section[aria-label="${label}"] canvas`)!;
        const { data: rgba } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        const greys = new Set<number>();
        for (let i = 0; i < rgba.length; i += 4)
          if (rgba[i] === rgba[i + 1] && rgba[i] === rgba[i + 2]) greys.add(rgba[i]);
        return greys.size > 100;
      }, name);
    }
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('selects an image by keys in one plot and marks it in all, zooms by wheel and keys', async () => {
    const other = await settled('EM-LPP, without noise');
    const own = await settled('LPP, without noise');
    await plot('LPP, without noise').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('region', { name: 'Selected image' }).getByText('frame1', { exact: true }).waitFor();
    await expect.poll(() => pixels('EM-LPP, without noise')).not.toBe(other);
    await expect.poll(() => pixels('LPP, without noise')).not.toBe(own);
    const before = await settled('LPP, without noise');
    await page.keyboard.press('+');
    await expect.poll(() => pixels('LPP, without noise')).not.toBe(before);
    await page.keyboard.press('0');
    await expect.poll(() => pixels('LPP, without noise')).toBe(before);
    await plot('LPP, without noise').hover();
    await page.mouse.wheel(0, -200);
    await expect.poll(() => pixels('LPP, without noise')).not.toBe(before);
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Selected image' }).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Embedding', selected: true }).waitFor();
  });

  it('selects by a lasso, lists the images, lights them up in all plots, and gives the list', async () => {
    await page.getByRole('radio', { name: 'Selects' }).check();
    await plot('LPP, without noise').scrollIntoViewIfNeeded();
    await browser.quiet();
    const box = (await plot('LPP, without noise').boundingBox())!;
    const corner = (across: number, down: number) =>
      page.mouse.move(box.x + across * box.width, box.y + down * box.height, { steps: 4 });
    await corner(0.15, 0.05);
    await page.mouse.down();
    await corner(0.95, 0.05);
    await corner(0.95, 0.85);
    await corner(0.15, 0.85);
    await page.mouse.up();
    const selection = page.getByRole('region', { name: 'Selection' });
    const words = await selection.getByText(/^\d+ images selected$/).textContent();
    const count = Number(words!.split(' ')[0]);
    expect(count).toBeGreaterThan(10);
    const before = await settled('EM-LPP, without noise');
    await selection
      .getByRole('button', { name: /^Enlarge / })
      .first()
      .hover();
    await expect.poll(() => pixels('EM-LPP, without noise')).not.toBe(before);
    await expect.poll(() => violations(page)).toEqual([]);
    const coming = nextDownload(page);
    await selection.getByRole('button', { name: 'Save CSV' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('sequence-selection.csv');
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect([lines[0], lines.length]).toEqual(['index,file,subject', count + 1]);
    await selection.getByRole('button', { name: 'Clear' }).click();
    await selection.waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Moves' }).check();
  });

  it('gives the coordinates as CSV and the figure as PNG, SVG and PDF', async () => {
    const exported = async (name: RegExp, format?: 'svg' | 'png' | 'pdf') => {
      const coming = nextDownload(page);
      await panel('EM-LPP, noise σ = 51').getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name }).click();
      if (format) {
        await page.getByLabel('Format', { exact: true }).selectOption(format);
        await page.getByRole('button', { name: 'Save file' }).click();
      }
      const download = await coming;
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
    };
    const csv = await exported(/CSV/);
    expect(csv.name).toBe('sequence-em-lpp-noise-51.csv');
    const lines = csv.bytes.toString().trim().split('\r\n');
    expect(lines).toHaveLength(394);
    expect(lines[0]).toBe('index,file,subject,code_1,code_2,code_3,mean_1,mean_2,mean_3');
    expect(lines[2]).toMatch(/^5,frame6,1(,-?[\d.e-]+){6}$/);
    const svg = (await exported(/Figure/, 'svg')).bytes.toString();
    expect(svg.match(/<image /g)!.length).toBeGreaterThan(20);
    expect(svg).toContain('Axis 1 (posterior mean)');
    const png = (await exported(/Figure/, 'png')).bytes;
    expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    const pdf = (await exported(/Figure/, 'pdf')).bytes.toString('latin1');
    expect(pdf.match(/\/Subtype \/Image/g)!.length).toBe(svg.match(/<image /g)!.length);
  });

  it('cancels, and keeps what it shows while the user looks elsewhere', async () => {
    await page.getByRole('tab', { name: 'Images' }).click();
    await page.getByRole('tab', { name: 'Embedding' }).click();
    await panel('LPP, without noise').getByRole('application').waitFor();
    await browser.quiet();
    await page.getByLabel('Every n-th image').fill('1');
    await page.getByRole('button', { name: 'Embed', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await panel('EM-LPP, without noise').getByText('Cancelled.').waitFor();
    await page.getByRole('button', { name: 'Embed', exact: true }).waitFor();
    expect(browser.complaints).toEqual([]);
  });
});
