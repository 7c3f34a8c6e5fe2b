// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accessibilityProblems, button, mountPage, settle, type MountedPage } from '../mountPage.ts';

let mounted: MountedPage;
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  mounted.page.unmount();
  document.body.innerHTML = '';
});

const labels = (): (string | undefined)[] =>
  mounted.page.findAll('[aria-label^="Condition "] canvas').map((canvas) => canvas.attributes('aria-label'));

it('shows the first face of the dataset under every condition, and follows the parameters', async () => {
  mounted = await mountPage('/studies/new');
  const { page } = mounted;
  await button(page, 'Add noise, occlusion, missing pixels …').trigger('click');
  await settle();
  const name = (title: string): string => `First image of the dataset, ${title}`;
  // Nothing comes into sight here: they are drawn once the whole page is asked for.
  expect(labels()).toEqual([]);
  window.dispatchEvent(new Event('beforeprint'));
  await settle();
  expect(labels()).toEqual([name('as it is'), name('noise σ = 10 (test)'), name('noise σ = 20 (test)')]);
  const sigma = page.findAll('.field').find((field) => field.text().startsWith('Standard deviation'))!;
  await sigma.find('input').setValue('40');
  expect(labels()).toEqual([name('as it is'), name('noise σ = 40 (test)')]);
  await sigma.find('input').setValue('forty');
  expect(labels()).toEqual([name('as it is')]);
  expect(await accessibilityProblems()).toEqual([]);
});
