// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StudyDetails } from '../../../../src/core/contract/studies.ts';
import { fakeStudy } from '../../fakeData.ts';
import {
  accessibilityProblems,
  arrived,
  button,
  mountPage,
  settle,
  unfold,
  type MountedPage,
} from '../../mountPage.ts';

let mounted: MountedPage;
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  mounted.page.unmount();
  document.body.innerHTML = '';
});

const name = (): string => (mounted.page.find('.name input').element as HTMLInputElement).value;
const typeName = (text: string): Promise<void> => mounted.page.find('.name input').setValue(text);
async function go(address: string): Promise<void> {
  await mounted.router.push(address);
  await settle();
}
async function at(address: string): Promise<void> {
  await arrived(mounted.router, address);
  await settle();
}

describe('what is typed into the form', () => {
  it('is there again after Escape, the rail and Back, methods and conditions included', async () => {
    mounted = await mountPage('/studies/new');
    const { page, router } = mounted;
    await typeName('My long study');
    await button(page, 'Remove BPPCA').trigger('click');
    await button(page, 'Add noise, occlusion, missing pixels …').trigger('click');
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    await at('/studies');
    router.back();
    await at('/studies/new');
    expect(name()).toBe('My long study');
    expect(page.findAll('.card')).toHaveLength(2);
    expect(page.find('.folds').text()).toContain('3 conditions');
    expect(page.find('header.bar').text()).toContain('Draft kept from before');
    expect(await accessibilityProblems()).toEqual([]);
    await go('/datasets');
    await go('/studies/new');
    expect(name()).toBe('My long study');
  });

  it('can be started again, and taken back once more', async () => {
    mounted = await mountPage('/studies/new');
    const { page } = mounted;
    const before = name();
    await typeName('Left');
    expect(page.text()).not.toContain('Draft kept from before');
    await go('/datasets');
    await go('/studies/new');
    await button(page, 'Discard').trigger('click');
    expect(name()).toBe(before);
    expect(page.text()).not.toContain('Draft kept from before');
    await button(page, 'Undo').trigger('click');
    expect(name()).toBe('Left');
    expect(page.text()).toContain('Draft kept from before');
  });

  it('belongs to its address: a duplicate and an addition have drafts of their own', async () => {
    mounted = await mountPage('/studies/new');
    await typeName('Fresh');
    await go('/studies/1/add');
    expect(mounted.page.find('nav.trail').text()).toContain('ORL, five methods');
    expect(mounted.page.text()).not.toContain('Draft kept');
    await go('/studies/new');
    await go('/studies/new?from=1');
    expect(name()).toBe('ORL, five methods (copy)');
    await go('/studies/new');
    expect(name()).toBe('Fresh');
  });

  it('waits for the study that it begins with, which would overwrite it', async () => {
    let answer!: (study: StudyDetails) => void;
    const reading = new Promise<StudyDetails>((resolve) => (answer = resolve));
    mounted = await mountPage('/studies/new?from=1', { studies: { get: () => reading } });
    expect(mounted.page.find('.form').exists()).toBe(false);
    expect(mounted.page.text()).toContain('Loading the study');
    answer(fakeStudy(1));
    await settle();
    expect(name()).toBe('ORL, five methods (copy)');
  });

  it('is discarded by a button, which can be undone', async () => {
    mounted = await mountPage('/studies/new');
    const { page } = mounted;
    const before = name();
    await typeName('Tried out');
    await go('/studies');
    await go('/studies/new');
    await button(page, 'Discard').trigger('click');
    expect(name()).toBe(before);
    expect(page.text()).not.toContain('Draft kept');
    await button(page, 'Undo').trigger('click');
    await settle();
    expect(name()).toBe('Tried out');
    await button(page, 'Discard').trigger('click');
    await go('/studies');
    await go('/studies/new');
    expect(name()).toBe(before);
  });

  it('is kept no longer once it is a study', async () => {
    mounted = await mountPage('/studies/new');
    const before = name();
    await typeName('Saved');
    await button(mounted.page, 'Save').trigger('click');
    await at('/studies/2');
    expect(mounted.fake.calls.some((call) => call.name === 'studies.create')).toBe(true);
    await go('/studies/new');
    expect(name()).toBe(before);
  });

  it('says where the storage of the session has no room', async () => {
    mounted = await mountPage('/studies/new');
    const full = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => {}, setItem: full });
    await typeName('Too large');
    window.dispatchEvent(new Event('pagehide'));
    await settle();
    expect(mounted.page.text()).toContain('Draft too large to keep');
  });
});

it('asks for split files only once something wants them', async () => {
  mounted = await mountPage('/studies/new');
  const { page } = mounted;
  await unfold(page, 'Splits');
  const splits = page.findAll('.field').find((field) => field.text().startsWith('Splits'));
  await splits!.find('select').setValue('explicit');
  expect(page.text()).not.toContain('Choose split files.');
  await button(page, 'Run study').trigger('click');
  await settle();
  expect(page.text()).toContain('Choose split files.');
});
