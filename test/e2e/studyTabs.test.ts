/** The tabs of a study: whatever asks for a panel brings it into view, in a window of 1100 × 700, and nothing moves. */
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser } from './browser.ts';
import { openPage, type OpenPage } from './openPage.ts';

/** Enough methods and conditions for an overview, and for a table that is higher and wider than its place. */
const spec = {
  name: 'Tabs',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 2 },
  perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [20] }],
  seed: 1,
  methods: [
    ...['pca', 'lda', 'ppca', 'lpp'].map((method) => ({ method, latent: { from: 1, to: 4 } })),
    ...['2dpca', '2dpca-left', '2dlda'].map((method) => ({ method, latent: { from: 1, to: 3 } })),
    { method: 'glram', latent: { qc: [2, 3], qr: [2, 3] } },
  ],
};

/** Tab, value in addresses, and what of its panel must be in sight. */
const PANELS = [
  ['Table', 'table', '[data-testid=results-table] thead'],
  ['Overview', 'overview', '[data-testid=overview] tbody tr:first-child'],
  ['Curves', 'curves', '[role=tabpanel] [role=img]'],
  ['Compare', 'pair', '[data-testid=pair-verdict]'],
  ['Ranks', 'ranks', '[role=tabpanel] [role=img], [role=tabpanel] section img'],
  ['Mistakes', 'inspect', '[role=tabpanel] > section h2'],
  ['Splits', 'splits', '[role=tabpanel] > section [role=status]'],
] as const;

describe('the tabs of a study', { ...needsBrowser, timeout: 240_000 }, () => {
  const here = scratch();
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const workspace = here.at('page.eigenbench');
    writeFaces(here.at('faces'), { subjects: 6, perSubject: 5, rows: 16, cols: 12 });
    const imported = await here.run('import', 'faces', '--name', 'faces', '--workspace', workspace);
    expect(imported.code, imported.stderr).toBe(0);
    writeFileSync(here.at('tabs.json'), JSON.stringify(spec));
    const ran = await here.run('run', 'tabs.json', '--workspace', workspace);
    expect(ran.code, ran.stderr).toBe(0);
    opened = await openPage(workspace, here.folder);
    ({ page } = opened);
    await page.setViewportSize({ width: 1100, height: 700 });
  }, 120_000);

  beforeEach(async () => {
    await opened.goTo('/');
    await opened.goTo('/studies/1');
    await page.locator('[data-testid=results-table] .cell').first().waitFor();
  });

  afterAll(async () => {
    await opened?.close();
    await here.remove();
  });

  /** The tab that is chosen, whether what it shows begins inside the window, and how far the page is scrolled. */
  async function seen(inside: string) {
    return page.evaluate((selector) => {
      const target = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
      const box = target?.getBoundingClientRect();
      const tab = document.querySelector('[role=tab][aria-selected=true]')!;
      const top = tab.getBoundingClientRect().top;
      // Of a picture that is higher than the window its first third counts.
      const inView = box !== undefined && box.height > 0 && box.top > top && box.top + box.height / 3 <= innerHeight;
      return {
        tab: tab.textContent?.trim(),
        tabInView: top >= 0 && top < innerHeight / 2,
        inView,
        scrolled: document.querySelector('.content')!.scrollTop,
      };
    }, inside);
  }

  const shown = (tab: string) => ({ tab, tabInView: true, inView: true, scrolled: 0 });

  it('bring a panel into view by a click, and have no accessibility problem', async () => {
    for (const [tab, , inside] of [...PANELS.slice(1), PANELS[0]]) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await expect.poll(() => seen(inside), { message: tab }).toEqual(shown(tab));
      await expect.poll(() => violations(page), { message: tab }).toEqual([]);
    }
  });

  it('have their tools in one row, and all of what they show first in sight', async () => {
    for (const [tab, value] of PANELS) {
      await opened.goTo(`/studies/1?panel=${value}`);
      const row = page.locator('[role=tabpanel] .tools').filter({ visible: true }).first();
      await row.waitFor();
      const middles = await row.locator('button, a, select, [role=radiogroup]').evaluateAll((tools) =>
        tools.map((tool) => {
          const { top, bottom, right } = tool.getBoundingClientRect();
          return {
            middle: Math.round((top + bottom) / 2),
            fits: right <= tool.closest('.tools')!.getBoundingClientRect().right + 1,
          };
        }),
      );
      expect(middles.length, tab).toBeGreaterThan(0);
      const [{ middle }] = middles;
      // Segments are lower than selects: they stand at one height where their middles agree.
      for (const each of middles) {
        expect(Math.abs(each.middle - middle), `${tab}: ${JSON.stringify(middles)}`).toBeLessThanOrEqual(2);
        expect(each.fits, `${tab}: ${JSON.stringify(middles)}`).toBe(true);
      }
    }
  });

  it('show the whole chart above its legend', async () => {
    await opened.goTo('/studies/1?panel=curves');
    const chart = page.locator('[role=tabpanel] canvas').first();
    await chart.waitFor();
    await expect
      .poll(() => chart.evaluate((canvas) => canvas.getBoundingClientRect().bottom <= innerHeight))
      .toBe(true);
  });

  it('bring it into view by a number', async () => {
    for (const [n, [tab, , inside]] of [...PANELS.entries()].reverse()) {
      await page.keyboard.press(String(n + 1));
      await expect.poll(() => seen(inside), { message: tab }).toEqual(shown(tab));
    }
  });

  it('bring it into view from the palette', async () => {
    for (const [tab, , inside] of [...PANELS].reverse()) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command' }).fill(`panel: ${tab}`);
      await page.keyboard.press('Enter');
      await expect.poll(() => seen(inside), { message: tab }).toEqual(shown(tab));
    }
  });

  it('bring it into view by an address', async () => {
    for (const [tab, value, inside] of PANELS) {
      await opened.goTo('/');
      await opened.goTo(`/studies/1?panel=${value}`);
      await expect.poll(() => seen(inside), { message: tab }).toEqual(shown(tab));
    }
  });

  it('show the comparison of two methods that are picked in the table', async () => {
    for (const name of ['PCA', 'GLRAM'])
      await page.getByRole('rowheader').getByRole('button', { name, exact: true }).click();
    await expect.poll(() => seen('[data-testid=pair-verdict]')).toEqual(shown('Compare'));
  });

  it('stay in sight while a panel scrolls, and another panel is seen from its beginning', async () => {
    await page.keyboard.press('4');
    await page.getByTestId('pair-power').waitFor();
    await page.getByTestId('pair-power').scrollIntoViewIfNeeded();
    await page.locator('.content').evaluate((content) => content.scrollTo(0, content.scrollHeight));
    await expect.poll(async () => (await seen('[role=tablist]')).tabInView).toBe(true);
    await page.keyboard.press('2');
    const inside = '[data-testid=overview] tbody tr:first-child';
    await expect.poll(async () => ({ ...(await seen(inside)), scrolled: 0 })).toEqual(shown('Overview'));
  });

  it('move nothing when an entry is selected', async () => {
    const places = () =>
      page.evaluate(() => {
        const boxes = ['[role=tablist]', '[data-testid=results-table]', '[data-testid=table-footer]', '.inspector'];
        return [
          document.querySelector('.content')!.scrollTop,
          ...boxes.map((selector) => {
            const { left, top, width } = document.querySelector(selector)!.getBoundingClientRect();
            return [left, top, width];
          }),
        ];
      });
    const before = await places();
    const cells = page.locator('[data-testid=results-table] .cell');
    for (const at of [0, 5, 9]) {
      await cells.nth(at).click();
      await expect.poll(() => cells.nth(at).getAttribute('aria-pressed')).toBe('true');
      expect(await places()).toEqual(before);
    }
  });

  it('has not broken its content security policy nor thrown', () => {
    expect(opened.browser.complaints).toEqual([]);
  });
});
