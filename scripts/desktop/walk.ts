/** The walk of the smoke tests through the page of the desktop application: from a folder of images to a table. */
import type { Page } from 'playwright-core';

export interface Walk {
  /** Name of the folder, and therefore of the dataset. */
  readonly folder: string;
  /** Number of images in it. */
  readonly images: number;
  /** Chooses the folder, on the page of imports. */
  readonly choose: () => Promise<void>;
}

/** Imports the folder and runs a study on it. Returns the rows of its table. Throws if a step does not appear. */
export async function walk(page: Page, { folder, images, choose }: Walk): Promise<number> {
  const heading = (name: string): Promise<void> => page.getByRole('heading', { name, exact: true }).waitFor();
  page.setDefaultTimeout(60_000);
  await page.getByRole('link', { name: 'Choose a folder' }).first().click();
  await heading('Import a dataset');
  await choose();
  await page.getByRole('button', { name: `Import ${images} images of` }).click();
  await page.getByRole('region', { name: `Imported ${folder} in ` }).waitFor();
  await page.getByRole('link', { name: 'New study' }).first().click();
  await heading('New study');
  await page.getByLabel('Name', { exact: true }).fill('Smoke');
  await page.getByLabel('Repeats').fill('2');
  await page.getByLabel('Training images per subject, k').fill('2');
  await page.getByRole('button', { name: 'Run study' }).click();
  await heading('Smoke');
  await page.getByText('Finished', { exact: true }).waitFor({ timeout: 240_000 });
  await page.getByRole('tab', { name: 'Table', exact: true }).click();
  await page.locator('[data-testid=results-table] .best').first().waitFor();
  return page.locator('[data-testid=results-table] tbody tr').count();
}
