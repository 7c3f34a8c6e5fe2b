// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { keyDestination } from '../../../src/renderer/navigation.ts';
import { pageActions } from '../../../src/renderer/ui/usePageActions.ts';
import { fakeStudy } from '../fakeData.ts';
import { accessibilityProblems, button, mountPage, settle, type MountedPage } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

async function open(address: string, ...rest: Parameters<typeof mountPage> extends [string, ...infer R] ? R : never) {
  mounted = await mountPage(address, ...rest);
  return mounted;
}
const press = async (key: string, more: KeyboardEventInit = {}): Promise<void> => {
  window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...more }));
  await settle();
};
const names = ({ fake }: MountedPage): string[] => fake.calls.map(({ name }) => name);
const same = <T>(value: T): T => value;

/** Opens the palette, types and takes the first that is left. */
async function command({ page }: MountedPage, words: string): Promise<void> {
  await press('k', { ctrlKey: true });
  const field = page.get('dialog input');
  await field.setValue(words);
  await field.trigger('keydown', { key: 'Enter' });
  await settle();
}

/** Views load when they are first gone to, which may take a while. */
const arrived = ({ router }: MountedPage, address: string): Promise<void> =>
  eventually(() => expect(router.currentRoute.value.fullPath).toBe(address));

describe('the actions of a page', () => {
  it('have names and keys of their own, and none of the keys that lead to pages', async () => {
    for (const address of ['/studies/1', '/datasets/1']) {
      const { page } = await open(address);
      const actions = pageActions();
      expect(actions.length).toBeGreaterThan(8);
      const keys = actions.flatMap(({ key }) => (key === undefined ? [] : [key]));
      for (const list of [actions.map(({ id }) => id), actions.map(({ title }) => title), keys])
        expect(new Set(list).size).toBe(list.length);
      // After "g" a second letter leads to a page: it must not also do something here.
      for (const key of keys) {
        expect([keyDestination(key), keyDestination(`g${key}`)]).toEqual([undefined, undefined]);
        expect(['g', '?', 'Escape']).not.toContain(key);
      }
      page.unmount();
      mounted = null;
      expect(pageActions()).toEqual([]);
    }
  });

  it('stand first in the palette with their keys, and in the list of keys', async () => {
    const { page } = await open('/studies/1', {}, same, [fakeStudy(1, { state: 'stopped' })]);
    await press('k', { ctrlKey: true });
    const options = page.findAll('dialog [role=option]').map((option) => option.text());
    expect(options.findIndex((text) => text.startsWith('Resume'))).toBeLessThan(options.indexOf('Studiesg s'));
    expect(options).toContain('Resumep');
    // What the page shows comes before what changes the study.
    const placeOf = (title: string): number => options.findIndex((text) => text.startsWith(title));
    expect(placeOf('Panel: Result')).toBeGreaterThanOrEqual(0);
    expect(placeOf('Panel: Result')).toBeLessThan(placeOf('Rename this study'));
    expect(options).toContain('Copy the table as LaTeX');
    expect(await accessibilityProblems()).toEqual([]);
    await press('k', { ctrlKey: true });
    await press('?');
    expect(page.get('dialog').text()).toContain('On this page');
    expect(page.get('dialog').text()).toContain('Resume');
  });

  it('are done from the palette: run, copy, export, another panel and measure, rename, delete', async () => {
    const context = await open('/studies/1', {}, same, [fakeStudy(1, { state: 'stopped' }), fakeStudy(2)]);
    await command(context, 'resume');
    expect(names(context)).toContain('studies.run');
    await command(context, 'export csv entry');
    expect(context.fake.calls.find(({ name }) => name === 'studies.export')?.input).toMatchObject({ format: 'csv' });
    await command(context, 'panel protocol');
    expect(context.router.currentRoute.value.query.panel).toBe('protocol');
    await command(context, 'star this');
    expect(context.fake.calls.find(({ name }) => name === 'studies.annotate')?.input).toEqual({
      id: 1,
      change: { starred: true },
    });
    await command(context, 'rename this study');
    expect(context.page.get('dialog').text()).toContain('Rename study');
    await context.page.get('dialog button[aria-label=Close]').trigger('click');
    await command(context, 'new study from this');
    await arrived(context, '/studies/new?from=1');
    await context.router.push('/studies/2');
    await settle();
    await command(context, 'delete this study');
    await arrived(context, '/studies');
    expect(names(context)).toContain('studies.delete');
  });

  it('are done by their keys, not in fields, nor behind a dialog', async () => {
    const { page, router } = await open('/studies/1');
    const [table, faces] = ['table', 'faces'].map((panel) => pageActions().find(({ id }) => id === `panel-${panel}`)!);
    await press(table.key!);
    expect(router.currentRoute.value.query.panel).toBe('table');
    await press('r');
    expect(page.get('dialog').text()).toContain('Rename study');
    await press(faces.key!);
    expect(router.currentRoute.value.query.panel).toBe('table');
    await page.get('dialog button[aria-label=Close]').trigger('click');
    const field = page.get('input[type=search], input.filter, textarea, select');
    field.element.dispatchEvent(new KeyboardEvent('keydown', { key: faces.key, bubbles: true, cancelable: true }));
    await settle();
    expect(router.currentRoute.value.query.panel).toBe('table');
  });

  it('stand in the menu of the head, those that remove last', async () => {
    const { page } = await open('/studies/1');
    await button(page, 'More actions').trigger('click');
    await settle();
    const entries = () => page.findAll('[role=menuitem]').map((item) => item.get('.grown').text());
    const adding = ['Import results', 'Add to this study', 'Published numbers'];
    expect(entries().filter((entry) => adding.includes(entry))).toEqual([]);
    expect(entries().at(-1)).toBe('Delete this study');
    expect(page.findAll('.parted')).toHaveLength(1);
    expect(await accessibilityProblems()).toEqual([]);
    // What joins the study has a menu of its own.
    await button(page, 'More actions').trigger('click');
    await button(page, 'Add').trigger('click');
    await settle();
    expect(entries()).toEqual(adding);
    expect(await accessibilityProblems()).toEqual([]);
  });
});

describe('what lies over a page', () => {
  it.each([
    ['the palette', 'k', { ctrlKey: true }],
    ['the list of keys', '?', {}],
  ])('closes with the page that %s was opened on', async (_, key, more) => {
    const { page, router } = await open('/studies/1');
    await press(key, more);
    expect(page.find('dialog').exists()).toBe(true);
    await router.push('/datasets');
    await settle();
    expect(page.find('dialog').exists()).toBe(false);
  });

  it('is the field of the palette that has the focus, also behind a button of the dialog', async () => {
    const { page } = await open('/studies/1');
    await press('k', { ctrlKey: true });
    expect(document.activeElement).toBe(page.get('dialog input').element);
  });
});
