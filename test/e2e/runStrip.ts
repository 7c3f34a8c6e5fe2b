/** What the strip of a study says of its run, read as a user does. */
import type { Page } from 'playwright-core';

const numberIn = (text: string | null, pattern: RegExp): number =>
  Number(pattern.exec(text ?? '')?.[1].replaceAll(',', ''));

export const runStrip = (page: Page, state: 'running' | 'stopped') =>
  page.locator(`[data-testid=run-strip][data-state=${state}]`);

/** Cells of a running study that are done; `total` as the page writes it. */
export async function cellsDone(page: Page, total: string): Promise<number> {
  const said = await page.getByRole('progressbar').getAttribute('aria-valuetext');
  return numberIn(said, new RegExp(`^([\\d,]+) of ${total} cells`));
}

/** Waits until the study has stopped, and answers how many cells it has kept. */
export async function cellsKept(page: Page, total: string): Promise<number> {
  const strip = runStrip(page, 'stopped');
  const words = new RegExp(`Paused after ([\\d,]+) of ${total} cells`);
  await strip.filter({ hasText: words }).waitFor();
  return numberIn(await strip.textContent(), words);
}
