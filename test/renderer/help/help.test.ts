// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { classifiers } from '../../../src/core/classify/classifiers/registry.ts';
import { comparisonParameters } from '../../../src/core/compare/comparison.ts';
import { helpCards } from '../../../src/renderer/help/cards.ts';
import { choiceCard } from '../../../src/renderer/stores/help.ts';
import { fakeMethods } from '../fakeData.ts';
import { accessibilityProblems, button, mountPage, settle, type MountedPage, unfold } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

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
  return eventually(() => {
    const dialog = document.querySelector('dialog');
    expect(dialog?.querySelector('.card, .about')).toBeTruthy();
    return dialog!;
  });
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

  it('has the cards that declarations name for the values of their parameters', () => {
    const keys = new Set(helpCards(fakeMethods).map(({ key }) => key));
    const named = [...comparisonParameters(), ...classifiers.flatMap(({ parameters }) => parameters)].flatMap(
      (parameter) =>
        parameter.kind === 'choice' && parameter.cards
          ? parameter.choices.map(({ value }) => `${parameter.cards} ${value}`)
          : [],
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((key) => !keys.has(key))).toEqual([]);
    expect(keys).toContain(choiceCard('Protocols', 'random'));
  });

  it('opens the card of what a field of the form has', async () => {
    mounted = await mountPage('/studies/new');
    for (const part of ['Splits', 'Tests']) await eventually(() => unfold(mounted!.page, part));
    await eventually(() => button(mounted!.page, 'Help on Test'));
    for (const [field, title] of [
      ['Splits', /random/i],
      ['Test', /^Corrected resampled t/],
    ] as const) {
      await button(mounted.page, `Help on ${field}`).trigger('click');
      await eventually(() => expect(document.querySelector('dialog .card h3')?.textContent).toMatch(title));
      await button(mounted.page, 'Close').trigger('click');
    }
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
