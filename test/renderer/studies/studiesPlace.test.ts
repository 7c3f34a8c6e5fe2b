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
  mounted = await mountPage('/studies', ...rest);
  return mounted;
}

describe('the place of studies', () => {
  it('says how to begin in an empty workspace, with one place to drop faces and one demo', async () => {
    const { page, router, fake } = await open({ datasets: { list: () => [] } }, same, []);
    expect(page.findAll('ol[aria-label=Steps] h3').map((title) => title.text())).toEqual(['1 Drop', '2 Run', '3 Read']);
    expect(page.get('.drop a.primary').attributes('href')).toBe('/datasets/import');
    expect(page.findAll('.primary')).toHaveLength(1);
    expect(await accessibilityProblems()).toEqual([]);
    await button(page, 'Try it with sample faces').trigger('click');
    await arrived(router, '/studies/1');
    const calls = fake.calls.map(({ name }) => name);
    expect(calls.indexOf('studies.run')).toBeGreaterThan(calls.indexOf('studies.demo'));
  });

  it('says why the demo cannot be made', async () => {
    const refuse = () => {
      throw new Error('the disk is full');
    };
    const { page } = await open({ datasets: { list: () => [] }, studies: { demo: refuse } }, same, []);
    const demo = button(page, 'Try it with sample faces');
    await demo.trigger('click');
    await eventually(() => expect(page.get('.toast').text()).toContain('the disk is full'));
    expect(demo.attributes('disabled')).toBeUndefined();
  });

  it('offers a study of the datasets that there are', async () => {
    const { page } = await open({}, same, []);
    expect(page.text()).toContain('No study yet');
    expect(page.findAll('.primary').map((link) => link.attributes('href'))).toEqual(['/studies/new']);
    expect(page.findAll('.card')).toHaveLength(2);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('shows what runs above, stars first, datasets by their faces', async () => {
    const { page, fake } = await open({}, same, [
      fakeStudy(1, { name: 'Oldest', starred: true }),
      fakeStudy(2, { name: 'At work', state: 'running', cells: { total: 150, done: 30, failed: 0 } }),
      fakeStudy(3, { name: 'Newest' }),
    ]);
    expect(page.find('ol[aria-label=Steps]').exists()).toBe(false);
    expect(page.findAll('tbody a.name').map((link) => link.text())).toEqual(['Oldest', 'Newest']);
    expect(page.get('section.running').text()).toContain('At work');
    await button(page, 'Pause').trigger('click');
    expect(fake.calls).toContainEqual({ name: 'studies.pause', input: { id: 2 } });
    expect(page.findAll('.card .name').map((name) => name.text())).toEqual(['yale', 'orl']);
    const asked = fake.calls.filter(({ name }) => name === 'datasets.thumbnails').map(({ input }) => input);
    expect(asked).toContainEqual({ id: 1, index: [0, 80, 160, 240, 320], maxSide: 56 });
    expect(await accessibilityProblems()).toEqual([]);
  });

  it.each([
    ['/', '/studies'],
    ['/home', '/studies'],
    ['/embedding', '/datasets'],
    ['/embedding?from=2&image=5', '/datasets/2?panel=embedding&image=5'],
    ['/embedding?study=1&method=PCA&shape=12', '/studies/1/model?method=PCA&shape=12&part=latent'],
  ])('is reached from %s, an address of earlier versions, or leads on', async (address, to) => {
    mounted = await mountPage(address);
    expect(mounted.router.currentRoute.value.fullPath).toBe(to);
  });
});
