// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { helpCards } from '../../../src/renderer/help/cards.ts';
import { fakeMethods } from '../fakeData.ts';
import { accessibilityProblems, button, mountPage, settle, type MountedPage } from '../mountPage.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

/** Opens the palette, types and takes the first that is left; the help loads when it is first asked for. */
async function command(words: string): Promise<HTMLDialogElement> {
  mounted = await mountPage('/settings');
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }));
  await settle();
  const field = mounted.page.get('dialog input');
  await field.setValue(words);
  await field.trigger('keydown', { key: 'Enter' });
  return vi.waitFor(() => {
    const dialog = document.querySelector('dialog');
    expect(dialog?.querySelector('.card, .about')).toBeTruthy();
    return dialog!;
  }, 20_000);
}

describe('help in place', () => {
  it('has one card for each choice, each with a title and a sentence', () => {
    const cards = helpCards(fakeMethods);
    expect(new Set(cards.map(({ key }) => key)).size).toBe(cards.length);
    expect(cards.filter(({ title, sentence }) => title === '' || sentence === '').map(({ key }) => key)).toEqual([]);
    expect([...new Set(cards.map(({ group }) => group))]).toEqual([
      'Methods',
      'Protocols',
      'Classifiers',
      'Metrics',
      'Tests',
      'Corrections',
      'Measures',
    ]);
  });

  it('opens the card of a method from the palette, and another by a search', async () => {
    const dialog = await command('Help: GLRAM');
    const card = dialog.querySelector('.card')!;
    expect(card.textContent).toContain('Generalised low rank approximations of matrices');
    await mounted!.page.get('dialog input[type=search]').setValue('cosine');
    expect(card.querySelector('h3')?.textContent).toMatch(/cosine/i);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('says about the program how it is cited, and closes', async () => {
    const dialog = await command('About Eigenbench');
    expect(dialog.textContent).toContain('@misc{eigenbench');
    expect(await accessibilityProblems()).toEqual([]);
    await button(mounted!.page, 'Close').trigger('click');
    expect(document.querySelector('dialog')).toBeNull();
  });
});
