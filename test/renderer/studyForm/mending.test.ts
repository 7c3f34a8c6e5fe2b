// @vitest-environment happy-dom
/** What the form says of a study as a whole, and what mends it. */
import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeClient } from '../fakeClient.ts';
import { button, mountPage, settle, type MountedPage } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

let mounted: MountedPage;
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  mounted.page.unmount();
  document.body.innerHTML = '';
});

const counts = () =>
  mounted.page
    .findAll('.field')
    .find((field) => field.text().startsWith('Training images'))!
    .find('input');

describe('the size of a study', () => {
  it('mends a design that shows large differences only by the counts that a study begins with', async () => {
    const preview = async (input: never) => ({
      ...(await fakeClient().client.studies.preview(input)),
      warnings: ['At k = 2, 20 repeats show only large differences.'],
      weakDesign: true,
    });
    mounted = await mountPage('/studies/new', { studies: { preview } } as never);
    await eventually(() => expect(mounted.page.text()).toContain('show only large differences'));
    const start = counts().element.value;
    expect(() => button(mounted.page, `Use k = ${start}`)).toThrow('There is no button');
    await counts().setValue('2');
    await eventually(() => button(mounted.page, `Use k = ${start}`));
    await button(mounted.page, `Use k = ${start}`).trigger('click');
    expect(counts().element.value).toBe(start);
  });

  it('folds what a warning says beyond its first sentence, and adds counts to a study that keeps its own', async () => {
    const preview = async (input: never) => ({
      ...(await fakeClient().client.studies.preview(input)),
      warnings: ['The test finds only differences above 4.2 percentage points. That is with 80% power.'],
      weakDesign: true,
    });
    mounted = await mountPage('/studies/1/add', { studies: { preview } } as never);
    await eventually(() => expect(mounted.page.find('.warnings').exists()).toBe(true));
    const warning = mounted.page.find('.warnings li');
    expect(warning.find('details').attributes('open')).toBeUndefined();
    expect(warning.find('details').text()).toContain('That is with 80% power.');
    const before = counts().element.value;
    const mend = mounted.page.find('button.mend');
    const added = /^Add k = (.+)$/.exec(mend.text())![1];
    await mend.trigger('click');
    expect(counts().element.value).toBe(`${before}, ${added}`);
    await eventually(() => expect(mounted.page.find('button.mend').exists()).toBe(false));
  });

  it('tells a time only where cells are to be computed', async () => {
    const time = () => mounted.page.find('[data-testid="study-time"]');
    mounted = await mountPage('/studies/1/add', {});
    await eventually(() => expect(mounted.page.text()).toContain('0 cells to add'));
    expect(mounted.page.text()).toContain('Nothing to add yet.');
    expect(time().exists()).toBe(false);
    mounted.page.unmount();
    mounted = await mountPage('/studies/new', {});
    await eventually(() => expect(time().exists()).toBe(true));
  });

  it('is where Run study leads with a problem of no field', async () => {
    const preview = () => {
      const problems = [{ path: '', message: 'Nothing of this fits.' }];
      throw new ORPCError('INVALID', { status: 422, message: 'Nothing of this fits.', data: { problems } });
    };
    mounted = await mountPage('/studies/new', { studies: { preview } } as never);
    await eventually(() => expect(mounted.page.text()).toContain('Nothing of this fits.'));
    await button(mounted.page, 'Run study').trigger('click');
    await settle();
    expect(document.activeElement?.id).toBe('study-problems');
    expect(document.activeElement?.textContent).toContain('Nothing of this fits.');
  });
});
