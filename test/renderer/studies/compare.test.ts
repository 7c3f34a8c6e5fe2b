// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { fakeSpec, fakeStudy } from '../fakeData.ts';
import { accessibilityProblems, button, choose, mountPage, settle, type MountedPage } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

const studies = () => [
  fakeStudy(1),
  fakeStudy(2, {}, { ...fakeSpec, name: 'Other seed', seed: 7, methods: [{ method: 'pca' }, { method: 'glram' }] }),
  fakeStudy(3, {}, { ...fakeSpec, name: 'The same again' }),
];
async function open(address: string, ...rest: Parameters<typeof mountPage> extends [string, ...infer R] ? R : never) {
  mounted = await mountPage(address, ...rest);
  return mounted;
}
const same = <T>(value: T): T => value;
const rows = ({ page }: MountedPage, table: number): string[][] =>
  page
    .findAll('table')
    .at(table)!
    .findAll('tbody tr')
    .map((row) => row.findAll('th, td').map((cell) => cell.text().replace(/\s+/g, ' ')));

describe('the comparison of studies', () => {
  it('begins with studies that are ticked in the list', async () => {
    const context = await open('/studies', {}, same, studies());
    const { page, router } = context;
    expect(page.text()).not.toContain('Tick another study');
    await page.get('input[aria-label="Choose Other seed"]').setValue(true);
    expect(button(page, 'Tick another study to compare').attributes('disabled')).toBeDefined();
    await page.get('input[aria-label="Choose ORL, five methods"]').setValue(true);
    expect(await accessibilityProblems()).toEqual([]);
    await button(page, 'Compare 2 studies').trigger('click');
    await eventually(() => expect(router.currentRoute.value.fullPath).toBe('/studies/compare?study=2,1'));
    await settle();
    expect(page.get('h1').text()).toBe('Compare studies');
  });

  it('shows the choices that differ, the others when asked for, and what is shared', async () => {
    const context = await open('/studies/compare?study=1,2', {}, same, studies());
    expect(rows(context, -1).map(([title]) => title)).toEqual(['Seed', 'Methods']);
    expect(rows(context, -1)[0]).toEqual(['Seed', '1', '7']);
    await context.page.get('input[type=checkbox]').setValue(true);
    expect(rows(context, -1).length).toBeGreaterThan(8);
    const shared = rows(context, 1);
    expect(shared.map(([label, condition]) => `${label}, ${condition}`)).toEqual([
      'PCA, k = 2',
      'PCA, k = 3',
      'PCA, k = 4',
      'GLRAM, k = 2',
      'GLRAM, k = 3',
      'GLRAM, k = 4',
    ]);
    // What all differences of a study rest on stands in its head.
    expect(context.page.findAll('.basis').map((basis) => basis.text())).toContain('same splits, other seed');
    expect(shared[0][3]).not.toContain('same splits');
    // The answer comes first.
    expect(context.page.find('.headline').text()).toMatch(/ranks best in both studies\.$/);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('shows the overview of each study in small, and none of one without results', async () => {
    const fresh = fakeStudy(4, { cells: { total: 150, done: 0, failed: 0 } }, { ...fakeSpec, name: 'Not run' });
    const { page } = await open('/studies/compare?study=1,2,4', {}, same, [...studies(), fresh]);
    await eventually(() => expect(page.findAll('svg.miniature')).toHaveLength(2));
    const named = page.findAll('tr:has(svg.miniature)').map((row) => row.get('a').text());
    expect(named).toEqual(['ORL, five methods', 'Other seed']);
  });

  it('says that studies chose the same throughout', async () => {
    const context = await open('/studies/compare?study=1,3', {}, same, studies());
    expect(context.page.text()).toContain('None: the studies have identical settings.');
    expect(context.page.text()).toContain('±0.00 pp');
  });

  it('takes studies in and out, by its address', async () => {
    const { page, router } = await open('/studies/compare?study=1,2,99,x', {}, same, studies());
    await button(page, 'Remove Other seed from the comparison').trigger('click');
    await settle();
    expect(page.text()).toContain('Only one study is chosen');
    await page.get('select[aria-label="Add a study"]').setValue('3');
    await settle();
    expect(router.currentRoute.value.fullPath).toBe('/studies/compare?study=1,99,3');
    expect(page.text()).toContain('Shared methods');
  });

  it('ranks the methods over the studies, by condition or by dataset', async () => {
    const { page, fake } = await open('/studies/compare?study=1,2', {}, same, studies());
    const asked = () => fake.calls.filter(({ name }) => name === 'studies.ranks').map(({ input }) => input);
    await eventually(() => expect(page.find('img[alt^="Average ranks: "]').exists()).toBe(true));
    expect(page.text()).toContain('Friedman: χ² = ');
    expect(asked()[0]).toMatchObject({ ids: [1, 2], per: 'condition', alpha: fakeStudy(1).spec.comparison.alpha });
    expect(await accessibilityProblems()).toEqual([]);
    await choose(page, 'Over', 'Datasets');
    await eventually(() => expect(asked().at(-1)).toMatchObject({ ids: [1, 2], per: 'dataset' }));
  });

  it('is where the ranks of a study lead, which are over its own columns', async () => {
    const { page, router, fake } = await open('/studies/1?panel=ranks', {}, same, studies());
    await eventually(() => expect(page.text()).toContain('Friedman: χ² = '));
    const [asked] = fake.calls.filter(({ name }) => name === 'studies.ranks').map(({ input }) => input);
    expect(asked).toMatchObject({ ids: [1], per: 'condition' });
    expect(page.findAll('[role=tabpanel] input[type=checkbox]')).toEqual([]);
    const link = page.findAll('a').find((entry) => entry.text() === 'Rank over several studies')!;
    await link.trigger('click');
    await eventually(() => expect(router.currentRoute.value.fullPath).toBe('/studies/compare?study=1'));
  });

  it('says what it is for where nothing is chosen', async () => {
    const { page } = await open('/studies/compare', {}, same, studies());
    expect(page.text()).toContain('No study chosen');
    expect(await accessibilityProblems()).toEqual([]);
  });
});
