// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { fakeStudy } from '../fakeData.ts';
import { accessibilityProblems, arrived, button, mountPage, type MountedPage } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});
const same = <T>(value: T): T => value;
async function open(...rest: Parameters<typeof mountPage> extends [string, ...infer R] ? R : never) {
  mounted = await mountPage('/', ...rest);
  return mounted;
}

describe('Home', () => {
  it('says how to begin where there is nothing, with the demo', async () => {
    const { page, router, fake } = await open({ datasets: { list: () => [] } }, same, []);
    expect(page.findAll('ol[aria-label=Steps] h3').map((title) => title.text())).toEqual([
      'Import faces',
      'Set up a study',
      'Look around',
    ]);
    expect(page.get('figure img').attributes('alt')).toContain('three methods on the ORL faces');
    expect(decodeURIComponent(page.get('figure img').attributes('src')!)).toContain('2DPCA');
    expect(page.text()).toContain('drop a folder');
    expect(await accessibilityProblems()).toEqual([]);
    await button(page, 'Try the demo').trigger('click');
    await arrived(router, '/studies/1');
    const calls = fake.calls.map(({ name }) => name);
    expect(calls.indexOf('studies.run')).toBeGreaterThan(calls.indexOf('studies.demo'));
  });

  it('says why the demo cannot be made', async () => {
    const refuse = () => {
      throw new Error('the disk is full');
    };
    const { page } = await open({ studies: { demo: refuse } }, same, []);
    await button(page, 'Try the demo').trigger('click');
    await eventually(() => expect(page.get('.toast').text()).toContain('the disk is full'));
    expect(button(page, 'Try the demo').attributes('disabled')).toBeUndefined();
  });

  it('is a desk: what runs, stars first, datasets by their faces', async () => {
    const { page, fake } = await open({}, same, [
      fakeStudy(1, { name: 'Oldest', starred: true }),
      fakeStudy(2, { name: 'At work', state: 'running', cells: { total: 150, done: 30, failed: 0 } }),
      fakeStudy(3, { name: 'Newest' }),
    ]);
    expect(page.find('ol[aria-label=Steps]').exists()).toBe(false);
    expect(page.findAll('tbody a.name').map((link) => link.text())).toEqual(['Oldest', 'Newest', 'At work']);
    expect(page.get('.active').text()).toContain('At work');
    expect(page.findAll('.card .name').map((name) => name.text())).toEqual(['yale', 'orl']);
    const asked = fake.calls.filter(({ name }) => name === 'datasets.thumbnails').map(({ input }) => input);
    expect(asked).toContainEqual({ id: 1, index: [0, 80, 160, 240, 320], maxSide: 56 });
    expect(button(page, 'Try the demo').exists()).toBe(true);
    expect(await accessibilityProblems()).toEqual([]);
  });
});
