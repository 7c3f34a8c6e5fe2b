/** The model room: real browser, real host, drawn faces. */
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser, openBrowser, type TestBrowser } from './browser.ts';
import { writeFolders } from './drawnData.ts';
import { startHost, type TestHost } from './host.ts';

const spec = {
  name: 'Models',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [3], repeats: 2 },
  methods: [
    { method: 'ppca', latent: [10, 30] },
    { method: 'bppca', latent: { qc: [6], qr: [4] } },
    { method: 'mphopca', latent: { qc: [4], qr: [4] }, settings: { components: 3, starts: 1 } },
  ],
};

describe('the model room in a browser', needsBrowser, () => {
  const here = scratch();
  let host: TestHost;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    const workspace = here.at('page.eigenbench');
    writeFolders(here.at('faces'));
    writeFileSync(here.at('spec.json'), JSON.stringify(spec));
    const imported = await here.run('import', 'faces', '--size', '28x23', '--workspace', workspace);
    expect(imported.stderr + imported.stdout).toContain('images');
    const run = await here.run('run', 'spec.json', '--workspace', workspace);
    expect(run.code, run.stderr).toBe(0);
    host = await startHost(workspace, here.folder);
    browser = await openBrowser();
    page = browser.page;
  });

  afterAll(async () => {
    await browser?.close();
    await host?.stop();
    await here.remove();
  });

  const tab = (name: string) => page.getByRole('tab', { name }).click();
  const canvasOf = (label: string) => page.getByRole('button', { name: label, exact: true }).locator('canvas');
  const grey = (label: string): Promise<string> =>
    canvasOf(label).evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  /** The pixels of a face that has been drawn. */
  async function drawnGrey(label: string): Promise<string> {
    const isDrawn = (canvas: Element): boolean => {
      const { width, height } = canvas as HTMLCanvasElement;
      const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
      return new Set(data).size > 2;
    };
    await expect.poll(() => canvasOf(label).evaluate(isDrawn)).toBe(true);
    await browser.quiet();
    return grey(label);
  }

  it('opens by its address, with basis images by pages, enlarged by click, left by Escape', async () => {
    await page.goto(host.url);
    await page.getByRole('heading', { name: 'Studies', level: 1 }).waitFor();
    await page.evaluate(() => (location.hash = '#/studies/1/model?method=BPPCA'));
    await page.getByText('recognises every test image as the study did').waitFor();
    await page.getByRole('button', { name: 'Enlarge Basis image (1, 1)' }).waitFor();
    await browser.quiet();
    await page.getByRole('button', { name: 'Enlarge Basis image (1, 1)' }).click();
    await page.getByRole('dialog', { name: 'Basis image (1, 1)' }).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'Basis image (1, 2)' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toContain('/studies/1/model');
  });

  it('brings faces back from fewer entries of their codes as a slider moves', async () => {
    await tab('Reconstructions');
    const slider = page.getByLabel('Leading entries kept, q_c');
    const face = 'Enlarge Reconstruction of s1';
    await page.getByRole('button', { name: face }).first().waitFor();
    const before = await drawnGrey(face);
    await slider.focus();
    await page.keyboard.press('Home');
    await expect.poll(() => grey(face)).not.toBe(before);
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('1 of 6');
    await page.getByRole('img', { name: 'Error of reconstructions of BPPCA by q_r, q_c = 1' }).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('draws the same images for the same seed', async () => {
    await tab('Samples');
    const first = 'Enlarge Drawn image 1';
    await page.getByRole('button', { name: first, exact: true }).waitFor();
    const drawn = () => grey(first);
    const before = await drawnGrey(first);
    await page.getByRole('button', { name: 'Draw again' }).click();
    await expect.poll(drawn).not.toBe(before);
    await page.getByLabel('Seed').fill('1');
    await expect.poll(drawn).toBe(before);
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('rings mistakes in the latent space and goes from image to image by keys', async () => {
    await tab('Embedding');
    const plot = page.getByRole('application');
    await plot.waitFor();
    await browser.quiet();
    await plot.focus();
    await page.keyboard.press('ArrowRight');
    await page
      .getByRole('button', { name: /^Enlarge (Training|Test) image of s\d+/ })
      .first()
      .waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('fills hidden pixels where the method estimates them, and shows the components of mixtures', async () => {
    await page.getByLabel('Method').selectOption('PPCA');
    await page.getByText('closed form').waitFor();
    await tab('Missing pixels');
    await page
      .getByRole('button', { name: /, filled$/ })
      .first()
      .waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.getByLabel('Method').selectOption('MPHOPCA');
    await page.getByRole('tab', { name: 'Components' }).waitFor();
    await tab('Components');
    await page.getByRole('heading', { name: 'Component 1' }).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    expect(browser.complaints).toEqual([]);
  });
});
