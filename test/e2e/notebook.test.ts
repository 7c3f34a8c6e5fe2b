/** The notebook in a browser: notes, tags, stars, archive, studies side by side, palette; kept by the workspace. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser, nextDownload } from './browser.ts';
import { openPage, type OpenPage } from './openPage.ts';

const spec = (name: string, seed: number) => ({
  name,
  dataset: 'faces',
  seed,
  protocol: { kind: 'random', trainPerSubject: [2], repeats: 3 },
  methods: [{ method: 'pca' }, { method: '2dpca' }],
});

describe('the notebook in a browser', needsBrowser, () => {
  const here = scratch();
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const place = ['--workspace', here.at('page.eigenbench')];
    writeFaces(here.at('faces'), { subjects: 8, perSubject: 6, rows: 20, cols: 16 });
    expect((await here.run('import', 'faces', '--name', 'faces', ...place)).code).toBe(0);
    for (const [name, seed] of [
      ['First', 1],
      ['Second', 2],
    ] as const) {
      writeFileSync(here.at(`${name}.json`), JSON.stringify(spec(name, seed)));
      const ran = await here.run('run', `${name}.json`, ...place);
      expect(ran.code, ran.stderr).toBe(0);
    }
    opened = await openPage(here.at('page.eigenbench'), here.folder);
    ({ page } = opened);
  });

  afterAll(async () => {
    await opened?.close();
    await here.remove();
  });

  /** Opens the palette, types, and takes the first that is left. */
  async function command(words: string): Promise<void> {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('combobox', { name: 'Command' });
    await palette.fill(words);
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await palette.press('Enter');
    await palette.waitFor({ state: 'detached' });
  }

  it('shows studies and faces at Studies', async () => {
    await page.getByRole('link', { name: 'First', exact: true }).waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLCanvasElement>('.card canvas')?.height === 56);
    await expect.poll(() => violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'First', exact: true }).click();
    await page.getByTestId('verdict').waitFor();
    await page.getByRole('tab', { name: 'Protocol', exact: true }).click();
    await opened.browser.quiet();
  });

  it('keeps a note that is typed, tags and a star, also through a reload', async () => {
    await page.keyboard.press('w');
    await page.getByLabel('Note on First').fill('**Why**: before the noise\n\n- check `q`');
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByLabel('New tag').fill('paper, noise');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove tag noise' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('*');
    await page.getByRole('button', { name: 'Star First', pressed: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Remove tag noise' }).waitFor();
    await expect.poll(() => page.locator('.note strong').textContent()).toBe('Why');
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('does what the palette offers, and records it', async () => {
    await page.getByRole('tab', { name: 'Protocol', exact: true, selected: true }).waitFor();
    const coming = nextDownload(page);
    await command('export report');
    const report = readFileSync(await (await coming).path(), 'utf8');
    expect(report).toContain('<strong>Why</strong>: before the noise');
    await command('panel protocol');
    await page.waitForFunction(() => location.hash.includes('panel=protocol'));
    await command('panel result');
    await command('panel protocol');
    const history = page.getByRole('list', { name: 'History' });
    await history.getByText('Exported as Report on one page').waitFor();
    const lines = () => history.locator('li span').allTextContents();
    await expect.poll(async () => (await lines())[0]).toBe('Exported as Report on one page');
    await expect
      .poll(async () => (await lines()).filter((line) => !line.startsWith('Exported')))
      .toEqual(['Finished', 'Started', 'Created']);
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('filters the list by marks', async () => {
    await opened.goTo('/studies');
    await page.getByRole('heading', { name: 'Studies', level: 1 }).waitFor();
    await opened.browser.quiet();
    await page.getByRole('button', { name: 'paper', exact: true }).click();
    await expect.poll(() => page.locator('tbody a.name').allTextContents()).toEqual(['First']);
    await expect.poll(() => violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'paper', exact: true }).click();
    await page.getByRole('link', { name: 'Second', exact: true }).waitFor();
  });

  it('puts two studies side by side, with the reason of the difference', async () => {
    await page.getByLabel('Choose First').check();
    await page.getByLabel('Choose Second').check();
    await page.getByRole('button', { name: 'Compare 2 studies' }).click();
    const choices = page.getByRole('group', { name: 'Settings' });
    await choices.getByRole('row', { name: /Seed/ }).waitFor();
    await expect.poll(() => choices.locator('tbody tr').allTextContents()).toHaveLength(1);
    const shared = page.getByRole('group', { name: 'Shared methods' });
    await expect.poll(() => shared.locator('tbody tr').count()).toBe(2);
    await expect.poll(() => shared.textContent()).toContain('other splits, other seed');
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('tells scripts what it keeps', async () => {
    const listed = await here.run('studies', '--json', '--workspace', here.at('page.eigenbench'));
    const [first] = JSON.parse(listed.stdout) as { note: string; tags: string[]; starred: boolean }[];
    expect(first).toMatchObject({ tags: ['paper', 'noise'], starred: true });
    expect(first.note).toContain('before the noise');
    expect(opened.browser.complaints).toEqual([]);
  });
});
