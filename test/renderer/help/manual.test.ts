// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { manualPages } from '../../../src/core/manual/manualPages.ts';
import { manualImage, manualTarget, manualText } from '../../../src/renderer/help/manualSource.ts';
import { accessibilityProblems, button, mountPage, settle, type MountedPage } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

describe('the manual in the application', () => {
  it('has the text of every page and the pictures', async () => {
    for (const { topic, title } of manualPages) expect(await manualText(topic)).toContain(`# ${title}\n`);
    expect(manualImage('first-study', 'images/audit.png')).toContain('audit');
    expect(manualImage('first-study', 'images/none.png')).toBeNull();
    expect(manualImage('reproduction/rivals', '../images/audit.png')).toContain('audit');
  });

  it('follows links to pages and headings, and none out of it', () => {
    expect(manualTarget('first-study', 'workspace.md#damage')).toMatchObject({
      page: { topic: 'workspace' },
      heading: 'damage',
    });
    expect(manualTarget('reproduction/rivals', '../results.md')).toMatchObject({ page: { topic: 'results' } });
    expect(manualTarget('first-study', '#4-read-the-table')).toMatchObject({ page: { topic: 'first-study' } });
    for (const href of ['../CONTRIBUTING.md', 'https://example.org/results.md', 'javascript:alert(1)']) {
      expect(manualTarget('first-study', href)).toBeNull();
    }
  });

  it('opens from Settings, shows a page as elements, goes to another one and closes', async () => {
    mounted = await mountPage('/settings');
    await eventually(() => button(mounted!.page, 'Manual'));
    await button(mounted.page, 'Manual').trigger('click');
    const heading = (text: string) =>
      eventually(() => expect(document.querySelector('dialog .page h3')?.textContent).toBe(text));
    await heading('A first study, step by step');
    expect(document.querySelector('dialog figcaption')?.textContent).toBe('first.json');
    expect(document.querySelectorAll('dialog .page table, dialog .page pre').length).toBeGreaterThan(3);
    expect(await accessibilityProblems()).toEqual([]);
    await button(mounted.page, 'databases').trigger('click');
    await heading('Databases');
    expect(document.querySelector('dialog nav [aria-current=page]')?.textContent?.trim()).toBe('Databases');
    await button(mounted.page, 'Close').trigger('click');
    await settle();
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('searches the text of all pages and opens the section that is chosen, or by Enter the first one', async () => {
    mounted = await mountPage('/settings');
    await eventually(() => button(mounted!.page, 'Manual'));
    await button(mounted.page, 'Manual').trigger('click');
    await eventually(() => mounted!.page.get('dialog input'));
    const search = mounted.page.get('dialog input');
    const status = () => document.querySelector('dialog nav [role=status]')?.textContent;
    const scrolledTo: string[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolledTo.push(this.id);
    });
    await search.setValue('booktabs packages needs');
    await eventually(() => expect(status()).toMatch(/^\d+ sections?$/));
    expect(document.querySelector('dialog nav li')?.textContent).toContain('booktabs');
    expect(await accessibilityProblems()).toEqual([]);
    await search.setValue('anonymous xylophone');
    expect(status()).toBe('No matches.');
    await search.setValue('OMP_NUM_THREADS');
    await search.trigger('keydown', { key: 'Enter' });
    await eventually(() => expect(document.querySelector('dialog .page h3')?.textContent).toBe('Methods of your own'));
    await eventually(() => expect(scrolledTo).toEqual(['manual-methodjson']));
    await search.setValue('');
    expect(document.querySelectorAll('dialog nav button')).toHaveLength(manualPages.length);
    vi.restoreAllMocks();
  });

  it.each([
    ['/studies/new', 'Which method, protocol, test?'],
    ['/datasets/1', 'Your own images'],
    ['/settings', 'Methods of your own'],
  ])('opens from the head of %s at the page on it', async (address, title) => {
    mounted = await mountPage(address);
    await eventually(() => button(mounted!.page, 'Help on this page'));
    await button(mounted.page, 'Help on this page').trigger('click');
    await eventually(() => expect(document.querySelector('dialog .page h3')?.textContent).toContain(title));
  });
});
