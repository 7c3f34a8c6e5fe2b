/** The way of a researcher through the page: real browser, real host, drawn faces; numbers equal the command line's. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser, nextDownload, openBrowser, type TestBrowser } from './browser.ts';
import { addMethod, fromMenu, unfold } from './fromMenu.ts';
import { cellsDone, cellsKept, runStrip } from './runStrip.ts';
import { writeFolders } from './drawnData.ts';
import { quietPort, startHost, type TestHost } from './host.ts';

/** What the form below says, as a file for the command line. */
const spec = {
  name: 'From the page',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 3 },
  seed: 11,
  methods: [
    { method: 'pca', latent: { from: 5, to: 60, step: 5 } },
    { method: '2dpca' },
    { method: 'glram', latent: { qc: [4, 8, 12], qr: [2, 4] } },
  ],
  comparison: { test: 'paired-t', correction: 'holm' },
  selection: { innerSplits: 2 },
};

/** Saves a download and reads it. */
async function exported(page: Page, title: string): Promise<{ name: string; text: string }> {
  const coming = nextDownload(page);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menu').waitFor();
  const entry = page.getByRole('menuitem', { name: title });
  if (await entry.isVisible()) await entry.click();
  else {
    await page.getByRole('menuitem', { name: 'More formats …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: title }).click();
  }
  if (title.endsWith('…')) await page.getByRole('button', { name: 'Save file' }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

describe('the page in a browser', needsBrowser, () => {
  const here = scratch();
  let host: TestHost;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    writeFolders(here.at('faces'));
    host = await startHost(here.at('page.eigenbench'), here.folder, await quietPort());
    browser = await openBrowser();
    page = browser.page;
  });

  afterAll(async () => {
    await browser?.close();
    await host?.stop();
    await here.remove();
  });

  it('opens with the address that the host prints, and says what to do first', async () => {
    await page.goto(host.url);
    await page.getByText('Drop a folder of faces here').waitFor();
    await expect.poll(() => page.url()).not.toContain('token');
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('imports a folder of faces, reduced to 28 × 23', async () => {
    await page.getByRole('link', { name: 'Choose a folder' }).click();
    await page.getByRole('button', { name: 'faces', exact: true }).click();
    await page.getByRole('button', { name: 's40', exact: true }).waitFor();
    await browser.quiet();
    await page.getByRole('button', { name: 'Use this folder' }).click();
    // The preview above grows until its faces have come.
    await page.getByRole('region', { name: 'Images by subject' }).getByRole('img').nth(17).waitFor();
    await browser.quiet();
    await page.getByText('Pixels', { exact: true }).click();
    await page.locator('label.segment', { hasText: 'Reduced to one size' }).click();
    await page.getByLabel('Rows × columns').fill('28 × 23');
    await browser.quiet();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import 400 images of 40 subjects' }).click();
    await page.getByText('Imported faces').waitFor();
    await page.getByText('400 images of 40 subjects, 10 each.').waitFor();
    await page.getByText('28 rows × 23 columns').first().waitFor();
  });

  it('shows the faces with their own pixels', async () => {
    await page.getByRole('tab', { name: 'Images' }).click();
    const face = page.getByRole('option', { name: /^s1\/1\.pgm/ });
    await face.waitFor();
    await page.waitForFunction(() => {
      const canvases = [...document.querySelectorAll<HTMLCanvasElement>('[role=group] canvas')];
      return canvases.some((canvas) => {
        if (canvas.height < 28 || canvas.width < 23) return false;
        const { data: pixels } = canvas.getContext('2d')!.getImageData(0, 0, 23, 28);
        return new Set(pixels).size > 50;
      });
    });
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('sets up a study, names a problem beside its field, counts cells and fits', async () => {
    await page.getByRole('link', { name: 'New study' }).click();
    await page.getByLabel('Name', { exact: true }).fill(spec.name);
    await page.getByLabel('Repeats').fill('3');
    await unfold(page, 'Splits');
    await page.getByLabel('Seed').fill('11');
    await page.getByLabel('Training images per subject, k').fill('2, 12');
    const problem = page.locator('.field', { hasText: 'Training images per subject' }).getByRole('alert');
    await problem.waitFor();
    await page.getByLabel('Training images per subject, k').fill('2, 3');
    // What comes and goes above the methods moves them: 2 conditions × 3 repeats × 6 methods.
    await problem.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'The split on faces' }).waitFor();
    await page.locator('.size:not(.stale) .cells', { hasText: /^36 cells/ }).waitFor();
    await browser.quiet();
    for (const name of ['No projection', 'LDA', 'RLDA', 'BPPCA']) {
      const remove = page.getByRole('button', { name: `Remove ${name}`, exact: true });
      await remove.click();
      await remove.waitFor({ state: 'detached' });
    }
    await addMethod(page, 'GLRAM');
    await page.locator('.size:not(.stale) .cells', { hasText: /^18 cells/ }).waitFor();
    await browser.quiet();
    await page.getByRole('button', { name: /^PCA principal/i }).click();
    await page.getByRole('radio', { name: 'Ranges' }).check();
    await page.getByRole('textbox', { name: 'q', exact: true }).fill('5-60 step 5');
    await page.getByRole('button', { name: /^PCA principal/i }).click();
    await page.getByRole('button', { name: /^GLRAM/ }).click();
    await page.getByRole('radio', { name: 'Ranges' }).check();
    await page.getByRole('textbox', { name: 'q_c' }).fill('4, 8, 12');
    await page.getByRole('textbox', { name: 'q_r' }).fill('2, 4');
    await unfold(page, 'Tests');
    await page.getByLabel('Test', { exact: true }).selectOption('paired-t');
    await page.getByLabel('Correction', { exact: true }).selectOption('holm');
    await unfold(page, 'Selection');
    await page.getByLabel('Also choose the dimension by cross-validation').check();
    await page.getByLabel('Inner splits').fill('2');
    // 2 conditions × 3 repeats × 3 methods.
    await page.locator('.size:not(.stale) .cells', { hasText: /^18 cells/ }).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('runs it, shows progress, and ends with the table', async () => {
    await browser.quiet();
    await page.getByRole('button', { name: 'Run study' }).click();
    await page.getByRole('heading', { name: spec.name }).waitFor();
    await page.getByText('Finished', { exact: true }).waitFor();
    await page.getByTestId('verdict').getByRole('heading').waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Table', exact: true }).click();
    await page.locator('[data-testid=results-table] .best').first().waitFor();
    await page.waitForFunction(
      () => !document.querySelector('[data-testid=table-footer]')?.textContent?.includes('Incomplete'),
    );
    await expect.poll(() => page.locator('[data-testid=results-table] tbody tr').count()).toBe(3);
    await expect.poll(() => page.locator('[data-testid=table-footer]').textContent()).toContain('paired t-test');
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('draws the LaTeX table beside its source, up to the red line where the text ends', async () => {
    await page.getByRole('button', { name: 'Copy table', exact: true }).click();
    await page.getByRole('menuitem', { name: 'LaTeX …' }).click();
    const preview = page.getByRole('region', { name: 'Preview of the table' });
    const picture = preview.getByRole('img', { name: /^Preview: Error rate/ });
    const drawn = async (): Promise<string> => decodeURIComponent((await picture.getAttribute('src'))!);
    await expect.poll(drawn).toContain('class="text end"');
    await page.getByLabel('Line', { exact: true }).selectOption('column');
    await expect.poll(() => page.getByText(/^About \d+ mm of a line of 84 mm/).count()).toBe(1);
    // Reached by the keyboard, and the page does not scroll sideways.
    await preview.focus();
    await expect.poll(() => preview.evaluate((box) => box === document.activeElement)).toBe(true);
    for (const width of [1100, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      const over = () =>
        page.evaluate(() =>
          [document.documentElement, document.querySelector('dialog')!].map((one) => one.scrollWidth - one.clientWidth),
        );
      await expect.poll(over).toEqual([0, 0]);
    }
    await page.setViewportSize({ width: 1360, height: 900 });
    await expect.poll(() => violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('exports what the command line computes by itself, byte for byte, and shows the same numbers', async () => {
    const imported = await here.run('import', 'faces', '--name', 'faces', '--size', '28x23');
    expect(imported.code, imported.stderr).toBe(0);
    writeFileSync(here.at('spec.json'), JSON.stringify(spec));
    const ran = await here.run('run', 'spec.json', '--workers', '1');
    expect(ran.code, ran.stderr).toBe(0);

    for (const [title, ...format] of [
      ['LaTeX …', 'latex'],
      ['CSV, one row per entry', 'csv'],
      ['CSV, every repeat and shape', 'csv', '--long'],
    ]) {
      const fromPage = await exported(page, title);
      const fromCommandLine = await here.run('table', spec.name, '--format', ...format);
      expect(fromCommandLine.code, fromCommandLine.stderr).toBe(0);
      expect(fromPage.text.length).toBeGreaterThan(100);
      expect(fromPage.text, title).toBe(fromCommandLine.stdout);
    }

    const { stdout } = await here.run('table', spec.name, '--format', 'markdown');
    // Of itself the page shows what its width has room for.
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('radio', { name: 'Full', exact: true }).check();
    await page.keyboard.press('Escape');
    const rows = () =>
      page
        .locator('[data-testid=results-table] tbody tr')
        .evaluateAll((all) =>
          all.map((row) => [...row.children].map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim())),
        );
    const expected = stdout
      .split('\n')
      .filter((line) => /^\| (PCA|2DPCA|GLRAM)/.test(line))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.replaceAll('\\', '').replaceAll('**', '').trim()),
      );
    expect(expected).toHaveLength(3);
    const compact = (table: string[][]): string[][] => table.map((row) => row.map((cell) => cell.replace(/\s/g, '')));
    await expect.poll(async () => compact(await rows())).toEqual(compact(expected));
  });

  it('shows and exports another table as the command line writes it with the same options', async () => {
    await page.getByLabel('Measure').selectOption('accuracy');
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('radio', { name: 'Conditions', exact: true }).check();
    await page.getByLabel('Test', { exact: true }).selectOption('wilcoxon');
    await page.locator('[data-testid=table-footer]', { hasText: 'signed-rank' }).waitFor();
    await expect
      .poll(() => page.locator('[data-testid=results-table] thead th').first().textContent())
      .toBe('Training');
    await expect.poll(() => violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('group', { name: 'View' }).waitFor({ state: 'detached' });
    const fromPage = await exported(page, 'Tab-separated text');
    const options = ['--measure', 'accuracy', '--rows', 'training', '--test', 'wilcoxon'];
    const fromCommandLine = await here.run('table', spec.name, '--format', 'tsv', ...options);
    expect(fromCommandLine.code, fromCommandLine.stderr).toBe(0);
    expect(fromPage.text).toBe(fromCommandLine.stdout);
    await page.getByRole('button', { name: 'Reset view' }).click();
    await page.locator('[data-testid=table-footer]', { hasText: 'paired t-test' }).waitFor();
  });

  it('compares two methods test by test, and ranks all', async () => {
    await page.getByRole('rowheader').getByRole('button', { name: 'PCA', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Compare with …' }).click();
    await page.getByRole('rowheader').getByRole('button', { name: 'GLRAM', exact: true }).click();
    await page
      .getByTestId('pair-verdict')
      .getByText(/^The error rate of PCA is /)
      .waitFor();
    await page.getByRole('heading', { name: /^Only PCA right: / }).waitFor();
    await page.getByText(/^All \d+ tests of this pair/).click();
    await page.getByRole('heading', { name: 'Why the answers differ' }).waitFor();
    await page.getByRole('img', { name: /^95% intervals of the mean difference/ }).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Charts' }).click();
    await page.getByRole('radio', { name: 'Ranks' }).click();
    await page.getByRole('img', { name: /^Average ranks: / }).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Curves' }).click();
  });

  it('shows the mistakes of a cell, and leads to its model, which recognises the same', async () => {
    await page.getByRole('tab', { name: 'Faces' }).click();
    await page.getByLabel('Method', { exact: true }).selectOption('GLRAM');
    await page.getByText(/\d+ mistakes among \d+ test images/).waitFor();
    await page.getByRole('tabpanel').getByRole('link', { name: 'Open the model' }).click();
    await page.getByText('recognises every test image as the study did').waitFor();
    await page.getByRole('button', { name: 'Enlarge Basis image (1, 1)' }).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.goBack();
    await page.getByRole('tab', { name: 'Charts' }).click();
    // What is counted as drawn from here on is not the first drawing.
    await page.getByRole('tabpanel').locator('canvas[role=img]').waitFor();
    await page.getByRole('tabpanel').locator('.legend li').first().waitFor();
  });

  it('saves the curves with the ticks and labels that it draws', async () => {
    // The texts of the last drawing of the chart, which begins with clearing.
    await page.evaluate(() => {
      let written: string[] = [];
      const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
      const isChart = (context: CanvasRenderingContext2D): boolean => context.canvas.getAttribute('role') === 'img';
      CanvasRenderingContext2D.prototype.clearRect = function (this: CanvasRenderingContext2D, ...parameters) {
        if (isChart(this)) written = [];
        clearRect.apply(this, parameters);
      };
      CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, ...parameters) {
        if (isChart(this)) written.push(parameters[0]);
        fillText.apply(this, parameters);
      };
      Object.assign(window, { written: () => [...new Set(written)].sort() });
    });
    const drawn = (): Promise<readonly string[]> =>
      page.evaluate(() => (window as unknown as { written: () => readonly string[] }).written());
    const scale = async (title: string): Promise<void> => {
      await page.getByRole('button', { name: 'Options', exact: true }).click();
      await page.getByRole('radio', { name: title, exact: true }).check();
      await page.keyboard.press('Escape');
    };
    await scale('Linear');
    const coming = nextDownload(page);
    await page.getByRole('button', { name: 'Save figure' }).first().click();
    await page.getByLabel('Format', { exact: true }).selectOption('svg');
    await page.getByLabel('Width', { exact: true }).selectOption('screen');
    await page.getByRole('button', { name: 'Save file' }).click();
    const svg = readFileSync(await (await coming).path(), 'utf8');
    const texts = [...svg.matchAll(/class="(?:[xy] tick|y title)"[^>]*>([^<]+)</g)].map(([, text]) => text);
    expect(texts.length).toBeGreaterThan(8);
    const labels = [...svg.matchAll(/class="legend"[^>]*>([^<]+)<tspan[^>]*>([^<]+)</g)];
    expect(labels).toHaveLength(3);
    const names = labels.map(([, name]) => name);
    // A drawing that had been asked for before the scale changed may still come.
    const written = [...texts, ...names, ...labels.map(([, , value]) => value)];
    await expect.poll(drawn).toEqual([...new Set(written)].sort());
    const shown = await page.locator('.legend li').allTextContents();
    expect(shown.map((text) => text.trim()).sort()).toEqual(names.toSorted());
    await scale('Log');
  });

  it('saves the curves as pixels with their words', async () => {
    const save = async (format: string): Promise<Buffer> => {
      const coming = nextDownload(page);
      await page.getByRole('button', { name: 'Save figure' }).first().click();
      await page.getByLabel('Format', { exact: true }).selectOption(format.toLowerCase());
      await page.getByRole('button', { name: 'Save file' }).click();
      const download = await coming;
      expect(download.suggestedFilename()).toBe(`from-the-page-curves.${format.toLowerCase()}`);
      return readFileSync(await download.path());
    };
    // Whoever presses the button while the preview arrives hits it: nothing moves.
    await page.evaluate(() => {
      const tops = new Set<number>();
      const look = new MutationObserver(() => {
        const button = document.querySelector('dialog[open] footer .primary');
        if (button) tops.add(button.getBoundingClientRect().top);
      });
      look.observe(document.body, { subtree: true, childList: true, attributes: true });
      Object.assign(window, { tops });
    });
    const svg = (await save('SVG')).toString();
    expect(await page.evaluate(() => [...(window as unknown as { tops: Set<number> }).tops])).toHaveLength(1);
    const words = /<text\b.*?<\/text>/gs;
    expect(svg.match(words)!.length).toBeGreaterThan(10);
    const inked = async (image: Sharp): Promise<{ pixels: number; width: number; height: number }> => {
      const { data, info } = await image.removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true });
      return { pixels: data.filter((value) => value < 200).length, width: info.width, height: info.height };
    };
    const png = await inked(sharp(await save('PNG')));
    // A browser gives pictures whole sizes.
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg)!.map(Number);
    expect([png.width, png.height]).toEqual([2 * Math.round(width), 2 * Math.round(height)]);
    const bare = sharp(Buffer.from(svg.replaceAll(words, '')), { density: 144 });
    const wordless = await inked(bare.resize(png.width, png.height, { fit: 'fill' }));
    // Ink of a letter at twice the size of the screen: 30 pixels and more.
    const letters = svg
      .match(words)!
      .join('')
      .replaceAll(/<[^>]*>|\s/g, '').length;
    expect(png.pixels - wordless.pixels).toBeGreaterThan(15 * letters);
  });

  it('draws the curves and the grid, in the dark too', async () => {
    await page.getByRole('img', { name: /^Mean error rate against latent dimension/ }).waitFor();
    const figures = page.getByRole('radiogroup', { name: 'Figure' });
    const picture = figures.getByRole('radio', { name: 'GLRAM grid' });
    // Of the pictures one is a stop of Tab; arrow keys move on from it.
    await figures.getByRole('radio', { name: 'Curves' }).focus();
    const chosen = figures.getByRole('radio', { checked: true });
    for (let n = 0; n < 12 && !(await picture.isChecked()); n++) {
      const before = await chosen.getAttribute('value');
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => chosen.getAttribute('value')).not.toBe(before);
    }
    await expect.poll(() => picture.isChecked()).toBe(true);
    await page.waitForFunction(() => location.hash.includes('figure=grid'));
    const grid = page.getByRole('application', { name: /^Mean error rate \(%\) of GLRAM/ });
    await grid.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => grid.getAttribute('aria-label')).toMatch(/\(\d+, \d+\): \d+\.\d\d/);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
    await expect.poll(() => violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('pauses a running study, keeps what is finished, and resumes it', async () => {
    await fromMenu(page, 'New study from this one');
    await page.getByLabel('Name', { exact: true }).fill('Long');
    // Minutes: however late the browser is, the study still runs.
    await page.getByLabel('Repeats').fill('2000');
    await page.getByLabel('Training images per subject, k').fill('5');
    await unfold(page, 'Selection');
    await page.getByLabel('Also choose the dimension by cross-validation').uncheck();
    await page.locator('.size:not(.stale) .cells', { hasText: /^6,000 cells/ }).waitFor();
    await browser.quiet();
    await page.getByRole('button', { name: 'Run study' }).click();
    // The table fills while the study runs.
    await page.getByRole('tab', { name: 'Table', exact: true }).click();
    await page.locator('[data-testid=results-table] .mean').first().waitFor();
    const stopped = async (): Promise<number> => {
      await page.getByRole('button', { name: 'Pause' }).click();
      return cellsKept(page, '6,000');
    };
    await runStrip(page, 'running').waitFor();
    await expect.poll(() => cellsDone(page, '6,000')).toBeGreaterThan(0);
    const kept = await stopped();
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(6000);
    await expect.poll(() => violations(page)).toEqual([]);

    await page.reload();
    await page.getByText(`Paused after ${kept.toLocaleString('en')} of 6,000 cells`).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await runStrip(page, 'running').waitFor();
    await expect.poll(() => cellsDone(page, '6,000')).toBeGreaterThan(kept);
    expect(await stopped()).toBeGreaterThan(kept);
  });

  it('leads everywhere by keys', async () => {
    await page.locator('h1').focus();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Studies', level: 1 }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).fill('settings');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('says that the connection is lost, and that an old token is refused by a new host', async () => {
    await host.stop();
    await page.getByText('Disconnected.').waitFor();
    host = await startHost(here.at('page.eigenbench'), here.folder, Number(new URL(host.url).port));
    await page.getByText('The host does not accept this page').waitFor();
    await page.goto('about:blank');
    await page.goto(host.url);
    await page.getByRole('link', { name: spec.name }).waitFor();
  });

  it('has not broken its content security policy nor thrown', () => {
    const expected = /WebSocket connection to|ERR_CONNECTION_REFUSED/;
    expect(browser.complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
  });
});
