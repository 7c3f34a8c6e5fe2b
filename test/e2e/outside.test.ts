/** Results and vectors from elsewhere, through the page: chosen, looked at, added, and taken away again. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser } from './browser.ts';
import { fromMenu } from './fromMenu.ts';
import { openPage, type OpenPage } from './openPage.ts';

describe('results and vectors from elsewhere', needsBrowser, () => {
  const here = scratch();
  let open: OpenPage;

  beforeAll(async () => {
    writeFaces(here.at('images'), { subjects: 6, perSubject: 5, rows: 14, cols: 12 });
    const workspace = ['--workspace', here.at('page.eigenbench')];
    await here.run('import', 'images', '--name', 'faces', ...workspace);
    const protocol = { kind: 'random', trainPerSubject: [2, 3], repeats: 2 };
    const spec = { name: 'two methods', dataset: 'faces', protocol, methods: [{ method: 'pca' }, { method: '2dpca' }] };
    writeFileSync(here.at('faces.json'), JSON.stringify(spec));
    await here.run('run', 'faces.json', '--workers', '1', ...workspace);
    const rates = ['k=2,1,3', 'k=2,2,4', 'k=3,1,1', 'k=3,2,2'];
    writeFileSync(here.at('paper.csv'), ['condition,repeat,wrong', ...rates].join('\n'));
    writeFileSync(here.at('wrong.csv'), ['condition,repeat,wrong', 'k=9,1,3'].join('\n'));
    const vectors = Array.from({ length: 30 }, (_, n) => `${n},${n % 7},${(n * n) % 11}`);
    writeFileSync(here.at('arcface.csv'), ['index,a,b', ...vectors].join('\n'));
    open = await openPage(here.at('page.eigenbench'), here.folder);
  });
  afterAll(async () => {
    await open?.close();
    await here.remove();
  });

  it('a file of results is checked, looked at, and becomes a row that is marked', async () => {
    const { page, goTo } = open;
    await goTo('/studies');
    await page.getByRole('heading', { name: 'Studies', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'two methods' }).first().click();
    await fromMenu(page, 'Import results', 'Add');
    const dialog = page.getByRole('dialog', { name: 'Imported results' });
    await dialog.getByLabel('File').setInputFiles(here.at('wrong.csv'));
    await dialog.getByRole('alert').getByText('there is no condition "k=9"').waitFor();
    await dialog.getByLabel('File').setInputFiles(here.at('paper.csv'));
    await dialog.getByText('holds error rates for 4 of 4 splits').waitFor();
    await dialog.getByLabel('Name of the row').fill('Paper');
    await expect.poll(() => violations(page)).toEqual([]);
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/results.png` });
    await dialog.getByRole('button', { name: 'Add to the table' }).click();
    const row = page.getByRole('row', { name: /Paper/ }).first();
    await row.getByText('elsewhere').waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/row.png` });
  });

  it('the row is taken out where it was added', async () => {
    const { page } = open;
    await fromMenu(page, 'Import results', 'Add');
    const dialog = page.getByRole('dialog', { name: 'Imported results' });
    await dialog.getByRole('button', { name: 'Remove Paper' }).click();
    await dialog.getByRole('region', { name: 'External rows' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Paper', { exact: true }).first().waitFor({ state: 'detached' });
  });

  it('vectors are attached to a dataset and detached', async () => {
    const { page, goTo } = open;
    await goTo('/datasets');
    await page.getByRole('heading', { name: 'Datasets', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'faces' }).first().click();
    await page.getByRole('tab', { name: 'Features' }).click();
    await page.getByText('Nothing is attached to faces.').waitFor();
    await open.browser.quiet();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.getByLabel('File (.npy, .npz, .csv)').setInputFiles(here.at('arcface.csv'));
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('arcface');
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByRole('rowheader', { name: 'arcface' }).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/attached.png` });
    await page.getByRole('button', { name: 'Detach arcface' }).click();
    await page.getByText('Nothing is attached to faces.').waitFor();
  });
});
