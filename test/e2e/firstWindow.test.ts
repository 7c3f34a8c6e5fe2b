/** What a study of 12 methods in 9 conditions asks of its reader at first sight, and that nothing moves as it comes. */
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { needsBrowser } from './browser.ts';
import { openPage, type OpenPage } from './openPage.ts';

const spec = {
  name: 'Twelve by nine',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [2, 3, 4], repeats: 5 },
  perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [20, 40] }],
  seed: 1,
  methods: [
    ...['pca', 'lda', 'rlda', 'ppca', 'lpp', '2dpca', '2dpca-left', '2dlda'].map((method) => ({
      method,
      latent: [1, 2],
    })),
    ...['glram', 'psopca', 'bppca'].map((method) => ({ method, latent: { qc: [2], qr: [2] } })),
    { method: 'none' },
  ],
};

/** Words with a letter, and stops of the tabulator key, that are seen without scrolling. */
function inSight(): { readonly words: number; readonly controls: number } {
  const seen = (element: Element): boolean => {
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const inWindow = width > 1 && height > 1 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    return inWindow && getComputedStyle(element).visibility === 'visible';
  };
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let words = 0;
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (parentElement && seen(parentElement)) words += textContent?.match(/\S*\p{L}\S*/gu)?.length ?? 0;
  }
  const stops = [...document.querySelectorAll<HTMLElement>(controls)].filter(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled') && seen(element),
  );
  return { words, controls: stops.length };
}

/** The cumulative layout shift since the page was loaded. */
function layoutShift(): Promise<number> {
  return new Promise((done) => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      const shifts = list.getEntriesByType('layout-shift') as (PerformanceEntry & { readonly value: number })[];
      for (const { value } of shifts) sum += value;
      if (list.getEntriesByType('mark').length > 0) done(sum);
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    observer.observe({ type: 'mark' });
    // Entries are delivered together: with the mark come the shifts before it.
    performance.mark('counted');
  });
}

describe('the first window of a study', needsBrowser, () => {
  const here = scratch();
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const workspace = here.at('page.eigenbench');
    writeFaces(here.at('faces'), { subjects: 8, perSubject: 6, rows: 16, cols: 12 });
    const imported = await here.run('import', 'faces', '--name', 'faces', '--workspace', workspace);
    expect(imported.code, imported.stderr).toBe(0);
    writeFileSync(here.at('study.json'), JSON.stringify(spec));
    const ran = await here.run('run', 'study.json', '--workspace', workspace);
    expect(ran.code, ran.stderr).toBe(0);
    opened = await openPage(workspace, here.folder);
    ({ page } = opened);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  afterAll(async () => {
    await opened?.close();
    await here.remove();
  });

  for (const [tab, ready] of [
    ['result', '[data-testid=overview] .best'],
    ['table', '[data-testid=results-table] .best'],
  ] as const) {
    it(`has at most 90 controls and 180 words in ${tab}, and comes without shifts`, async () => {
      await opened.goTo(`/studies/1?panel=${tab}`);
      await page.reload();
      await page.locator(ready).first().waitFor();
      await opened.browser.quiet();
      const { words, controls } = await page.evaluate(inSight);
      expect(controls).toBeLessThanOrEqual(90);
      expect(words).toBeLessThanOrEqual(180);
      const shift = await page.evaluate(layoutShift);
      expect(shift).toBeLessThan(0.1);
    });
  }
});
