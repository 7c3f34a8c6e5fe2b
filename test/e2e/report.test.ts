/** The report of a study on paper. */
import { describe, expect, it } from 'vitest';
import { htmlPage } from '../../src/core/report/html.ts';
import { htmlResults, htmlTable } from '../../src/core/report/htmlTable.ts';
import { presets, tableOfSpec, wide } from '../core/report/presetTables.ts';
import { needsBrowser, openBrowser } from './browser.ts';

describe('a report that is printed', needsBrowser, () => {
  it('cuts no column of a table off, and has it on one page, on A4 and on Letter', async () => {
    const spec = presets.find(({ name }) => name === 'ORL, gradients under noise')!;
    const { page, close } = await openBrowser();
    try {
      await page.setContent(htmlTable(tableOfSpec(spec)));
      await expect.poll(() => page.locator('td.best').count()).toBeGreaterThan(0);
      await page.emulateMedia({ media: 'print' });
      // The width of a page of A4 and of Letter within its margins, in pixels.
      for (const [format, width] of [
        ['A4', 688],
        ['Letter', 710],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: format })
          .toBeLessThanOrEqual(width);
        const pdf = (await page.pdf({ format })).toString('latin1');
        expect(pdf.match(/\/Type\s*\/Page[^s]/g), format).toHaveLength(1);
      }
    } finally {
      await close();
    }
  });

  it('has no table that its page is too narrow for, whatever runs across it', async () => {
    const { page, close } = await openBrowser();
    try {
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 688, height: 900 });
      for (const spec of [...presets, wide]) {
        for (const rows of [['method'], ['training', 'method'], ['training', 'perturbation']] as const) {
          await page.setContent(htmlPage(spec.name, htmlResults(tableOfSpec(spec, { rows: [...rows] }))));
          const boxes = await page
            .locator('.panel')
            .evaluateAll((all) =>
              all.map((box) => [box.scrollWidth - box.clientWidth, getComputedStyle(box).overflowX]),
            );
          expect(boxes.length).toBeGreaterThan(0);
          expect(new Set(boxes.map(String)), `${spec.name} by ${rows.join()}`).toEqual(new Set(['0,visible']));
        }
      }
    } finally {
      await close();
    }
  });
});
