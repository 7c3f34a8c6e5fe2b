// @vitest-environment happy-dom
/** A method from outside and vectors from outside in the form of a study: edited like what the program has itself. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Parameter } from '../../../src/core/methods/method.ts';
import { fakeMethods } from '../fakeData.ts';
import { accessibilityProblems, button, mountPage, settle, unfold, type MountedPage } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

let mounted: MountedPage;
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  mounted.page.unmount();
  document.body.innerHTML = '';
});

const parameters: Parameter[] = [
  { name: 'epochs', title: 'Epochs', help: 'Passes over the images.', kind: 'integer', default: 5, min: 1, max: 99 },
  { name: 'whiten', title: 'Whiten', help: 'One variance for all codes.', kind: 'boolean', default: false },
];
const mine = { ...fakeMethods[0], id: 'none', title: 'Mine', fullName: 'a method of my own', parameters };
const attachment = { source: 'emb.npz', hash: 'a'.repeat(64), length: 512, addedAt: '2026-01-01T00:00:00Z' };
const attachments = () => [
  { name: 'arcface', usable: true, ...attachment },
  { name: 'stale', usable: false, ...attachment },
];

/** A new study begins with the method of that id. */
async function open(): Promise<void> {
  mounted = await mountPage('/studies/new', {
    methods: { list: () => [mine, ...fakeMethods] },
    datasets: { attachments },
  } as never);
}
const field = (label: string, at = 0) =>
  mounted.page.findAll('.field').filter((frame) => frame.text().startsWith(label))[at];
const sent = (): { features?: unknown; methods: Record<string, unknown>[] } => {
  const { calls } = mounted.fake;
  return (calls.filter(({ name }) => name === 'studies.preview').at(-1)!.input as { spec: never }).spec;
};

describe('the form of a study', () => {
  it('offers the vectors of the dataset that fit its images, to the study and to a method of its own', async () => {
    await open();
    await unfold(mounted.page, 'Conditions');
    await button(mounted.page, 'Add a step').trigger('click');
    await field('Step').find('select').setValue('attached');
    const vectors = field('Vectors').find('select');
    expect(vectors.findAll('option').map((option) => option.text())).toEqual(['Choose', 'arcface']);
    await vectors.setValue('arcface');
    await mounted.page.find('.card .toggle').trigger('click');
    await field('Own features').find('input').setValue(true);
    await mounted.page.find('.card .add').trigger('click');
    await field('Step').find('select').setValue('attached');
    await field('Vectors').find('select').setValue('arcface');
    await settle();
    await eventually(() => expect(sent().methods[0]['features']).toEqual(['arcface']));
    expect(sent().features).toEqual(['arcface']);
    expect(await accessibilityProblems()).toEqual([]);
    await field('Own classifier').find('input').setValue(true);
    await field('Distance').find('select').setValue('cosine');
    await eventually(() => expect(sent().methods[0]['classifier']).toEqual({ kind: '1nn', metric: 'cosine' }));
    expect(sent().methods[1]).not.toHaveProperty('classifier');
    expect(await accessibilityProblems()).toEqual([]);
    await field('Own features').find('input').setValue(false);
    await eventually(() => expect(sent().methods[0]).not.toHaveProperty('features'));
  });

  it('has a field for each parameter that a method from outside declares', async () => {
    await open();
    await mounted.page.find('.card .toggle').trigger('click');
    expect(field('Epochs').text()).toContain('Passes over the images. Default 5.');
    await field('Epochs').find('input').setValue('12');
    await field('Whiten').find('input').setValue(true);
    await eventually(() => expect(sent().methods[0]['settings']).toEqual({ epochs: 12, whiten: true }));
    await field('Epochs').find('input').setValue('0');
    await settle();
    expect(field('Epochs').text()).toContain('A whole number from 1 to 99.');
  });
});
