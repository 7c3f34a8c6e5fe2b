/** Every control of the form of a study can be reached by the mouse at every usual width of the window. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { needsBrowser } from './browser.ts';
import { openPage, type OpenPage } from './openPage.ts';

describe('the form of a study at the width of', needsBrowser, () => {
  const here = scratch();
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const workspace = here.at('page.eigenbench');
    writeFaces(here.at('faces'), { subjects: 4, perSubject: 5, rows: 40, cols: 32 });
    const imported = await here.run('import', 'faces', '--name', 'faces', '--workspace', workspace);
    expect(imported.code, imported.stderr).toBe(0);
    opened = await openPage(workspace, here.folder);
    ({ page } = opened);
    await opened.goTo('/studies/new');
    await page.getByRole('button', { name: 'Add methods' }).click();
    // The longest titles, and a method of each kind of latent grid.
    for (const name of ['2DPCA (left)', 'One-mode PHOPCA'])
      await page.getByRole('checkbox', { name, exact: true }).check();
    await page.getByRole('button', { name: 'Add 2 methods' }).click();
    await page.getByRole('button', { name: 'Add noise, occlusion, missing pixels …' }).click();
    await page.getByRole('button', { name: 'Add a step' }).click();
    // All that is folded, at once.
    await page.evaluate(() => {
      const folded = 'main details:not([open]) > summary, main .card .toggle[aria-expanded=false]';
      for (const one of document.querySelectorAll<HTMLElement>(folded)) one.click();
    });
    await page.getByRole('region', { name: 'The split on faces' }).waitFor();
  });

  afterAll(async () => {
    await opened?.close();
    await here.remove();
  });

  /** Controls that are not what is hit at their centre, once they are brought into sight. */
  const unreachable = (): Promise<string[]> =>
    page.evaluate(() => {
      const controls = [
        ...document.querySelectorAll<HTMLElement>('main :is(button, input, select, textarea, summary, a[href])'),
      ];
      const inSight = controls.filter((control) => control.checkVisibility() && control.getClientRects().length > 0);
      if (inSight.length < 60) return [`only ${inSight.length} controls`];
      return inSight.flatMap((control) => {
        control.scrollIntoView({ block: 'center', inline: 'nearest' });
        const { left, top, width, height } = control.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const label = (control as HTMLInputElement).labels?.[0];
        if (hit && (control.contains(hit) || label?.contains(hit))) return [];
        const name = control.getAttribute('aria-label') ?? label?.textContent ?? control.textContent;
        return [`${control.tagName} "${name?.trim()}" at ${Math.round(left)}, hit ${hit?.outerHTML.slice(0, 80)}`];
      });
    });

  it.each([800, 1100, 1440, 1920])('%d pixels hides no control under another', async (width) => {
    await page.setViewportSize({ width, height: 720 });
    await expect.poll(unreachable).toEqual([]);
    // Nothing is pushed out to the right.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
