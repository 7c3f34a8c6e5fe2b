/** A study that somebody packed, computed again in the window. */
import { readFileSync, writeFileSync } from 'node:fs';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser } from './browser.ts';
import { fromMenu } from './fromMenu.ts';
import { openPage, type OpenPage } from './openPage.ts';

describe('a parcel in the window', needsBrowser, () => {
  const here = scratch();
  let open: OpenPage;

  beforeAll(async () => {
    writeFaces(here.at('orl'), { subjects: 6, perSubject: 5, rows: 28, cols: 23 });
    const spec = {
      name: 'packed',
      dataset: 'orl',
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 3 },
      methods: [{ method: 'pca' }, { method: 'lda' }],
    };
    writeFileSync(here.at('spec.json'), JSON.stringify(spec));
    for (const words of [
      ['import', 'orl', '--name', 'orl'],
      ['run', 'spec.json'],
      ['pack', 'packed', '--images', '--out', 'packed.zip'],
    ]) {
      const { code, stderr } = await here.run(...words);
      expect(code, stderr).toBe(0);
    }
    open = await openPage(here.at('other.eigenbench'), here.at('.'));
    await open.goTo('/studies');
  });
  afterAll(async () => {
    await open?.close();
    await here.remove();
  });

  it('says what is in it, is computed, and is found to be identical', async () => {
    const { page } = open;
    await fromMenu(page, 'Reproduce a packed study…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Parcel (.zip)').setInputFiles(here.at('packed.zip'));
    await dialog.getByText('not in this workspace; the parcel has them').waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Compute it again' }).click();
    await dialog.getByText('All 6 cells are identical, bit for bit.').waitFor();
    await dialog.getByText('30 of 30 are the same as recorded').waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save certificate' }).click();
    const certificate = readFileSync(await (await saved).path(), 'utf8');
    expect(certificate).toMatch(/^Identical: 6 of 6 cells, 3 of 3 splits/);
    await dialog.getByRole('button', { name: 'Open the study' }).click();
    await page.getByRole('heading', { name: 'packed (reproduced)' }).waitFor();
  });

  it('has numbers that are checked one by one', async () => {
    const { page } = open;
    await page.getByRole('tab', { name: 'Table', exact: true }).click();
    await page.locator('[data-testid=results-table] .cell').first().click();
    await page.getByText('Provenance').click();
    await page.getByRole('button', { name: 'Check this number' }).click();
    await page.getByText(/at the best shape: the same, bit for bit/).waitFor();
  });

  it('is refused where a cell was taken out of it', async () => {
    const { page, goTo } = open;
    const files = unzipSync(readFileSync(here.at('packed.zip')));
    const manifest = JSON.parse(new TextDecoder().decode(files['manifest.json']));
    manifest.cells.pop();
    files['manifest.json'] = new TextEncoder().encode(JSON.stringify(manifest));
    writeFileSync(here.at('forged.zip'), zipSync(files));
    await goTo('/studies');
    await fromMenu(page, 'Reproduce a packed study…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Parcel (.zip)').setInputFiles(here.at('forged.zip'));
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByRole('button', { name: 'Compute it again' }).count()).toBe(0);
  });
});
