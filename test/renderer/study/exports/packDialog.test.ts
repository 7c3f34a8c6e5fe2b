// @vitest-environment happy-dom
/** A study is packed on the page: with its images only where they are asked for, and their terms named. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import '../../../../src/renderer/study/StudyView.vue';
import { eventually } from '../../../support/eventually.ts';
import { accessibilityProblems, mountPage, settle, type MountedPage } from '../../mountPage.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

const dialog = (): HTMLElement | null => document.querySelector('dialog');

describe('packing a study', () => {
  it('leaves the images out unless they are asked for, names their terms, and saves the archive', async () => {
    const asked: unknown[] = [];
    const pack = (input: unknown): File => {
      asked.push(input);
      return new File(['x'], 'study.zip');
    };
    mounted = await mountPage('/studies/1', { studies: { pack } });
    const { page } = mounted;
    const button = () => page.findAll('button').find((each) => each.text() === 'Export');
    await eventually(() => expect(button()).toBeDefined());
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:parcel');
    for (const images of [false, true]) {
      await button()!.trigger('click');
      const more = page.findAll('[role=menuitem]').find((each) => each.text() === 'More formats …')!;
      await more.trigger('click');
      await settle();
      const entry = page.findAll('dialog button').find((each) => each.text().includes('Pack the study'))!;
      await entry.trigger('click');
      await settle();
      await eventually(() => expect(dialog()?.textContent).toContain('free for research with credit to'));
      expect(await accessibilityProblems()).toEqual([]);
      if (images) for (const box of dialog()!.querySelectorAll<HTMLInputElement>('[type=checkbox]')) box.click();
      dialog()!.querySelector<HTMLFormElement>('form')!.requestSubmit();
      await eventually(() => expect(dialog()).toBeNull());
    }
    expect(asked).toEqual([
      { id: 1, images: false, predictions: false },
      { id: 1, images: true, predictions: true },
    ]);
    expect(saved).toHaveBeenCalledTimes(2);
    saved.mockRestore();
  });
});
