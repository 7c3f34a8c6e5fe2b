// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { addressAbove, keyDestination, pages, pagesAbove, railPages } from '../../src/renderer/navigation.ts';
import { keyHelp } from '../../src/renderer/shell/keys.ts';
import { mountPage, settle, type MountedPage } from './mountPage.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

describe('the pages', () => {
  it('have addresses, titles and keys of their own', () => {
    for (const values of [pages.map(({ path }) => path), pages.map(({ title }) => title)]) {
      expect(new Set(values).size).toBe(values.length);
    }
    const keys = pages.flatMap((page) => ('key' in page ? [page.key] : []));
    expect(new Set(keys).size).toBe(keys.length);
    // "g" waits for a second key, so that no page may have it alone.
    expect(keys).not.toContain('g');
  });

  it('are left upwards to their place, by the way that the title line shows', () => {
    expect(addressAbove('add-to-study', 7)).toBe('/studies/7');
    expect(addressAbove('preprocess', 3)).toBe('/datasets/3');
    expect(addressAbove('study', 7)).toBe('/studies');
    for (const { id } of railPages) expect(addressAbove(id)).toBeNull();
    expect(railPages.map(({ title }) => title)).toEqual(['Studies', 'Datasets', 'Papers', 'Settings']);
    expect(pagesAbove('add-to-study').map(({ title }) => title)).toEqual(['Studies', 'Study']);
  });

  it('are reached by their keys', () => {
    expect(keyDestination('gd')).toBe('/datasets');
    expect(keyDestination('g,')).toBe('/settings');
    expect(keyDestination('n')).toBe('/studies/new');
    expect(keyDestination('gx')).toBeUndefined();
  });

  it.each(railPages.map((page) => [page.title, page] as const))(
    '%s has one name in the rail, its heading, the window title, the palette and the help',
    async (title, page) => {
      mounted = await mountPage(page.path);
      expect(mounted.router.currentRoute.value.path).toBe(page.path);
      expect(mounted.page.get('nav.rail [aria-current=page]').text()).toBe(title);
      expect(mounted.page.get('h1').text()).toBe(title);
      expect(document.title).toBe(`${title} – Eigenbench`);
      expect(keyHelp.find(({ keys }) => keys[0] === page.key)?.does).toBe(`Go to ${title}`);
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
      await settle();
      const offered = mounted.page.findAll('dialog [role=option] .title').map((option) => option.text());
      expect(offered).toContain(title);
    },
  );
});
