// @vitest-environment happy-dom
/** Protocol begins with the methods paragraph, and copies it with its references. */
import { afterEach, expect, it, vi } from 'vitest';
import '../../../src/renderer/study/StudyView.vue';
import { eventually } from '../../support/eventually.ts';
import { accessibilityProblems, button, mountPage, type MountedPage } from '../mountPage.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

it('shows the paragraph, folded, and copies it with its BibTeX; digests have twelve digits', async () => {
  const written: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text));
  const texts: Record<string, string> = {
    methods: 'We compared.',
    'methods-latex': 'We \\emph{compared}.',
    bibtex: '@misc{x}',
  };
  const answer = ({ format }: { format: string }): File => new File([texts[format]], format);
  mounted = await mountPage('/studies/1?panel=protocol', { studies: { export: answer } });
  const { page, fake } = mounted;
  await eventually(() => expect(page.get('blockquote').text()).toBe('We compared.'));
  // What is only shown is not recorded as an export.
  const shown = fake.calls.filter(({ name }) => name === 'studies.export').map(({ input }) => input);
  expect(shown).toEqual([{ id: 1, options: {}, format: 'methods', shown: true }]);
  const read = () => fake.calls.filter(({ name }) => name === 'studies.history').length;
  await eventually(() => expect(read()).toBe(1));
  await button(page, 'Show all').trigger('click');
  expect(page.get('blockquote').classes()).not.toContain('folded');
  await button(page, 'Copy text and references').trigger('click');
  await eventually(() => expect(written).toHaveLength(1));
  expect(written[0]).toBe('We \\emph{compared}.\n\n% References, for the .bib file:\n@misc{x}\n');
  // The history has the export.
  await eventually(() => expect(read()).toBe(2));
  await button(page, '8bebbc10dee9, copy: Images').trigger('click');
  await eventually(() => expect(written).toHaveLength(2));
  expect(button(page, '8bebbc10dee9, copy: Images').text()).toBe('8bebbc10dee9');
  expect(written[1]).toHaveLength(64);
  expect(await accessibilityProblems()).toEqual([]);
});
