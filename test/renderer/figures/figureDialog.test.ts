// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultFigureLook } from '../../../src/core/figures/figurePage.ts';
import { choicesOf, lookOf, pageOf, printSize } from '../../../src/renderer/figures/figureChoices.ts';
import { accessibilityProblems, button, mountPage, settle, type MountedPage } from '../mountPage.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
  vi.useRealTimers();
});

/** The dialog of the overview of a study. */
async function opened(figure = defaultFigureLook): Promise<MountedPage> {
  const settings = { get: () => ({ workers: 0, theme: 'system', figure }) };
  mounted = await mountPage('/studies/1?panel=overview', { settings });
  await settle();
  await button(mounted.page, 'Save figure').trigger('click');
  await settle();
  return mounted;
}

const field = ({ page }: MountedPage, label: string) => {
  const found = page.findAll('dialog label').find((entry) => entry.text() === label);
  if (!found) throw new Error(`There is no field "${label}".`);
  return page.get(`[id="${found.attributes('for')}"]`);
};

describe('the dialog of a figure', () => {
  it('shows what the file will be, by the call that the command line makes', async () => {
    const here = await opened();
    const { page, fake } = here;
    const asked = () => fake.calls.filter(({ name }) => name === 'studies.figure').map(({ input }) => input);
    expect(asked().at(-1)).toMatchObject({
      figure: { kind: 'overview' },
      format: 'svg',
      theme: 'light',
      page: { width: 'column' },
    });
    expect(page.get('dialog [role=status]').text()).toBe('84 × 52 mm');
    expect(await accessibilityProblems()).toEqual([]);

    vi.useFakeTimers();
    await field(here, 'Width').setValue('own');
    await field(here, 'Width in mm').setValue('122');
    await field(here, 'Font size in points').setValue('9');
    await vi.advanceTimersByTimeAsync(400);
    expect(asked().at(-1)).toMatchObject({ page: { width: 122, fontSize: 9 } });
  });

  it('begins as the last figure was saved, and remembers how this one is', async () => {
    const last = { ...defaultFigureLook, format: 'tex' as const, page: { ...defaultFigureLook.page, width: 84 } };
    const here = await opened(last);
    const { page, fake } = here;
    expect((field(here, 'Format').element as HTMLSelectElement).value).toBe('tex');
    expect((field(here, 'Width in mm').element as HTMLInputElement).value).toBe('84');
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:figure');
    await field(here, 'Format').setValue('pdf');
    await button(page, 'Save file').trigger('click');
    await settle();
    expect((saved.mock.calls[0][0] as File).name).toBe('study-1-overview.pdf');
    saved.mockRestore();
    expect(fake.calls.find(({ name }) => name === 'settings.set')?.input).toEqual({
      figure: { ...last, format: 'pdf' },
    });
    expect(page.find('dialog').exists()).toBe(false);
  });

  it('says what a field expects, and saves nothing before that', async () => {
    const here = await opened();
    await field(here, 'Width').setValue('column');
    await field(here, 'Font size in points').setValue('5');
    await settle();
    expect(here.page.get('dialog').text()).toContain('Points from 7 to 14.');
    expect(button(here.page, 'Save file').attributes('disabled')).toBeDefined();
  });
});

describe('the choices of a figure', () => {
  it('are those of the page that they come from', () => {
    for (const width of ['screen', 'column', 'page', 100.5] as const) {
      const look = { ...defaultFigureLook, page: { ...defaultFigureLook.page, width } };
      expect(lookOf(choicesOf(look))).toEqual(look);
    }
  });

  it('take two ends of an axis, the lower one first, and do not remember them', () => {
    const choices = choicesOf(defaultFigureLook);
    expect(pageOf({ ...choices, yFrom: '0', yTo: '30,5' })).toMatchObject({
      page: { yRange: [0, 30.5] },
      problems: [],
    });
    expect(lookOf({ ...choices, yFrom: '0', yTo: '30' }).page).not.toHaveProperty('yRange');
    for (const [yFrom, yTo] of [
      ['0', ''],
      ['3', '3'],
      ['a', '4'],
    ]) {
      expect(pageOf({ ...choices, yFrom, yTo }).problems).toEqual([
        { path: 'yTo', message: 'Two numbers, the lower one first; or both empty.' },
      ]);
    }
  });
});

describe('the size of a picture', () => {
  it('is in mm on paper and in pixels on the screen', () => {
    expect(printSize('<svg xmlns="x" width="174mm" height="80.51mm" viewBox="0 0 1 1">')).toBe('174 × 81 mm');
    expect(printSize('<svg xmlns="x" width="600" height="80" viewBox="0 0 1 1">')).toBe('600 × 80 pixels');
  });
});
