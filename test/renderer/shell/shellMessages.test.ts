// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { shellMessageOf } from '../../../src/renderer/shell/shellMessages.ts';
// The views of the addresses below, so that they need not be loaded first.
import '../../../src/renderer/import/ImportView.vue';
import '../../../src/renderer/settings/SettingsView.vue';
import '../../../src/renderer/study/StudyView.vue';
import type { Overrides } from '../fakeClient.ts';
import { mountPage, settle, type MountedPage } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

describe('a message of the shell', () => {
  it.each([
    { kind: 'go', to: 'settings' },
    { kind: 'study', id: 3 },
    { kind: 'show', part: 'find' },
    { kind: 'show', part: 'manual' },
    { kind: 'dropped', what: 'folder' },
    { kind: 'notice', text: 'x' },
  ])('%j is one', (message) => {
    expect(shellMessageOf(message)).toEqual(message);
  });

  it.each([
    null,
    'go',
    {},
    { kind: 'go', to: 'elsewhere' },
    { kind: 'go', to: ['settings'] },
    { kind: 'study', id: '3' },
    { kind: 'study', id: -1 },
    { kind: 'study', id: 1.5 },
    { kind: 'show' },
    { kind: 'dropped', what: '/etc' },
    { kind: 'notice', text: 1 },
    { kind: 'run' },
  ])('%j is none', (message) => {
    expect(shellMessageOf(message)).toBeNull();
  });
});

describe('the page', () => {
  let mounted: MountedPage;
  afterEach(() => mounted.page.unmount());
  const open = async (overrides: Overrides = {}): Promise<MountedPage> => (mounted = await mountPage('/', overrides));

  async function tell(message: object, source: unknown = window): Promise<void> {
    const event = new MessageEvent('message', { data: { type: 'eigenbench:tell', message } });
    Object.defineProperty(event, 'source', { value: source });
    window.dispatchEvent(event);
    await settle();
  }

  it('goes where the application menu says, and nowhere for another window', async () => {
    const { router } = await open();
    await tell({ kind: 'go', to: 'settings' }, null);
    expect(router.currentRoute.value.name).toBe('studies');
    await tell({ kind: 'go', to: 'settings' });
    await eventually(() => expect(router.currentRoute.value.name).toBe('settings'));
    await tell({ kind: 'study', id: 99 });
    await eventually(() => expect(router.currentRoute.value.fullPath).toBe('/studies/99'));
  });

  it('shows keys and palette in turn, and moves nowhere behind them', async () => {
    const { page, router } = await open();
    await tell({ kind: 'show', part: 'keys' });
    expect(page.find('dialog').text()).toContain('Keys');
    await tell({ kind: 'go', to: 'settings' });
    expect(router.currentRoute.value.name).toBe('studies');
    await tell({ kind: 'show', part: 'palette' });
    expect(page.findAll('dialog').map((dialog) => dialog.text())).toEqual([expect.stringContaining('Commands')]);
  });

  it('opens the manual by the menu and by F1, in place of the list of keys, and while a field has the keys', async () => {
    const { page } = await open();
    const manual = (): Promise<void> =>
      eventually(() => expect(page.findAll('dialog h2').map((title) => title.text())).toEqual(['Manual']));
    await tell({ kind: 'show', part: 'keys' });
    await tell({ kind: 'show', part: 'manual' });
    await manual();
    await page.get('[aria-label="Close"]').trigger('click');
    expect(page.find('dialog').exists()).toBe(false);
    const field = document.body.appendChild(document.createElement('input'));
    const press = new KeyboardEvent('keydown', { key: 'F1', bubbles: true, cancelable: true });
    field.dispatchEvent(press);
    field.remove();
    expect(press.defaultPrevented).toBe(true);
    await manual();
  });

  it('keeps each notice until it is closed, and the same one once', async () => {
    const { page } = await open();
    for (const text of ['One.', 'Two.', 'One.']) await tell({ kind: 'notice', text });
    const shown = (): string[] => page.findAll('.notice').map((notice) => notice.text());
    expect(shown()).toEqual(['One.', 'Two.']);
    await page.get('[aria-label="Close notice"]').trigger('click');
    expect(shown()).toEqual(['Two.']);
  });

  it('asks for what was dropped by no name but "dropped", and shows it in the import view', async () => {
    const asked: unknown[] = [];
    const choose = (input: unknown): object => {
      asked.push(input);
      return { token: 'T', name: 'faces' };
    };
    const { page, router } = await open({ files: { choose } });
    await tell({ kind: 'dropped', what: 'folder' });
    await eventually(() => expect(asked).toEqual([{ kind: 'dropped' }]));
    expect(router.currentRoute.value.name).toBe('import');
    await eventually(() => expect(page.text()).toContain('Import 400 images'));
    await tell({ kind: 'dropped', what: 'file' });
    await eventually(() => expect(asked).toHaveLength(2));
  });
});
