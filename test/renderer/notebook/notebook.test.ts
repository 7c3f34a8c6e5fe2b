// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { everything, filtered, starsFirst, tagsOf } from '../../../src/renderer/notebook/notebookFilter.ts';
import { historyText } from '../../../src/renderer/notebook/historyText.ts';
import { fakeDatasets, fakeStudy } from '../fakeData.ts';
import { accessibilityProblems, button, mountPage, settle, type MountedPage } from '../mountPage.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
  vi.useRealTimers();
});

const study = (change = {}) => [fakeStudy(1, change)];
async function open(address: string, ...rest: Parameters<typeof mountPage> extends [string, ...infer R] ? R : never) {
  mounted = await mountPage(address, ...rest);
  return mounted;
}
const inputs = ({ fake }: MountedPage, name: string): unknown[] =>
  fake.calls.filter((call) => call.name === name).map(({ input }) => input);
const links = ({ page }: MountedPage): string[] => page.findAll('tbody a.name').map((link) => link.text());
const same = <T>(value: T): T => value;

describe('the notebook of a study', () => {
  it('keeps a note while it is typed, and shows it as it reads', async () => {
    const context = await open('/studies/1?panel=protocol', {}, same, study());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await button(context.page, 'Add a note').trigger('click');
    const field = context.page.get('textarea[aria-label="Note on ORL, five methods"]');
    await field.setValue('**Why** <b>');
    expect(inputs(context, 'studies.annotate')).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    await settle();
    expect(inputs(context, 'studies.annotate')).toEqual([{ id: 1, change: { note: '**Why** <b>' } }]);
    await button(context.page, 'Done').trigger('click');
    await settle();
    expect(inputs(context, 'studies.annotate')).toHaveLength(1);
    expect(context.page.get('.note strong').text()).toBe('Why');
    expect(context.page.get('.note').text()).toBe('Why <b>');
    expect(context.page.find('.note b').exists()).toBe(false);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('keeps what was typed last where the page is left at once', async () => {
    const context = await open('/studies/1?panel=protocol', {}, same, study({ note: 'before' }));
    await button(context.page, 'Edit the note').trigger('click');
    await context.page.get('textarea[aria-label^="Note on"]').setValue('after');
    await context.router.push('/studies');
    await settle();
    expect(inputs(context, 'studies.annotate')).toEqual([{ id: 1, change: { note: 'after' } }]);
  });

  it('says why a note is not kept, and leaves the words in the field', async () => {
    const refuse = () => {
      throw new Error('the disk is full');
    };
    const context = await open('/studies/1?panel=protocol', { studies: { annotate: refuse } }, same, study());
    await button(context.page, 'Add a note').trigger('click');
    await context.page.get('textarea[aria-label^="Note on"]').setValue('words');
    await button(context.page, 'Done').trigger('click');
    await settle();
    expect(context.page.get('.toast').text()).toContain('the disk is full');
    const field = context.page.get('textarea[aria-label^="Note on"]').element as HTMLTextAreaElement;
    expect(field.value).toBe('words');
    expect(context.page.text()).toContain('Not saved');
  });

  it('takes tags, several at once, none twice, and lets go of them', async () => {
    const context = await open('/studies/1?panel=protocol', {}, same, study({ tags: ['paper'] }));
    await button(context.page, 'Tag').trigger('click');
    const field = context.page.get('input[aria-label="New tag"]');
    await field.setValue(' Noise , Paper,k = 2');
    await field.trigger('keydown', { key: 'Enter' });
    await settle();
    await button(context.page, 'Remove tag paper').trigger('click');
    await settle();
    expect(inputs(context, 'studies.annotate')).toEqual([
      { id: 1, change: { tags: ['paper', 'Noise', 'k = 2'] } },
      { id: 1, change: { tags: ['Noise', 'k = 2'] } },
    ]);
  });

  it('tells its history in Protocol', async () => {
    const context = await open('/studies/1', {}, same, study());
    expect(inputs(context, 'studies.history')).toEqual([]);
    await button(context.page, 'Protocol').trigger('click');
    await settle();
    const lines = context.page.findAll('ol[aria-label=History] li span').map((line) => line.text());
    expect(lines).toEqual(['Exported as LaTeX', 'Finished', 'Started', 'Created']);
    expect(await accessibilityProblems()).toEqual([]);
  });
});

describe('lists', () => {
  const three = () => [
    fakeStudy(1, { name: 'Noise', tags: ['noise', 'paper'], starred: true }),
    fakeStudy(2, { name: 'Wavelets', tags: ['paper'], note: 'For *Kyoto*' }),
  ];

  it('are narrowed by stars and by tags, and searched by tags and notes', async () => {
    const context = await open('/studies', {}, same, three());
    await button(context.page, 'paper').trigger('click');
    expect(links(context)).toEqual(['Noise', 'Wavelets']);
    await button(context.page, 'noise').trigger('click');
    expect(links(context)).toEqual(['Noise']);
    await button(context.page, 'noise').trigger('click');
    await button(context.page, 'Starred').trigger('click');
    expect(links(context)).toEqual(['Noise']);
    await button(context.page, 'Starred').trigger('click');
    await context.page.get('input[type=search]').setValue('kyoto');
    expect(links(context)).toEqual(['Wavelets']);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('forget a filter when nothing has it any more', async () => {
    const context = await open('/studies', {}, same, three());
    await button(context.page, 'Starred').trigger('click');
    await button(context.page, 'Star Noise').trigger('click');
    await settle();
    expect(links(context)).toEqual(['Wavelets', 'Noise']);
  });

  it('star datasets', async () => {
    const context = await open('/datasets');
    await button(context.page, 'Star orl').trigger('click');
    await settle();
    expect(inputs(context, 'datasets.annotate')).toEqual([{ id: 1, change: { starred: true } }]);
  });
});

describe('what is in sight', () => {
  const [plain] = fakeDatasets;
  const rows = [
    { ...plain, name: 'a', tags: ['k10', 'k9'] },
    { ...plain, name: 'b', starred: true, tags: ['k9'] },
    { ...plain, name: 'c' },
  ];
  const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);

  it('has every mark that is asked for', () => {
    expect(names(filtered(rows, everything))).toEqual(['a', 'b', 'c']);
    expect(names(filtered(rows, { ...everything, tags: ['k9', 'k10'] }))).toEqual(['a']);
    expect(names(filtered(rows, { ...everything, starred: true, tags: ['k10'] }))).toEqual([]);
  });

  it('has stars first and tags in order', () => {
    expect(names(starsFirst(rows))).toEqual(['b', 'a', 'c']);
    expect(tagsOf(rows)).toEqual(['k9', 'k10']);
  });
});

describe('an entry of the history', () => {
  it('is a sentence', () => {
    expect(historyText({ event: 'stopped', detail: 'the disk is full' })).toBe('Stopped: the disk is full');
    expect(historyText({ event: 'stopped', detail: '' })).toBe('Stopped');
    expect(historyText({ event: 'extended', detail: 'PPCA, 4 more cells' })).toBe('Extended: PPCA, 4 more cells');
    expect(historyText({ event: 'renamed', detail: 'from a to b' })).toBe('Renamed from a to b');
  });
});
