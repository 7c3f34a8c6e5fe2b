/**
 * The desktop application from its start to its end: built main process, preload script, page and engine's thread; see
 * desktopShell.ts for what stands in for Electron.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { MessageBoxOptions } from 'electron';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from '../main/cli/harness.ts';
import { violations } from './accessibility.ts';
import { needsBrowser, nextDownload } from './browser.ts';
import { startDesktopShell, type DesktopShell } from './desktopShell.ts';

describe('the desktop application', needsBrowser, () => {
  const here = scratch();
  const other = here.at('other.eigenbench');
  /** What the user presses and chooses, question by question. */
  let answer: (options: MessageBoxOptions) => number = ({ cancelId }) => cancelId ?? 0;
  let chosen: readonly string[] = [];
  let shell: DesktopShell;
  let page: Page;

  beforeAll(async () => {
    writeFaces(here.at('faces'), { subjects: 8, perSubject: 6, rows: 24, cols: 20 });
    shell = await startDesktopShell({
      folder: here.folder,
      answer: (options) => answer(options),
      choose: () => chosen,
    });
    page = shell.page;
  });

  afterAll(async () => {
    await shell?.close();
    await here.remove();
  });

  const heading = (name: string): Promise<void> => page.getByRole('heading', { name, exact: true }).waitFor();

  /** `before`: what is done just before the study is run. */
  async function newStudy(name: string, repeats: number, before = async (): Promise<void> => {}): Promise<void> {
    await shell.act.clickMenu('New study');
    await heading('New study');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Repeats').fill(String(repeats));
    await page.getByLabel('Training images per subject, k').fill('2, 3');
    await page.getByRole('region', { name: /^The split on / }).waitFor();
    await before();
    await page.getByRole('button', { name: 'Run study' }).click();
    await heading(name);
  }

  it('shows its window, with the page that the engine answers', async () => {
    await heading('Studies');
    await page.getByText('Drop a folder of faces here').waitFor();
    await expect.poll(() => shell.shownAfter()).toBeLessThan(60_000);
    const { profile, lockData, theme } = await shell.act.state();
    expect(profile).toBe(here.at('eigenbench/shell'));
    expect(existsSync(here.at('eigenbench/workspace.eigenbench'))).toBe(true);
    expect(lockData).toEqual({ workspace: null, study: null });
    expect(theme).toBe('system');
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('imports a folder that is chosen in the native dialog', async () => {
    await shell.act.clickMenu('Import a dataset');
    await heading('Import a dataset');
    chosen = [here.at('faces')];
    await page.getByRole('button', { name: 'Choose a folder' }).click();
    await page.getByRole('button', { name: /^Import 48 images/ }).click();
    await page.getByText('Imported faces').waitFor();
  });

  it('runs a study to its table, keeps the machine awake meanwhile, and says that it has ended', async () => {
    const { wakings } = await shell.act.state();
    await newStudy('First', 3, () => shell.act.focus(null));
    await page.getByText('Finished', { exact: true }).waitFor();
    await page.getByTestId('verdict').getByRole('heading').waitFor();
    // The page hears of the end by itself, the application from the engine.
    const finished = async () => {
      const { awake, notifications, windows, ...now } = await shell.act.state();
      return { kept: now.wakings > wakings, awake, notifications, progress: windows.map(({ progress }) => progress) };
    };
    await expect.poll(finished).toEqual({
      kept: true,
      awake: false,
      notifications: [{ title: 'First', body: expect.stringMatching(/ the lowe(st|r) error rate .*\.$/) }],
      progress: [-1],
    });
    await expect.poll(() => violations(page)).toEqual([]);
  });

  it('shows the study whose notification is clicked', async () => {
    await shell.act.clickMenu('Settings');
    await heading('Settings');
    await shell.act.clickNotification(0);
    await heading('First');
  });

  it('saves a table as a file', async () => {
    const coming = nextDownload(page);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'CSV, one row per entry' }).click();
    const download = await coming;
    expect(readFileSync(await download.path(), 'utf8').split('\n').length).toBeGreaterThan(5);
  });

  it('finds text in the view by the menu, in both directions, and leaves no marks', async () => {
    await page.getByRole('tab', { name: 'Table', exact: true }).click();
    await page.locator('[data-testid=results-table] .best').first().waitFor();
    await shell.act.clickMenu('Find…');
    const field = page.getByRole('textbox', { name: 'Find in this view' });
    await field.fill('pca');
    const count = page.getByRole('search').getByRole('status');
    await expect.poll(() => count.textContent()).toMatch(/^1 of \d+$/);
    // All of the view is drawn to be searched; the search follows it.
    await expect.poll(() => count.textContent()).toMatch(/^1 of ([2-9]|\d\d+)$/);
    const all = Number((await count.textContent())!.split(' ')[2]);
    expect(all).toBeGreaterThan(1);
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => count.textContent()).toBe(`${all} of ${all}`);
    await page.keyboard.press('Enter');
    await expect.poll(() => count.textContent()).toBe(`1 of ${all}`);
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('find')?.size)).toBe(all);
    await expect.poll(() => violations(page)).toEqual([]);
    await field.fill('no such words');
    await expect.poll(() => count.textContent()).toBe('No matches');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => CSS.highlights.size)).toBe(0);
    expect(new URL(page.url()).hash).toMatch(/^#\/studies\/1/);
  });

  it('gives the chosen theme to the frame', async () => {
    await shell.act.clickMenu('Settings');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect.poll(async () => (await shell.act.state()).theme).toBe('dark');
    await expect
      .poll(() => JSON.parse(readFileSync(here.at('eigenbench/shell/frame.json'), 'utf8')))
      .toEqual({ theme: 'dark' });
    await page.getByRole('radio', { name: 'Light' }).check();
    await expect.poll(async () => (await shell.act.state()).theme).toBe('light');
  });

  it('connects again when the page is loaded again', async () => {
    await page.reload();
    await heading('Settings');
    await page.getByText(here.at('eigenbench/workspace.eigenbench')).waitFor();
  });

  it('loads a page again whose process has ended, and shows it', async () => {
    const [{ id }] = (await shell.act.state()).windows;
    await page.evaluate(() => (document.title = 'Before'));
    await shell.act.pageEvent(id, 'render-process-gone', { reason: 'crashed', exitCode: 139 });
    await heading('Studies');
    await expect
      .poll(() => readFileSync(here.at('eigenbench/shell/logs/eigenbench.log'), 'utf8'))
      .toContain('The page ended unexpectedly.');
  });

  it('is led nowhere else, opens no window and reaches nothing', async () => {
    const refused = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest());
    refused.catch(() => undefined);
    await page.evaluate(() => {
      location.href = 'https://evil.example/';
    });
    await refused;
    await page.evaluate(() => void window.open('https://evil.example/'));
    await expect.poll(() => shell.popups).toEqual(['deny']);
    expect(new URL(page.url()).host).toBe('eigenbench.test');
    await heading('Studies');
    expect(await shell.act.request('https://evil.example/x.js', 'GET')).toBeNull();
    expect((await shell.act.request('app://eigenbench/../package.json', 'GET'))?.status).toBe(404);
  });

  it('exposes one function to the page, which takes nothing', async () => {
    const bridge = await page.evaluate(() => Object.entries(window.eigenbench!).map(([k, f]) => [k, typeof f]));
    expect(bridge).toEqual([['requestPort', 'function']]);
    const globals = await page.evaluate(() =>
      ['require', 'process', 'module', 'ipcRenderer'].filter((k) => k in window),
    );
    expect(globals).toEqual([]);
  });

  it('takes a folder that is dropped on it to the import view', async () => {
    await shell.drop([here.at('faces')]);
    await heading('Import a dataset');
    await page.getByRole('button', { name: /^Import 48 images/ }).waitFor();
  });

  it('says what it cannot do with what is dropped, until that is closed', async () => {
    await shell.drop([here.at('faces/s1/1.pgm'), here.at('faces/s1/2.pgm')]);
    const notice = page.getByText('2 files were dropped. Drop the folder that holds them, or one file.');
    await notice.waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close notice' }).click();
    await notice.waitFor({ state: 'detached' });
  });

  it('opens the manual by the menu', async () => {
    await shell.act.clickMenu('Manual');
    const manual = page.getByRole('dialog', { name: 'Manual' });
    await manual.getByRole('heading', { name: 'Import a dataset' }).waitFor();
    await manual.getByRole('button', { name: 'Close' }).click();
    await manual.waitFor({ state: 'detached' });
  });

  it('shows the study that a second start names, as "eigenbench open" does', async () => {
    await shell.act.secondInstance({ workspace: here.at('eigenbench/workspace.eigenbench'), study: 1 });
    await page.waitForURL(/\/studies\/1\b/);
  });

  it('keeps its workspace when a second start names another one and the user declines', async () => {
    await shell.act.secondInstance({ workspace: other });
    await expect.poll(() => shell.asked.at(-1)?.message).toBe('Open the workspace other.eigenbench?');
    await shell.act.clickMenu('Settings');
    await page.getByText(here.at('eigenbench/workspace.eigenbench')).waitFor();
    expect(existsSync(other)).toBe(false);
  });

  it('opens it when the user agrees, and goes back by the menu', async () => {
    answer = () => 0;
    await shell.act.secondInstance({ workspace: other });
    await heading('Studies');
    await page.getByText('Drop a folder of faces here').waitFor();
    await shell.act.clickMenu('Settings');
    await page.getByText(other).waitFor();
    chosen = [here.at('eigenbench/workspace.eigenbench')];
    await shell.act.clickMenu('Open a workspace…');
    await page.getByRole('link', { name: 'First' }).first().waitFor();
  });

  it('goes on with a running study when the engine has ended, and says so', async () => {
    // Minutes: however late the page is, the study still runs.
    await newStudy('Killed', 600);
    await expect.poll(async () => (await shell.act.state()).awake).toBe(true);
    await shell.act.endEngine();
    await page.getByText(/The engine ended unexpectedly/).waitFor();
    await page.getByText('Running', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).first().click();
    await expect.poll(async () => (await shell.act.state()).awake).toBe(false);
  });

  it('notices that the engine hangs, and starts it again', async () => {
    await shell.act.state();
    await shell.act.hangEngine();
    await page.getByText(/did not answer for 10 s/).waitFor();
    await shell.act.clickMenu('Settings');
    await page.getByText(here.at('eigenbench/workspace.eigenbench')).waitFor();
    // The window's own thread did not wait those ten seconds.
    expect((await shell.act.state()).longestBlock).toBeLessThan(5000);
  });

  it('asks before it quits while a study runs, and keeps running when told so', async () => {
    await newStudy('Long', 400);
    await expect.poll(async () => (await shell.act.state()).awake).toBe(true);
    answer = ({ cancelId }) => cancelId!;
    const [{ id }] = (await shell.act.state()).windows;
    await shell.act.closeWindow(id);
    await expect.poll(() => shell.asked.at(-1)?.message).toBe('The study “Long” is running. Quit all the same?');
    await heading('Long');
    expect((await shell.act.state()).windows).toMatchObject([{ visible: true }]);
  });

  it('ends soon when told to quit, without an error', async () => {
    answer = () => 1;
    const from = performance.now();
    shell.act.quit().catch(() => {});
    expect(await shell.ended).toBe(0);
    expect(performance.now() - from).toBeLessThan(15_000);
    expect(shell.stderr()).toBe('');
  });

  it('has not broken its content security policy nor thrown', () => {
    expect(shell.complaints).toEqual([]);
  });

  it('starts with the workspace that is named as a file, in the theme of the last run', async () => {
    const file = here.at('eigenbench/workspace.eigenbench');
    const second = await startDesktopShell({ folder: here.folder, words: [file] });
    try {
      const { theme, lockData } = await second.act.state();
      expect(theme).toBe('light');
      expect(lockData).toEqual({ workspace: resolve(file), study: null });
      await second.page.getByRole('link', { name: 'First' }).first().waitFor();
      await second.act.quit().catch(() => {});
      expect(await second.ended).toBe(0);
    } finally {
      await second.close();
    }
  });
});
