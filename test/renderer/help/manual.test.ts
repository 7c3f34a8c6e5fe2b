// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { manualPages } from '../../../src/core/manual/manualPages.ts';
import { searchManual } from '../../../src/core/manual/search.ts';
import { commandTree } from '../../../src/main/cli/commandTree.ts';
import { createProgram } from '../../../src/main/cli/program.ts';
import { helpTopics, pageHelpOf, pageHelpText } from '../../../src/renderer/help/pageHelp.ts';
import { manualImage, manualSections, manualTarget, manualText } from '../../../src/renderer/help/manualSource.ts';
import { pages } from '../../../src/renderer/navigation.ts';
import { pageTopic } from '../../../src/renderer/stores/help.ts';
import { panels } from '../../../src/renderer/study/panels.ts';
import { accessibilityProblems, button, mountPage, settle, type MountedPage } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

describe('the help on pages', () => {
  it('is of every page and every panel, and of no other', () => {
    const known = new Set<string>(pages.map(({ id }) => id));
    const helped = helpTopics().map(({ topic }) => topic.split('/').slice(1));
    expect(new Set(helped.map(([page]) => page))).toEqual(known);
    const ofStudy = helped.filter(([page]) => page === 'study').map(([, panel]) => panel);
    expect(ofStudy).toEqual(panels.map(({ value }) => value));
    expect(pageHelpOf(pageTopic('study'))?.title).toBe('Study: Result');
    expect(pageHelpOf(pageTopic('study', 'nonsense'))?.title).toBe('Study: Result');
    expect(pageHelpOf(pageTopic('nowhere'))).toBeNull();
  });

  it('says what is on it and what comes next, leads to the manual, and names commands that there are', async () => {
    const known = commandTree(await createProgram()).map(({ path }) => path.join(' '));
    for (const { topic, title } of helpTopics()) {
      const text = pageHelpText(topic);
      expect(text, topic).toContain(`# ${title}\n`);
      expect(text, topic).toContain('\n## Next\n');
      for (const [, href] of text.matchAll(/\]\((.*?)\)/g)) expect(manualTarget(topic, href), href).not.toBeNull();
      for (const [, line] of text.matchAll(/^eigenbench (.+)$/gm)) {
        expect(
          known.filter((name) => name !== '' && `${line} `.startsWith(`${name} `)),
          line,
        ).not.toEqual([]);
      }
    }
  });

  it('comes first in the search: "significance" finds the marks of the page', async () => {
    const sections = await manualSections();
    for (const panel of ['result', 'table']) {
      const [first, second] = searchManual(sections, 'significance', pageTopic('study', panel));
      expect(first.section).toMatchObject({ topic: pageTopic('study', panel), heading: 'Marks and significance' });
      expect(second.section.topic).not.toBe('reference/commands');
    }
  });

  it('begins with the page, leads on to the manual, and keeps commands in a fold', async () => {
    mounted = await mountPage('/studies/1?panel=table');
    await eventually(() => button(mounted!.page, 'Help on this page'));
    await button(mounted.page, 'Help on this page').trigger('click');
    const dialog = await eventually(() => mounted!.page.get('dialog'));
    await eventually(() => expect(dialog.find('nav [aria-current=page]').text()).toBe('Study: Table'));
    await eventually(() => expect(dialog.find('.page table').text()).toContain('Significantly worse than the best'));
    expect(dialog.get('.page details').attributes('open')).toBeUndefined();
    expect(dialog.get('.page summary').text()).toBe('On the command line');
    expect(await accessibilityProblems()).toEqual([]);
    await dialog.get('.page .link').trigger('click');
    await eventually(() => expect(dialog.get('.page h3').text()).toBe('Results and figures'));
  });
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
    ['/studies/new', 'New study'],
    ['/datasets/1?panel=about', 'Dataset: About'],
    ['/studies/1?panel=table', 'Study: Table'],
    ['/studies/1', 'Study: Result'],
    ['/settings', 'Settings'],
  ])('opens from the head of %s at the help on the page or panel', async (address, title) => {
    mounted = await mountPage(address);
    await eventually(() => button(mounted!.page, 'Help on this page'));
    await button(mounted.page, 'Help on this page').trigger('click');
    await eventually(() => expect(document.querySelector('dialog .page h3')?.textContent).toContain(title));
  });
});
