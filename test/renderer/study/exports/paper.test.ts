// @vitest-environment happy-dom
/** What a paper says of a study is copied in the parts that are ticked, for LaTeX, Typst, Word or Markdown. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../../../src/renderer/study/StudyView.vue';
import { pastedTable } from '../../../../src/renderer/study/exports/paperParts.ts';
import { eventually } from '../../../support/eventually.ts';
import { fakeResults, fakeStudy } from '../../fakeData.ts';
import { accessibilityProblems, button, mountPage, settle, type MountedPage } from '../../mountPage.ts';

let mounted: MountedPage | null = null;
let written: Record<string, string>[] = [];
const texts: Record<string, string> = {
  latex: '\\begin{table}\n',
  'methods-latex': 'We compared PCA~\\cite{turk1991}.\n',
  typst: '#figure()\n',
  'methods-typst': 'We compared PCA~#cite(<turk1991>).\n',
  bibtex: '@article{turk1991}\n',
  html: '<html><body><h1>study</h1><table><tr><td class="best">1.0</td></tr></table></body></html>',
  text: 'PCA 1.0\n',
  methods: 'We compared PCA [@turk1991].\n',
  references: '[turk1991] Turk: Eigenfaces.\n',
};

beforeEach(() => {
  localStorage.clear();
  written = [];
  const read = async (items: ClipboardItem[]): Promise<void> => {
    const [item] = items;
    const entries = item.types.map(async (type) => [type, await (await item.getType(type)).text()] as const);
    written.push(Object.fromEntries(await Promise.all(entries)));
  };
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(read);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    written.push({ 'text/plain': text });
  });
});

afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

async function open(): Promise<MountedPage> {
  const answer = ({ format }: { format: string }): File => new File([texts[format]], format);
  const verdict = { headline: 'PCA leads.', sentences: ['PCA leads by 50% at k = 2.'] };
  const results = () => ({ ...fakeResults(fakeStudy(1)), verdict });
  mounted = await mountPage('/studies/1', { studies: { export: answer, results } });
  await eventually(() => expect(button(mounted!.page, 'Copy for the paper').exists()).toBe(true));
  await button(mounted.page, 'Copy for the paper').trigger('click');
  await settle();
  return mounted;
}

const dialog = (): HTMLElement => document.querySelector<HTMLElement>('dialog')!;
const boxes = (): HTMLInputElement[] => [...dialog().querySelectorAll<HTMLInputElement>('[type=checkbox]')];
async function press(): Promise<void> {
  dialog().querySelector<HTMLFormElement>('form')!.requestSubmit();
  await eventually(() => expect(document.querySelector('dialog')).toBeNull());
}

describe('copy for the paper', () => {
  it('copies result, table, methods and references as LaTeX at first', async () => {
    await open();
    expect(dialog().textContent).toContain('PCA leads by 50% at k = 2.');
    expect(await accessibilityProblems()).toEqual([]);
    await press();
    expect(written).toEqual([
      {
        'text/plain':
          'PCA leads by 50\\% at $k = 2$.\n\n\\begin{table}\n\nWe compared PCA~\\cite{turk1991}.\n\n' +
          '% References, for the .bib file:\n@article{turk1991}\n',
      },
    ]);
  });

  it('gives Typst its own table and paragraph, and the references in a comment', async () => {
    await open();
    dialog().querySelector<HTMLInputElement>('[value=typst]')!.click();
    await settle();
    expect(boxes()).toHaveLength(4);
    await press();
    expect(written[0]['text/plain']).toBe(
      'PCA leads by 50% at $k = 2$.\n\n#figure()\n\nWe compared PCA~#cite(<turk1991>).\n\n' +
        '/* For references.bib, which #bibliography("references.bib") reads:\n@article{turk1991}\n*/\n',
    );
  });

  it('remembers markup and parts, and gives a word processor text with its markup', async () => {
    await open();
    dialog().querySelector<HTMLInputElement>('[value=word]')!.click();
    await settle();
    const [, , , , references] = boxes();
    references.click();
    await settle();
    await press();
    expect(written[0]['text/plain']).toBe('PCA leads by 50% at k = 2.\n\nPCA 1.0\n\nWe compared PCA [@turk1991].\n');
    expect(written[0]['text/html']).toContain('<td class="best" style="padding: 2pt');
    expect(written[0]['text/html']).toContain('<p>We compared PCA [turk1991].</p>');

    mounted!.page.unmount();
    await open();
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, false, true, false]);
    expect(button(mounted!.page, 'Copy 3 parts').exists()).toBe(true);
  });

  it('has no figure in Markdown, and copies nothing without a part', async () => {
    await open();
    dialog().querySelector<HTMLInputElement>('[value=markdown]')!.click();
    await settle();
    expect(boxes()).toHaveLength(4);
    for (const box of boxes()) box.click();
    await settle();
    expect(button(mounted!.page, 'Copy 0 parts').attributes('disabled')).toBeDefined();
  });
});

it('a pasted table has its rules and bold in its elements', () => {
  const table = pastedTable(texts.html);
  expect(table).not.toContain('<h1>');
  expect(table).toContain('font-weight: bold');
  expect(table).toContain('border-top: 1.5pt solid');
});
