/** What can be clicked and where Escape leads, on drawn faces: at every width each choice is hit at its centre. */
import { writeFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser } from './browser.ts';
import { openPage, type OpenPage } from './openPage.ts';

const WIDTHS = [800, 1024, 1100, 1280, 1440, 1920];

/** Two methods of two latent dimensions each, long names, two conditions, oracle and validated. */
const spec = {
  name: 'Widths',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 2 },
  selection: { innerSplits: 2 },
  seed: 1,
  methods: [
    { method: 'pca', latent: { from: 1, to: 5 } },
    { method: 'bppca', latent: { qc: { from: 1, to: 3 }, qr: { from: 1, to: 3 } } },
    { method: '2dpca-left', latent: { from: 1, to: 3 } },
    { method: 'phopca-1', latent: { from: 1, to: 3 } },
  ],
};

describe('the controls of the page', needsBrowser, () => {
  const here = scratch();
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const workspace = here.at('page.eigenbench');
    writeFaces(here.at('faces'), { subjects: 5, perSubject: 5, rows: 16, cols: 12 });
    const imported = await here.run('import', 'faces', '--name', 'faces', '--workspace', workspace);
    expect(imported.code, imported.stderr).toBe(0);
    writeFileSync(here.at('widths.json'), JSON.stringify(spec));
    const ran = await here.run('run', 'widths.json', '--workspace', workspace);
    expect(ran.code, ran.stderr).toBe(0);
    opened = await openPage(workspace, here.folder);
    ({ page } = opened);
  });

  afterAll(async () => {
    await opened?.close();
    await here.remove();
  });

  /** Controls of the page that something else covers, or that lie out of sight, at their centres. */
  function covered(selector: string): Promise<string[]> {
    return page.evaluate((wanted) => {
      const missed: string[] = [];
      for (const control of document.querySelectorAll<HTMLElement>(wanted)) {
        // What is folded away is not to be clicked.
        if (!control.checkVisibility()) continue;
        control.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = control.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const own = hit !== null && (control === hit || control.contains(hit) || hit.contains(control));
        const name = control.closest('label')?.textContent ?? control.textContent ?? '';
        if (!own || width === 0)
          missed.push(`${control.tagName} "${name.trim()}" is under ${hit?.className ?? 'nothing'}`);
      }
      return missed;
    }, selector);
  }

  /** By how many pixels each part of a view is wider than the room it has. */
  function overflow(): Promise<string[]> {
    return page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.content, .inspector, .rail .entry')]
        .filter((part) => part.scrollWidth > part.clientWidth)
        .map((part) => `${part.className}: ${part.scrollWidth} in ${part.clientWidth}`),
    );
  }

  it('lets every latent grid, step and field of a method be chosen at any width', async () => {
    await opened.goTo('/studies/new?from=1');
    await page.getByRole('button', { name: /^BPPCA/ }).click();
    await page.getByRole('radiogroup', { name: /Latent dimensions/ }).waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      const grids = page.locator('.card label:has(input[type=radio])');
      await expect
        .poll(async () => (await grids.allTextContents()).map((text) => text.trim()))
        .toEqual(['Default', 'Adaptive', 'Full', 'All', 'Ranges', 'Tied', 'Matched', 'Shapes']);
      await expect
        .poll(() => covered('.card input, .card select, .card textarea, .card button'), { message: `at ${width} px` })
        .toEqual([]);
    }
  });

  it('chooses a latent grid by the arrow keys, in one stop of Tab', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const group = page.getByRole('radiogroup', { name: /Latent dimensions/ });
    await group.getByRole('radio', { name: 'Ranges' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => group.getByRole('radio', { name: 'Tied' }).isChecked()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => group.getByRole('radio', { name: 'All' }).isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.segments'))).toBeNull();
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('cuts no part of the form off, however narrow the window and long the names', async () => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      await expect.poll(overflow, { message: `at ${width} px` }).toEqual([]);
      await expect
        .poll(() => covered('.form button, .form input, .form select, .form summary'), { message: `at ${width} px` })
        .toEqual([]);
    }
  });

  it('adds methods in a dialog inside the window: searched, by preset, several at once, by keys alone', async () => {
    const add = page.getByRole('button', { name: 'Add methods' });
    const dialog = page.getByRole('dialog', { name: 'Add methods' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      await add.click();
      await dialog.waitFor();
      const outside = async (): Promise<boolean> => {
        const box = (await dialog.boundingBox())!;
        return box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > 720;
      };
      await expect.poll(outside, { message: `at ${width} px` }).toBe(false);
      await expect.poll(() => covered('dialog button, dialog input'), { message: `at ${width} px` }).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(page.url()).toContain('/studies/new');
    const cards = page.locator('.cards .card');
    const before = await cards.count();
    await page.keyboard.press('Enter');
    const search = page.getByRole('searchbox', { name: 'Search methods' });
    const focused = (target: Locator): Promise<void> =>
      expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
    await focused(search);
    await page.keyboard.type('fisherfaces');
    await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(1);
    await page.keyboard.press('Enter');
    await dialog.getByText('1 chosen').waitFor();
    await focused(search);
    await page.keyboard.type('glram');
    const glram = dialog.getByRole('checkbox', { name: 'GLRAM', exact: true });
    await dialog.getByRole('checkbox').first().and(glram).waitFor();
    await page.keyboard.press('ArrowDown');
    await focused(glram);
    await page.keyboard.press('Space');
    await dialog.getByText('2 chosen').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await focused(glram);
    await page.keyboard.press('ArrowUp');
    await focused(search);
    await page.keyboard.type('no such method');
    await dialog.getByText('No matches.').waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await dialog.getByRole('searchbox').fill('');
    await glram.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => cards.count()).toBe(before + 2);
    await add.click();
    await dialog.getByRole('button', { name: 'Bilinear family' }).click();
    await expect.poll(() => dialog.getByRole('checkbox', { name: /already in/ }).count()).toBeGreaterThan(3);
    await expect.poll(() => violations(page)).toEqual([]);
    const added = dialog.getByRole('button', { name: /^Add \d+ methods$/ });
    await expect.poll(async () => Number(/\d+/.exec((await added.textContent()) ?? '')?.[0])).toBeGreaterThan(5);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => cards.count()).toBe(before + 2);
  });

  it('keeps what is in the form through Escape, the rail, Back and a reload, until it is discarded', async () => {
    const name = page.getByLabel('Name', { exact: true });
    // The form of before has the same field.
    await opened.goToStudies();
    await opened.goTo('/studies/new');
    await name.waitFor();
    await opened.browser.quiet();
    const before = await name.inputValue();
    await name.fill('My long study');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Studies', exact: true }).waitFor();
    await page.goBack();
    await page.getByText('Draft kept').waitFor();
    await expect.poll(() => name.inputValue()).toBe('My long study');
    await page.getByRole('link', { name: 'Datasets', exact: true }).click();
    await page.getByRole('heading', { name: 'Datasets', exact: true }).waitFor();
    await page.goBack();
    await page.getByText('Draft kept').waitFor();
    await page.reload();
    await page.getByText('Draft kept').waitFor();
    await expect.poll(() => name.inputValue()).toBe('My long study');
    await expect.poll(() => violations(page)).toEqual([]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      await expect.poll(() => covered('.actions button'), { message: `at ${width} px` }).toEqual([]);
    }
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => name.inputValue()).toBe(before);
    await page.getByText('Draft kept').waitFor({ state: 'detached' });
  });

  it('keeps the controls of a study in one line each and under nothing', async () => {
    await opened.goTo('/studies/1?panel=table');
    await page.locator('[data-testid=results-table] .cell').first().waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      await expect
        .poll(() => covered('.tools input, .tools button:not(.idle), .tools select, [role=tab]'), {
          message: `at ${width} px`,
        })
        .toEqual([]);
      if (width > 800) {
        const tops = () =>
          page
            .locator('.tools')
            .evaluate((row) => [
              ...new Set(
                [...row.children].flatMap((each) => (each.matches('label') ? [] : [each.getBoundingClientRect().top])),
              ),
            ]);
        await expect.poll(tops, { message: `at ${width} px` }).toHaveLength(1);
      }
      await page.getByRole('button', { name: 'View', exact: true }).click();
      const panel = page.getByRole('group', { name: 'View' });
      await panel.locator('.segments > *').first().waitFor();
      const heights = () =>
        page
          .locator('.segments > *')
          .evaluateAll((all) => all.map((segment) => [segment.textContent, segment.getBoundingClientRect().height]));
      await expect
        .poll(async () => (await heights()).filter(([, height]) => Number(height) < 24 || Number(height) > 32), {
          message: `at ${width} px`,
        })
        .toEqual([]);
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
    }
  });

  it('names each choice above the table', async () => {
    const names = page.locator('section[aria-label=Table] .choice > .beside');
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await expect.poll(() => names.allTextContents()).toEqual(['Rows', 'Entries']);
    const shapes = page.getByRole('combobox', { name: 'Dimensions chosen' });
    await expect.poll(() => shapes.locator('option').allTextContents()).toEqual(['Both', 'Oracle', 'Validated']);
    await page.keyboard.press('Escape');
    await expect.poll(() => shapes.isVisible()).toBe(false);
  });

  it('takes Escape one step back: what is open over the page, the entry, the panel; the study stays', async () => {
    await page.getByRole('tab', { name: 'Table' }).click();
    const entry = page.locator('[data-testid=results-table] td button').first();
    await entry.click();
    // By its place: below another tab it has no role.
    const show = page.locator('.tools .tool > button', { hasText: 'View' });
    const address = new URL(page.url()).hash.split('?')[0];
    const state = async () => ({
      entry: await entry.getAttribute('aria-pressed'),
      show: await show.getAttribute('aria-expanded'),
      panel: (await page.getByRole('tab', { selected: true }).textContent())?.trim(),
    });
    await show.click();
    await expect.poll(state).toEqual({ entry: 'true', show: 'true', panel: 'Table' });
    await page.keyboard.press('Escape');
    await expect.poll(state).toEqual({ entry: 'true', show: 'false', panel: 'Table' });
    await page.getByRole('tab', { name: 'Charts' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(state).toEqual({ entry: 'false', show: 'false', panel: 'Charts' });
    await page.keyboard.press('Escape');
    await expect.poll(state).toEqual({ entry: 'false', show: 'false', panel: 'Result' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    // A view that Escape had asked for would be there before what is asked for after it.
    await page.getByRole('tab', { name: 'Charts' }).click();
    await expect.poll(state).toEqual({ entry: 'false', show: 'false', panel: 'Charts' });
    await page.getByRole('tab', { name: 'Table' }).click();
    await expect.poll(state).toEqual({ entry: 'false', show: 'false', panel: 'Table' });
    expect(new URL(page.url()).hash.split('?')[0]).toBe(address);
  });

  it('keeps the way back to what the study says where it is, so that the table does not move', async () => {
    await opened.goToStudies();
    await opened.goTo('/studies/1?panel=table');
    const table = page.locator('[data-testid=results-table]');
    await table.locator('.cell').first().waitFor();
    const reset = page.locator('.tools [aria-label="Reset view"]');
    await expect.poll(() => reset.isDisabled()).toBe(true);
    await opened.browser.quiet();
    const top = async (): Promise<number> => (await table.boundingBox())!.y;
    const before = await top();
    await page.getByLabel('Measure').selectOption('accuracy');
    await reset.click();
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('.tools select')?.value === 'error-rate',
    );
    await expect.poll(top).toBe(before);
  });

  it('has not broken its content security policy nor thrown', () => {
    expect(opened.browser.complaints).toEqual([]);
  });
});
