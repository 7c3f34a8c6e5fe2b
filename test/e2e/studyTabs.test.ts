/** The tabs of a study: whatever asks for a panel brings it into view, in a window of 1100 × 700, and nothing moves. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser, nextDownload } from './browser.ts';
import { openPage, type OpenPage } from './openPage.ts';

/** Enough methods and conditions for an overview, and for a table that is higher and wider than its place. */
const spec = {
  name: 'Tabs',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 10 },
  perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [20] }],
  measures: ['identification'],
  seed: 1,
  methods: [
    ...['pca', 'lda', 'ppca', 'lpp'].map((method) => ({ method, latent: { from: 1, to: 4 } })),
    ...['2dpca', '2dpca-left', '2dlda'].map((method) => ({ method, latent: { from: 1, to: 3 } })),
    { method: 'glram', latent: { qc: [2, 3], qr: [2, 3] } },
  ],
};

/** So many entries that a part of them is drawn. */
const large = {
  ...spec,
  name: 'Large',
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 1 },
  perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: Array.from({ length: 49 }, (_, s) => s + 1) }],
  methods: ['pca', 'lda', 'ppca', 'lpp', '2dpca', '2dpca-left', '2dlda'].map((method) => ({ method, latent: [1] })),
};

/** Tab, value in addresses, and what of its panel must be in sight. */
const PANELS = [
  ['Result', 'result', '[data-testid=verdict] h2'],
  ['Table', 'table', '[data-testid=results-table] thead'],
  ['Charts', 'charts', '[role=tabpanel] [role=img]'],
  ['Faces', 'faces', '[role=tabpanel] > section h2'],
  ['Protocol', 'protocol', '[role=tabpanel] > section h2'],
] as const;

describe('the tabs of a study', needsBrowser, () => {
  const here = scratch();
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const workspace = here.at('page.eigenbench');
    writeFaces(here.at('faces'), { subjects: 6, perSubject: 5, rows: 16, cols: 12 });
    const imported = await here.run('import', 'faces', '--name', 'faces', '--workspace', workspace);
    expect(imported.code, imported.stderr).toBe(0);
    for (const study of [spec, large]) {
      writeFileSync(here.at('study.json'), JSON.stringify(study));
      const ran = await here.run('run', 'study.json', '--workspace', workspace);
      expect(ran.code, ran.stderr).toBe(0);
    }
    opened = await openPage(workspace, here.folder);
    ({ page } = opened);
  });

  beforeEach(async () => {
    await page.setViewportSize({ width: 1100, height: 700 });
    await page.mouse.move(0, 0);
    await opened.goToStudies();
    await opened.goTo('/studies/1?panel=table');
    await page.locator('[data-testid=results-table] .cell').first().waitFor();
    await opened.browser.quiet();
  });

  afterAll(async () => {
    await opened?.close();
    await here.remove();
  });

  /** Opens the large study, whose table looks like that of the other one at first sight. */
  async function openLarge(): Promise<void> {
    await opened.goToStudies();
    await opened.goTo('/studies/2?panel=table');
    const heads = page.getByTestId('results-table').locator('thead .leaf');
    await expect.poll(() => heads.count()).toBeGreaterThanOrEqual(100);
    await page.getByTestId('results-table').locator('.cell').first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    await opened.browser.quiet();
  }

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
    // The result has no tools.
    for (const [tab, value] of PANELS.slice(1)) {
      await opened.goTo(`/studies/1?panel=${value}`);
      await page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor();
      const row = page.locator('[role=tabpanel] .tools').filter({ visible: true }).first();
      await row.waitFor();
      const misplaced = async (): Promise<unknown> => {
        const middles = await row.locator('button, a, select, [role=radiogroup]').evaluateAll((tools) =>
          tools.map((tool) => {
            const { top, bottom, right } = tool.getBoundingClientRect();
            return {
              middle: Math.round((top + bottom) / 2),
              fits: right <= tool.closest('.tools')!.getBoundingClientRect().right + 1,
            };
          }),
        );
        if (middles.length === 0) return 'no tools';
        const [{ middle }] = middles;
        // Segments are lower than selects: they stand at one height where their middles agree.
        return middles.filter((each) => Math.abs(each.middle - middle) > 2 || !each.fits);
      };
      await expect.poll(misplaced, { message: tab }).toEqual([]);
    }
  });

  it('show the whole chart above its legend', async () => {
    await opened.goTo('/studies/1?panel=charts');
    const chart = page.locator('[role=tabpanel] canvas').first();
    await chart.waitFor();
    await expect
      .poll(() => chart.evaluate((canvas) => canvas.getBoundingClientRect().bottom <= innerHeight))
      .toBe(true);
  });

  it('show the curves of one condition in large, those of each in small, and all side by side by an option', async () => {
    await opened.goTo('/studies/1?panel=charts');
    const conditions = page.getByRole('radiogroup', { name: 'Condition' }).getByRole('radio');
    const large = page.getByRole('img', { name: /^Mean error rate against latent dimension/ });
    await large.waitFor();
    await expect.poll(() => conditions.count()).toBe(4);
    const before = await large.getAttribute('aria-label');
    await conditions.nth(1).click();
    await expect.poll(() => large.getAttribute('aria-label')).not.toBe(before);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => large.getAttribute('aria-label')).toBe(before);
    await page.getByRole('button', { name: /^Options/ }).press('Enter');
    await page.getByLabel('All side by side').press('Space');
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save figure' }).first().click();
    await page.getByLabel('Format', { exact: true }).selectOption('svg');
    const coming = nextDownload(page);
    await page.getByRole('button', { name: 'Save file' }).click();
    const svg = readFileSync(await (await coming).path(), 'utf8');
    expect(svg.match(/class="panel"/g)!.length).toBeGreaterThanOrEqual(4);
  });

  it('show the notes of a characteristic below its axis', async () => {
    await opened.goTo('/studies/1?panel=charts&figure=cmc');
    await page.getByRole('button', { name: /^Options/ }).press('Enter');
    await page.getByRole('radio', { name: '± s', exact: true }).press('Space');
    await page.keyboard.press('Escape');
    const notes = page.locator('[role=tabpanel] .characteristic > p');
    await notes.waitFor();
    const gap = (below: Element): number =>
      below.getBoundingClientRect().top - below.parentElement!.querySelector('.axis')!.getBoundingClientRect().bottom;
    await expect.poll(() => notes.evaluate(gap)).toBeGreaterThanOrEqual(0);
  });

  it('show the figure that an address names, with its picture in sight however narrow the window is', async () => {
    for (const width of [1100, 320]) {
      await page.setViewportSize({ width, height: 700 });
      for (const [figure, title] of [
        ['reconstructions', 'Reconstructions'],
        ['axis training', 'Conditions'],
        ['grid GLRAM', 'GLRAM grid'],
      ]) {
        await opened.goToStudies();
        await opened.goTo(`/studies/1?panel=charts&figure=${encodeURIComponent(figure)}`);
        const picture = page.getByRole('radiogroup', { name: 'Figure' }).getByRole('radio', { name: title });
        await expect.poll(() => picture.isChecked(), { message: figure }).toBe(true);
        const inRow = (radio: Element): boolean => {
          const [box, row] = [radio, radio.closest('[role=radiogroup]')!].map((each) => each.getBoundingClientRect());
          return box.left >= row.left && box.right <= row.right + 1 && row.right <= innerWidth;
        };
        await expect.poll(() => picture.evaluate(inRow), { message: `${figure}, ${width}` }).toBe(true);
      }
    }
    await page.setViewportSize({ width: 1100, height: 700 });
  });

  /** The key that leads to a tab. */
  async function numberOf(tab: string): Promise<string> {
    const tabs = await page.getByRole('tab').allTextContents();
    return String(tabs.map((title) => title.trim()).indexOf(tab) + 1);
  }

  it('bring it into view by a number', async () => {
    for (const [tab, , inside] of [...PANELS].reverse()) {
      await page.keyboard.press(await numberOf(tab));
      await expect.poll(() => seen(inside), { message: tab }).toEqual(shown(tab));
    }
  });

  it('bring it into view from the palette', async () => {
    for (const [tab, , inside] of [...PANELS].reverse()) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command' }).fill(`panel: ${tab}`);
      await page.getByRole('dialog').getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => seen(inside), { message: tab }).toEqual(shown(tab));
    }
  });

  it('bring it into view by an address', async () => {
    for (const [tab, value, inside] of PANELS) {
      await opened.goToStudies();
      await opened.goTo(`/studies/1?panel=${value}`);
      await expect.poll(() => seen(inside), { message: tab }).toEqual(shown(tab));
    }
  });

  it('show the comparison of two methods that are picked in the table', async () => {
    for (const name of ['PCA', 'GLRAM'])
      await page.getByRole('rowheader').getByRole('button', { name, exact: true }).press('Space');
    const sheet = page.getByRole('dialog', { name: 'Compare' });
    await sheet.getByTestId('pair-verdict').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => seen('[data-testid=results-table] thead')).toEqual(shown('Table'));
  });

  it('stay in sight while a panel scrolls, and another panel is seen from its beginning', async () => {
    await page.keyboard.press(await numberOf('Charts'));
    await page.getByRole('radio', { name: 'Ranks' }).click();
    await page.getByTestId('rank-verdict').waitFor();
    await page.locator('.content').evaluate((content) => content.scrollTo(0, content.scrollHeight));
    await expect.poll(async () => (await seen('[role=tablist]')).tabInView).toBe(true);
    await page.keyboard.press(await numberOf('Result'));
    await expect
      .poll(async () => ({ ...(await seen('[data-testid=verdict] h2')), scrolled: 0 }))
      .toEqual(shown('Result'));
  });

  it('move nothing when an entry is selected', async () => {
    const places = () =>
      page.evaluate(() => {
        const boxes = ['[role=tablist]', '[data-testid=results-table]', '[data-testid=table-footer]'];
        return [
          document.querySelector('.content')!.scrollTop,
          ...boxes.map((selector) => {
            const { left, top, width } = document.querySelector(selector)!.getBoundingClientRect();
            return [left, top, width];
          }),
        ];
      });
    await page.evaluate(() => document.fonts.ready);
    await opened.browser.quiet();
    const before = await places();
    const cells = page.locator('[data-testid=results-table] .cell');
    for (const at of [0, 5, 9]) {
      await cells.nth(at).click();
      await expect.poll(() => cells.nth(at).getAttribute('aria-pressed')).toBe('true');
      expect(await places()).toEqual(before);
    }
  });

  it('show as much of every entry as fits, and all columns of two conditions in a small window', async () => {
    const table = page.getByTestId('results-table');
    const room = () => table.evaluate((each) => each.parentElement!.clientWidth - each.parentElement!.scrollWidth);
    const caption = page.locator('.results .caption');
    await page.setViewportSize({ width: 800, height: 700 });
    await expect.poll(() => caption.textContent()).toMatch(/Means\.$/);
    await expect.poll(room).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => caption.textContent()).toContain('standard deviation');
    await expect.poll(room).toBe(0);
  });

  it('keep standings in sight beside a wide table where there is room, and never over a column at its end', async () => {
    await openLarge();
    const table = page.getByTestId('results-table');
    const places = () =>
      table.evaluate((each) => {
        const right = (selector: string) => [...each.querySelectorAll(selector)].at(-1)!.getBoundingClientRect();
        const [standings, rank] = [...each.querySelectorAll('thead .end')].map((end) => end.getBoundingClientRect());
        const frame = each.parentElement!.getBoundingClientRect();
        return {
          inSight: rank.right <= frame.right + 1 && standings.left > frame.left,
          covers: standings.left < right('thead .leaf').right - 1,
          apart: standings.right <= rank.left + 1,
        };
      });
    const scrollTo = (left: number) => table.evaluate((each, to) => each.parentElement!.scrollTo({ left: to }), left);
    for (const [width, fixed] of [
      [800, false],
      [1440, true],
    ] as const) {
      await page.setViewportSize({ width, height: 700 });
      await scrollTo(0);
      await expect.poll(places).toEqual({ inSight: fixed, covers: fixed, apart: true });
      await scrollTo(1e6);
      await expect.poll(places).toEqual({ inSight: true, covers: false, apart: true });
    }
  });

  it('draw of a large table what is in sight, wherever it is scrolled to, and all of it to be searched', async () => {
    await openLarge();
    const table = page.getByTestId('results-table');
    const drawn = () => table.locator('.cell').count();
    const places = () =>
      table.evaluate((each) => {
        const frame = each.parentElement!.getBoundingClientRect();
        // Entries of the last row, whose column is in sight.
        const cells = [...each.querySelectorAll('.entries:last-of-type .cell')];
        const seen = cells.filter((cell) => {
          const { left, right } = cell.getBoundingClientRect();
          return right > frame.left && left < frame.right;
        });
        return seen.map((cell) => Number((cell as HTMLElement).dataset.column));
      });
    const width = () => table.evaluate((each) => each.getBoundingClientRect().width);
    await expect.poll(drawn).toBeLessThan(7 * 40);
    const before = await width();
    const heads = () =>
      table.evaluate((each) => {
        const frame = each.parentElement!.getBoundingClientRect();
        return [...each.querySelectorAll('thead .leaf')].flatMap((head, h) => {
          const { left, right } = head.getBoundingClientRect();
          return right > frame.left && left < frame.right ? [h] : [];
        });
      });
    for (const share of [0.3, 0.6, 1, 0]) {
      await table.evaluate((each, to) => each.parentElement!.scrollTo({ left: to * each.clientWidth }), share);
      await expect.poll(async () => (await places()).join()).toBe((await heads()).join());
      await expect.poll(width).toBe(before);
    }
    await table.locator('.cell').first().focus();
    await page.keyboard.press('Control+End');
    const last = table.locator('.cell[data-row="6"][data-column="99"]');
    await expect.poll(() => last.evaluate((cell) => cell === document.activeElement)).toBe(true);
    await expect.poll(async () => (await places()).at(-1)).toBe(99);
    await page.keyboard.press('Home');
    await expect.poll(async () => (await places())[0]).toBe(0);
    await expect.poll(() => violations(page)).toEqual([]);
    await page.keyboard.press('Control+f');
    await expect.poll(drawn).toBe(700);
    await expect.poll(width).toBe(before);
  });

  it('explain a mistake by its distances under two methods, one of which is chosen', async () => {
    const table = page.getByTestId('results-table');
    await table.getByRole('row', { name: 'LPP' }).locator('.cell').first().click();
    await page.getByRole('tab', { name: 'Faces', exact: true }).click();
    const why = page.getByRole('button', { name: /^Why is image \d+ of .+ misclassified\?$/ }).first();
    await why.click();
    await expect.poll(() => why.getAttribute('aria-pressed')).toBe('true');
    const section = page.getByRole('tabpanel').locator('section.figure').filter({ hasText: 'Why this mistake' });
    const figure = section.getByRole('img', { name: /^Test image no. \d+, subject .+, k = 2, repeat 1/ });
    await figure.waitFor();
    // All of it is in sight, without a scroll of the user's.
    await expect
      .poll(() =>
        figure.evaluate((each) => {
          const { top, bottom } = each.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      )
      .toBe(true);
    await expect.poll(() => violations(page)).toEqual([]);
    const under = page.getByLabel('Compare with');
    const methods = () => under.locator('option').allTextContents();
    await expect.poll(methods).toHaveLength(spec.methods.length - 1);
    expect(await methods()).not.toContain('LPP');
    const shownMethods = async () => {
      const svg = decodeURIComponent((await figure.getAttribute('src'))!);
      return Array.from(svg.matchAll(/class="method"[^>]*>(\S+)/g), ([, method]) => method);
    };
    for (const other of ['PPCA', 'GLRAM']) {
      await under.selectOption(other);
      await expect.poll(shownMethods).toEqual(['LPP', other]);
    }
    await why.click();
    await expect.poll(() => section.count()).toBe(0);
  });

  it('has not broken its content security policy nor thrown', () => {
    expect(opened.browser.complaints).toEqual([]);
  });
});
