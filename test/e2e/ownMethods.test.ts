/** A method of one's own in the application: added by hand, checked, changed, registered again, removed. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMethod } from '../../src/main/programs/newMethod.ts';
import { needsBrowser } from './browser.ts';
import { violations } from './accessibility.ts';
import { openPage, type OpenPage } from './openPage.ts';
import { sharedFolder } from '../support/temporaryFolder.ts';

describe('methods from outside in Settings', { ...needsBrowser, timeout: 120_000 }, () => {
  const folder = sharedFolder();
  const before = process.env['EIGENBENCH_METHODS'];
  let open: OpenPage;

  beforeAll(async () => {
    process.env['EIGENBENCH_METHODS'] = join(folder, 'registered', 'methods.json');
    mkdirSync(join(folder, 'methods'));
    newMethod(join(folder, 'methods', 'my-method'), 'node', process.execPath);
    open = await openPage(join(folder, 'w.eigenbench'), join(folder, 'methods'));
    await open.goTo('/settings');
  });
  afterAll(async () => {
    await open.close();
    if (before === undefined) delete process.env['EIGENBENCH_METHODS'];
    else process.env['EIGENBENCH_METHODS'] = before;
  });

  it('are registered by the user’s hand, with a word on what that means', async () => {
    const { page } = open;
    await page.getByText('runs with your rights').waitFor();
    await page.getByText('No method is registered yet').waitFor();
    await page.getByRole('button', { name: 'Add a folder' }).click();
    const dialog = page.getByRole('dialog');
    // The host reads one place only: the choice begins inside it.
    await dialog.getByRole('button', { name: 'my-method' }).click();
    await dialog.getByRole('button', { name: 'Use this folder' }).click();
    await page.getByText(/My method is registered, version [0-9a-f]{16}\./).waitFor();
    await page.getByText(/Ready · version/).waitFor();
  });

  it('are tried on every rule, and the page stays accessible', async () => {
    const { page } = open;
    await page.getByRole('button', { name: 'Check My method' }).click();
    await page.getByText('My method keeps all rules.').waitFor({ timeout: 50_000 });
    await expect
      .poll(() => page.getByRole('list', { name: 'Rules that My method' }).getByRole('listitem').count())
      .toBe(14);
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('ask again when a file has changed', async () => {
    const { page, goTo } = open;
    appendFileSync(join(folder, 'methods/my-method/method.mjs'), '\n// Changed.\n');
    await goTo('/');
    await goTo('/settings');
    await page.getByText('Changed since it was registered').waitFor();
    await page.getByRole('button', { name: 'Register My method again' }).click();
    await page.getByText(/Ready · version/).waitFor();
  });

  it('leave the list when they are removed', async () => {
    const { page } = open;
    await page.getByRole('button', { name: 'Remove My method' }).click();
    await page.getByText('My method was removed from the list; its folder stays.').waitFor();
    await page.getByText('No method is registered yet').waitFor();
  });
});
