import { describe, expect, it, vi } from 'vitest';
import { menuTemplate, type MenuActions } from '../../../src/main/electron/applicationMenu.ts';
import { emitEvent } from '../../support/electronDouble/events.ts';
import { itemsOf } from '../../support/electronDouble/electronDouble.ts';
import { onDouble } from './onDouble.ts';

vi.mock(
  'electron',
  async () => (await import('../../support/electronDouble/electronDouble.ts')).electronDouble().module,
);

const names = [
  'newStudy',
  'importDataset',
  'openWorkspace',
  'settings',
  'palette',
  'find',
  'manual',
  'keys',
  'openRecent',
  'clearRecent',
  'showLog',
  'copyReleases',
  'about',
] as const;
const actions = (): MenuActions =>
  Object.fromEntries(names.map((name) => [name, vi.fn()])) as unknown as Record<(typeof names)[number], () => void>;
const items = (platform: NodeJS.Platform, packaged = true, does = actions()) =>
  itemsOf(menuTemplate(does, { platform, packaged, recent: ['/data/a.eigenbench'] }));

describe('the application menu', () => {
  it.each(['darwin', 'win32', 'linux'] as const)('has every action once on %s, keys without duplicates', (platform) => {
    const does = actions();
    const own = items(platform, true, does).filter((item) => item.click);
    for (const item of own) (item.click as () => void)();
    for (const name of names) expect(does[name], name).toHaveBeenCalledOnce();
    const keys = own.flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(own.find(({ accelerator }) => accelerator === 'CmdOrCtrl+,')?.label).toMatch(/^Settings/);
  });

  it('leaves text editing, zoom and windows to the platform', () => {
    const roles = items('darwin').map(({ role }) => role);
    expect(roles).toEqual(
      expect.arrayContaining([
        'undo',
        'copy',
        'paste',
        'selectAll',
        'zoomIn',
        'windowMenu',
        'hide',
        'services',
        'quit',
      ]),
    );
  });

  it('names the workspaces of before, and is grey where there are none', () => {
    const does = actions();
    const recent = (paths: readonly string[]) => {
      const template = menuTemplate(does, { platform: 'linux', packaged: true, recent: paths });
      return itemsOf(template).find(({ label }) => label === 'Open recent')!;
    };
    expect(recent([]).enabled).toBe(false);
    const [first, second] = recent(['/data/a.eigenbench', '/data/b.eigenbench'])
      .submenu as Electron.MenuItemConstructorOptions[];
    expect([first.label, second.label]).toEqual(['/data/a.eigenbench', '/data/b.eigenbench']);
    (second.click as () => void)();
    expect(does.openRecent).toHaveBeenCalledExactlyOnceWith('/data/b.eigenbench');
  });

  it('grows at the keys without Shift and of the number pad, too', () => {
    const zooms = items('linux').filter(({ role }) => role === 'zoomIn' || role === 'zoomOut');
    expect(zooms.map(({ accelerator, visible }) => [accelerator, visible])).toEqual([
      [undefined, undefined],
      ['CmdOrCtrl+=', false],
      ['CmdOrCtrl+numadd', false],
      [undefined, undefined],
      ['CmdOrCtrl+numsub', false],
    ]);
  });

  it('can be neither reloaded nor debugged in a release', () => {
    for (const platform of ['darwin', 'win32', 'linux'] as const) {
      const roles = (packaged: boolean): unknown[] => items(platform, packaged).map(({ role }) => role);
      expect(roles(true).filter((role) => /reload|devtools/i.test(String(role)))).toEqual([]);
      expect(roles(false)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']));
    }
  });
});

describe('the context menu', () => {
  const flags = { canCut: true, canCopy: true, canPaste: false, canSelectAll: true };

  it('edits in a field, copies selected text elsewhere, and is absent over nothing', async () => {
    const double = onDouble();
    const { offerContextMenus } = await import('../../../src/main/electron/applicationMenu.ts');
    offerContextMenus();
    const window = new double.module.BrowserWindow({});
    const at = (isEditable: boolean, selectionText: string): unknown[] => {
      double.recorded.popups.length = 0;
      emitEvent(window.webContents, 'context-menu', {}, { isEditable, selectionText, editFlags: flags, frame: null });
      return double.recorded.popups.flat().flatMap(({ role, enabled }) => (role ? [[role, enabled ?? true]] : []));
    };
    expect(at(true, '')).toEqual([
      ['cut', true],
      ['copy', true],
      ['paste', false],
      ['selectAll', true],
    ]);
    expect(at(false, 'words')).toEqual([
      ['copy', true],
      ['selectAll', true],
    ]);
    expect(at(false, ' \n')).toEqual([]);
  });
});
