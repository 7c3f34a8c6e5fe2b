// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDatasets, fakeStudy } from '../fakeData.ts';
import { accessibilityProblems, button, fromMenu, mountPage, settle, type MountedPage } from '../mountPage.ts';

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

const three = () => [
  { ...fakeStudy(1), name: 'As published', dataset: 'orl' },
  { ...fakeStudy(2), name: 'Noise', dataset: 'yale' },
  { ...fakeStudy(3, { state: 'ready', cells: { total: 150, done: 0, failed: 0 } }), name: 'Wavelets', dataset: 'orl' },
];
const same = (connection: Parameters<NonNullable<Parameters<typeof mountPage>[2]>>[0]) => connection;
const links = ({ page }: MountedPage): string[] => page.findAll('tbody a.name').map((link) => link.text());
const inputs = ({ fake }: MountedPage, name: string) =>
  fake.calls.filter((call) => call.name === name).map(({ input }) => input);

describe('the list of studies', () => {
  it('shows the best method of each study, and nothing for one that has not begun', async () => {
    const context = await open('/studies', {}, same, three());
    const [wavelets, noise] = context.page.findAll('tbody tr');
    expect(wavelets.text()).toContain('–');
    expect(noise.text()).toMatch(/\d+\.\d\d ± \d+\.\d\d/);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('is sorted by its heads, the newest first until then', async () => {
    const context = await open('/studies', {}, same, three());
    expect(links(context)).toEqual(['Wavelets', 'Noise', 'As published']);
    await button(context.page, 'Study').trigger('click');
    expect(links(context)).toEqual(['As published', 'Noise', 'Wavelets']);
    expect(context.page.find('th[aria-sort=ascending]').text()).toBe('Study');
  });

  it('is searched, and says when nothing is found', async () => {
    const context = await open('/studies', {}, same, three());
    const field = context.page.get('input[type=search]');
    await field.setValue('yale');
    expect(links(context)).toEqual(['Noise']);
    expect(context.page.get('[role=search]').text()).toBe('1 of 3');
    await field.setValue('zebra');
    expect(context.page.text()).toContain('No study matches “zebra”.');
  });

  it('stands in groups by dataset', async () => {
    const context = await open('/studies', {}, same, three());
    await context.page.get('input[type=checkbox]').setValue(true);
    expect(context.page.findAll('th[scope=rowgroup]').map((head) => head.text())).toEqual([
      'orl 2 studies',
      'yale 1 study',
    ]);
    expect(links(context)).toEqual(['Wavelets', 'As published', 'Noise']);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('renames a study, and takes the name back', async () => {
    const context = await open('/studies', {}, same, three());
    await fromMenu(context.page, 'Rename', 'Actions for Noise');
    await context.page.find('dialog input').setValue(' Noise of 20 ');
    await context.page.find('dialog form').trigger('submit');
    await settle();
    expect(links(context)).toContain('Noise of 20');
    await button(context.page, 'Undo').trigger('click');
    await settle();
    expect(inputs(context, 'studies.rename')).toEqual([
      { id: 2, name: 'Noise of 20' },
      { id: 2, name: 'Noise' },
    ]);
  });

  it('deletes a study without a question, and takes that back', async () => {
    const context = await open('/studies', {}, same, three());
    await fromMenu(context.page, 'Delete', 'Actions for Noise');
    await settle();
    expect(links(context)).toEqual(['Wavelets', 'As published']);
    await button(context.page, 'Undo').trigger('click');
    await settle();
    expect(links(context)).toEqual(['Wavelets', 'Noise', 'As published']);
  });

  it('says why a study cannot be deleted', async () => {
    const refuse = () => {
      throw new Error('"Noise" is running; cancel it first.');
    };
    const context = await open('/studies', { studies: { delete: refuse } }, same, three());
    await fromMenu(context.page, 'Delete', 'Actions for Noise');
    await settle();
    expect(context.page.find('.toast').text()).toContain('is running');
    expect(links(context)).toHaveLength(3);
  });
});

describe('the list of datasets', () => {
  it('is sorted and searched', async () => {
    const context = await open('/datasets');
    const names = fakeDatasets.map(({ name }) => name);
    const sorted = names.toSorted((a, b) => a.localeCompare(b, 'en'));
    await button(context.page, 'Dataset').trigger('click');
    expect(links(context)).toEqual(sorted);
    await button(context.page, 'Dataset').trigger('click');
    expect(links(context)).toEqual(sorted.toReversed());
    await context.page.get('input[type=search]').setValue(names[1]);
    expect(links(context)).toContain(names[1]);
    expect(links(context).length).toBeLessThan(names.length);
  });
});
