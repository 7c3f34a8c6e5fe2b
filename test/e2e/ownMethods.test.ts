/** A method of one's own in the application: added by hand, checked, changed, registered again, removed. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMethod } from '../../src/main/external/scaffoldMethod.ts';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { needsBrowser } from './browser.ts';
import { violations } from './accessibility.ts';
import { openPage, type OpenPage } from './openPage.ts';
import { sharedFolder } from '../support/temporaryFolder.ts';

describe('methods from outside in Settings', needsBrowser, () => {
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
    await open?.close();
    if (before === undefined) delete process.env['EIGENBENCH_METHODS'];
    else process.env['EIGENBENCH_METHODS'] = before;
  });

  it('are registered by the user’s hand, with a word on what that means', async () => {
    const { page } = open;
    await page.getByText('runs with your rights').waitFor();
    await page.getByText('No method is registered yet').waitFor();
    await open.browser.quiet();
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
    await page.getByText('My method passes all checks.').waitFor();
    await expect
      .poll(() => page.getByRole('list', { name: 'Checks of My method' }).getByRole('listitem').count())
      .toBe(14);
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('ask again when a file has changed', async () => {
    const { page, goTo, goToStudies } = open;
    appendFileSync(join(folder, 'methods/my-method/method.mjs'), '\n// Changed.\n');
    await goToStudies();
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

describe('a method of one’s own in the form of a study', needsBrowser, () => {
  const here = scratch();
  const before = process.env['EIGENBENCH_METHODS'];
  let open: OpenPage;

  beforeAll(async () => {
    process.env['EIGENBENCH_METHODS'] = here.at('registered/methods.json');
    mkdirSync(here.at('methods'));
    writeFaces(here.at('faces'), { subjects: 6, perSubject: 6, rows: 14, cols: 12 });
    const imported = await here.run('import', 'faces', '--name', 'faces', '--workspace', here.at('w.eigenbench'));
    expect(imported.code, imported.stderr).toBe(0);
    open = await openPage(here.at('w.eigenbench'), here.at('methods'));
    await open.goTo('/studies/new');
    await open.page.getByRole('region', { name: 'The split on faces' }).waitFor();
    await open.browser.quiet();
  });
  afterAll(async () => {
    await open?.close();
    await here.remove();
    if (before === undefined) delete process.env['EIGENBENCH_METHODS'];
    else process.env['EIGENBENCH_METHODS'] = before;
  });

  it('is written, breaks, says why as code, is mended, and joins the form', async () => {
    const { page } = open;
    await page.getByRole('button', { name: 'Add methods' }).click();
    await page.getByRole('button', { name: 'Your own method' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your own method' });
    await dialog.getByLabel('Language').selectOption('typescript');
    await dialog.getByRole('button', { name: 'Choose a folder' }).click();
    await page
      .getByRole('dialog', { name: 'Choose a folder' })
      .getByRole('button', { name: 'Use this folder' })
      .click();
    await expect.poll(() => violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Write and register' }).click();
    await dialog.getByText('My method is registered and runs on').waitFor();
    const file = here.at('methods/my-method/method.ts');
    const sound = readFileSync(file, 'utf8');
    writeFileSync(file, `throw new Error('nothing\\nworks');\n${sound}`);
    await dialog.getByRole('button', { name: 'Try on faces' }).click();
    await dialog.locator('pre', { hasText: 'works' }).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    writeFileSync(file, sound);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText(/My method passes all checks and recognises \d+ of \d+ test images\./).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add to the study' }).click();
    await page.locator('.cards li', { hasText: 'My method' }).waitFor();
  });

  it('is marked in its study after a change, and computed again there', async () => {
    const { page, goTo, goToStudies } = open;
    const methods = [
      { method: 'pca', latent: [3] },
      { method: 'my-method', latent: [3] },
    ];
    const protocol = { kind: 'random', trainPerSubject: [2], repeats: 2 };
    writeFileSync(here.at('changed.json'), JSON.stringify({ name: 'changed', dataset: 'faces', protocol, methods }));
    const environment = { EIGENBENCH_METHODS: here.at('registered/methods.json') };
    const beside = scratch({ folder: here.folder, environment });
    const made = await beside.run('run', 'changed.json', '--workspace', here.at('w.eigenbench'));
    expect(made.code, made.stderr).toBe(0);
    const file = here.at('methods/my-method/method.ts');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n// Changed.\n`);
    await goToStudies();
    await goTo('/settings');
    await page.getByRole('button', { name: 'Register My method again' }).click();
    await page.getByText(/Ready · version/).waitFor();
    await goTo('/studies/1');
    const section = page.getByRole('region', { name: 'Changed methods' });
    await section.getByText(/My method: version [0-9a-f]{8} then, [0-9a-f]{8} now/).waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await section.getByRole('button', { name: 'Compute again' }).click();
    await section.waitFor({ state: 'detached' });
    await page.locator('header .badge', { hasText: 'Finished' }).waitFor();
  });
});
