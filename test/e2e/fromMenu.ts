import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';

/** Opens a folded part of the form of a study. */
export async function unfold(page: Page, title: string): Promise<void> {
  await page.locator('.fold summary', { hasText: title }).click();
}

/** Adds a method to a study by the list of methods. */
export async function addMethod(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add methods' }).click();
  await page.getByRole('checkbox', { name: title, exact: true }).check();
  await page.getByRole('button', { name: 'Add 1 method' }).click();
  await page.getByRole('button', { name: `Remove ${title}`, exact: true }).waitFor();
}

/** Chooses an action of the menu in the page's head; again where that was still the head of the page before. */
export async function fromMenu(page: Page, title: string, menu = 'More actions'): Promise<void> {
  const button = page.getByRole('button', { name: menu, exact: true });
  const item = page.getByRole('menuitem', { name: title });
  await eventually(async () => {
    // Another click would close a menu that is open.
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
    await item.click({ timeout: 5000 });
  });
}
