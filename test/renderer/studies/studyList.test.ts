// @vitest-environment happy-dom
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeDatasets, fakeStudy } from '../fakeData.ts';
import { accessibilityProblems, button, fromMenu, mountPage, settle, type MountedPage } from '../mountPage.ts';
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

const three = () => [
  { ...fakeStudy(1), name: 'As published', dataset: 'orl' },
  { ...fakeStudy(2), name: 'Noise', dataset: 'yale' },
  { ...fakeStudy(3, { state: 'ready', cells: { total: 150, done: 0, failed: 0 } }), name: 'Wavelets', dataset: 'orl' },
];
const same = (connection: Parameters<NonNullable<Parameters<typeof mountPage>[2]>>[0]) => connection;
const links = ({ page }: MountedPage): string[] => page.findAll('tbody a.name').map((link) => link.text());
const inputs = ({ fake }: MountedPage, name: string) =>
  fake.calls.filter((call) => call.name === name).map(({ input }) => input);

/** Whether everything in the window is in sight, or nothing. */
function inSight(isIntersecting: boolean): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly observe: () => void;
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.observe = () => tell([{ isIntersecting }]);
      }
      disconnect(): void {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

describe('the list of studies', () => {
  it('shows the result of each study in words, and how to run one that has not begun or was paused', async () => {
    inSight(true);
    const paused = fakeStudy(4, { name: 'Halted', state: 'stopped', cells: { total: 150, done: 12, failed: 0 } });
    const failed = fakeStudy(5, { name: 'Failing', cells: { total: 150, done: 150, failed: 4 } });
    const context = await open('/studies', {}, same, [...three(), paused, failed]);
    const texts = () => context.page.findAll('tbody tr').map((row) => row.text());
    await eventually(() => expect(texts()[0]).toMatch(/lowest error rate.*4 of 150 cells failed/));
    const [, fourth, third, second] = texts();
    expect(fourth).toContain('Paused at 12 of 150 cells');
    expect(third).toContain('Not started, 150 cells');
    expect(second).toContain('lowest error rate');
    expect(second).not.toContain('Finished');
    await button(context.page, 'Resume').trigger('click');
    await settle();
    expect(inputs(context, 'studies.run')).toEqual([{ id: 4 }]);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('reads the results of the rows in sight alone, and shows the first until all are asked for', async () => {
    inSight(false);
    const many = Array.from({ length: 20 }, (_, n) => fakeStudy(n + 1, { name: `Study ${n + 1}` }));
    const context = await open('/studies', {}, same, many);
    expect(links(context)).toHaveLength(15);
    expect(inputs(context, 'studies.highlights')).toEqual([]);
    await button(context.page, 'Show all 20 studies').trigger('click');
    expect(links(context)).toHaveLength(20);
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
    expect(context.page.get('section [role=status]').text()).toBe('1 of 3 studies');
    await field.setValue('zebra');
    expect(context.page.text()).toContain('No study matches “zebra”.');
  });

  it('stands in groups by dataset', async () => {
    const context = await open('/studies', {}, same, three());
    await context.page.get('.check input').setValue(true);
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
