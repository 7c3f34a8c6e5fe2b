import type { Page } from 'playwright-core';

/** Chooses an action of the menu in the page's head. */
export async function fromMenu(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: title }).click();
}
