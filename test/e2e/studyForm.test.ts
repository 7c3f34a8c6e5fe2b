/** A study that is not the default one, through the page: set up, saved as a spec, run, paused, resumed, added to. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudySpecInput } from '../../src/core/study/spec/spec.ts';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser, nextDownload } from './browser.ts';
import { addMethod, fromMenu, unfold } from './fromMenu.ts';
import { cellsDone, cellsKept } from './runStrip.ts';
import { openPage, type OpenPage } from './openPage.ts';

describe('the form of a study in a browser', needsBrowser, () => {
  const here = scratch();
  let opened: OpenPage;
  let page: Page;
  /** The spec as the page saved it last. */
  let saved: StudySpecInput;

  beforeAll(async () => {
    const workspace = here.at('page.eigenbench');
    writeFaces(here.at('faces'), { subjects: 15, perSubject: 6, rows: 14, cols: 12 });
    for (const place of [['--workspace', workspace], []]) {
      const imported = await here.run('import', 'faces', '--name', 'faces', ...place);
      expect(imported.code, imported.stderr).toBe(0);
    }
    opened = await openPage(workspace, here.folder);
    ({ page } = opened);
  });

  afterAll(async () => {
    await opened?.close();
    await here.remove();
  });

  const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8');
  /** What the form says of the size, as it is now. */
  const size = (count: number) => page.locator('.size:not(.stale) .cells', { hasText: new RegExp(`^${count} cells`) });

  async function saveSpec(): Promise<StudySpecInput> {
    await fromMenu(page, 'Study as a spec (JSON)');
    const coming = nextDownload(page);
    await page.getByRole('button', { name: 'Save as a file' }).click();
    const spec = JSON.parse(await textOf(await coming)) as StudySpecInput;
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    return spec;
  }

  async function folds(): Promise<void> {
    await unfold(page, 'Splits');
    await page.getByRole('combobox', { name: 'Splits', exact: true }).selectOption('k-fold');
  }

  async function removeMethods(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      const remove = page.getByRole('button', { name: `Remove ${name}`, exact: true });
      await remove.click();
      await remove.waitFor({ state: 'detached' });
    }
  }

  /** Waits for the end, and for the table that shows it. */
  async function finished(): Promise<void> {
    await page.getByText('Finished', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Table', exact: true }).click();
    await page.waitForFunction(
      () => document.querySelector('[data-testid=table-footer]')?.textContent?.includes('Incomplete') === false,
    );
  }

  /** Mean and deviation of the methods, as the table of the page says. */
  const rows = (): Promise<string[]> =>
    page
      .locator('[data-testid=results-table] tbody tr')
      .evaluateAll((all) => all.map((row) => (row.textContent ?? '').replace(/\s+/g, '')));

  it('keeps the time of the study in sight in small windows', async () => {
    const full = page.viewportSize()!;
    for (const size of [
      { width: 1100, height: 720 },
      { width: 720, height: 450 },
    ]) {
      await page.setViewportSize(size);
      await opened.goTo('/studies/new');
      const time = page.getByTestId('study-time');
      await time.waitFor();
      await opened.browser.quiet();
      const bottom = async (): Promise<number> => {
        const box = await time.boundingBox();
        return box!.y + box!.height;
      };
      expect(await bottom()).toBeLessThan(size.height / 2);
      await page.locator('.fold').last().scrollIntoViewIfNeeded();
      await expect.poll(bottom).toBeLessThan(size.height / 2);
      expect(await bottom()).toBeGreaterThan(48);
      await opened.goToStudies();
    }
    await page.setViewportSize(full);
  });

  it('sets up cross-validation and an adaptive grid, and saves the spec', async () => {
    await opened.goTo('/studies/new');
    await page.getByLabel('Name', { exact: true }).fill('Folds');
    await folds();
    await page.getByLabel('Folds', { exact: true }).fill('1');
    const problem = page.locator('.field', { hasText: 'Folds' }).getByRole('alert');
    await problem.waitFor();
    await page.getByLabel('Folds', { exact: true }).fill('5');
    await page.getByLabel('Repeats').fill('2');
    // What comes and goes above the methods moves them: 10 splits and 6 methods.
    await problem.waitFor({ state: 'detached' });
    await size(60).waitFor();
    await opened.browser.quiet();
    await removeMethods('No projection', '2DPCA', 'LDA', 'RLDA', 'BPPCA');
    await addMethod(page, 'GLRAM');
    await page.getByRole('button', { name: /^GLRAM/ }).click();
    await page.getByRole('radio', { name: 'Adaptive' }).check();
    await size(20).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    saved = await saveSpec();
    expect(saved).toMatchObject({
      protocol: { kind: 'k-fold', folds: 5, repeats: 2 },
      methods: [{ method: 'pca' }, { method: 'glram', latent: 'adaptive' }],
    });
  });

  it('runs it to its end', async () => {
    await page.getByRole('button', { name: 'Run study' }).click();
    await page.getByRole('heading', { name: 'Folds', level: 1 }).waitFor();
    await finished();
    await expect.poll(rows).toHaveLength(2);
  });

  it('adds repeats and a method, says what would lose cells, and ends as one run of the saved spec does', async () => {
    await fromMenu(page, 'Add to this study', 'Add');
    await page.getByRole('dialog').getByLabel('Repeats').fill('3');
    await page.getByRole('button', { name: 'Add methods' }).click();
    await page.getByRole('checkbox', { name: '2DPCA', exact: true }).check();
    await page.getByRole('button', { name: 'Add 1 method' }).click();
    // 15 splits and 3 methods, of which 20 cells are there.
    await size(25).waitFor();
    await page.getByRole('button', { name: 'All fields' }).click();
    await unfold(page, 'Splits');
    await page.getByLabel('Seed').fill('7');
    await page.getByRole('alert').filter({ hasText: 'would lose cells of the study' }).waitFor();
    await page.getByLabel('Seed').fill('1');
    await size(25).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    saved = await saveSpec();
    await page.getByRole('button', { name: 'Run study' }).click();
    await page.getByRole('heading', { name: 'Folds', level: 1 }).waitFor();
    await page.getByRole('tab', { name: 'Table', exact: true }).click();
    // Before it runs the study is finished as well, with one method less.
    await expect.poll(rows).toHaveLength(3);
    await finished();

    const coming = nextDownload(page);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'More formats …' }).click();
    await page.getByRole('button', { name: 'CSV, every repeat and shape' }).click();
    const fromPage = await textOf(await coming);
    writeFileSync(here.at('folds.json'), JSON.stringify(saved));
    const ran = await here.run('run', 'folds.json', '--workers', '1');
    expect(ran.code, ran.stderr).toBe(0);
    const whole = await here.run('table', 'Folds', '--format', 'csv', '--long');
    expect(fromPage.length).toBeGreaterThan(10_000);
    expect(fromPage).toBe(whole.stdout);
  });

  it('takes the splits of that study from a file, and finds the same errors', async () => {
    // Shapes that are validated rest on draws that are named by the condition, which is another one here.
    const oracle = async (): Promise<string[]> => (await rows()).map((row) => row.slice(0, row.indexOf(')') + 1));
    const [pca] = await oracle();
    const splits = await here.run('splits', 'Folds', '--out', 'folds.csv');
    expect(splits.code, splits.stderr).toBe(0);
    await fromMenu(page, 'New study from this one');
    await page.locator('form').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('From a file');
    await unfold(page, 'Splits');
    await page.getByRole('combobox', { name: 'Splits', exact: true }).selectOption('explicit');
    await page.getByLabel('Split files').setInputFiles(here.at('folds.csv'));
    await page.getByText('15 predefined splits of 1 file').waitFor();
    await size(45).waitFor();
    await opened.browser.quiet();
    await removeMethods('GLRAM', '2DPCA');
    await size(15).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Run study' }).click();
    await page.getByRole('heading', { name: 'From a file' }).waitFor();
    await finished();
    await expect.poll(oracle).toEqual([pca]);
  });

  it('pauses a study by a key, keeps what is finished, and goes on', async () => {
    await fromMenu(page, 'New study from this one');
    await page.getByLabel('Name', { exact: true }).fill('Long');
    await folds();
    // Minutes: however late the browser is, the study still runs.
    await page.getByLabel('Repeats').fill('500');
    await page.getByRole('button', { name: 'Run study' }).click();
    await page.getByRole('heading', { name: 'Long', level: 1 }).waitFor();
    await page.getByRole('tab', { name: 'Table', exact: true }).click();
    await page.locator('[data-testid=results-table] .mean').first().waitFor();
    const paused = async (): Promise<number> => {
      await page.keyboard.press('p');
      return cellsKept(page, '2,500');
    };
    const kept = await paused();
    expect(kept).toBeGreaterThan(0);
    await expect.poll(() => violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.locator('.progress', { hasText: /left/ }).waitFor();
    await expect.poll(() => cellsDone(page, '2,500')).toBeGreaterThan(kept);
    expect(await paused()).toBeGreaterThan(kept);
  });

  it('takes lists of choices by ticks and of numbers by commas', async () => {
    await opened.goTo('/studies/new');
    await page.getByRole('button', { name: 'Add methods' }).click();
    await page.getByRole('checkbox', { name: 'LPP', exact: true }).check();
    await page.getByRole('button', { name: 'Add 1 method' }).click();
    const card = page.getByRole('button', { name: /^LPP/ });
    await card.waitFor();
    await opened.browser.quiet();
    await card.click();
    await page.getByRole('button', { name: 'Try several values of Weights' }).click();
    const weights = page.getByRole('group', { name: 'Weights' });
    await weights.getByRole('checkbox').nth(1).waitFor();
    for (const box of await weights.getByRole('checkbox').all()) await box.check();
    await page.getByLabel('γ of the heat kernel').fill('0.5, 2');
    await expect.poll(() => violations(page)).toEqual([]);
    const { methods } = await saveSpec();
    expect(methods.at(-1)).toMatchObject({
      method: 'lpp',
      settings: { weights: ['constant', 'heat'], gamma: [0.5, 2] },
    });
    await page.getByRole('button', { name: 'One value of Weights' }).click();
    await page.getByRole('combobox', { name: 'Weights' }).waitFor();
    const single = await saveSpec();
    expect(single.methods.at(-1)!.settings).toEqual({ gamma: [0.5, 2] });
  });

  it('has not broken its content security policy nor thrown', () => {
    expect(opened.browser.complaints).toEqual([]);
  });
});
