// @vitest-environment happy-dom
/** One form, several datasets: a study of each, and their common page. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeDatasets } from '../fakeData.ts';
import { button, mountPage, settle, type MountedPage } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

let mounted: MountedPage;
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  mounted.page.unmount();
  document.body.innerHTML = '';
});

const names = fakeDatasets.map(({ name }) => name);
const calls = (name: string): string[] =>
  mounted.fake.calls
    .filter((call) => call.name === name)
    .map(({ input }) => (input as { spec: { name: string } }).spec.name);

async function tickSecond(): Promise<void> {
  mounted = await mountPage('/studies/new');
  await button(mounted.page, 'no other dataset').trigger('click');
  const boxes = mounted.page.findAll('.also input');
  expect(boxes.map((box) => box.attributes('value'))).toEqual(names.filter((name) => name !== names[0]));
  await boxes[0].setValue(true);
  await mounted.page.find('.name input').setValue('Both');
  await settle();
}

describe('a study on further datasets', () => {
  it('makes and runs a study of each, and goes to both side by side', async () => {
    await tickSecond();
    await eventually(() => expect(calls('studies.preview')).toContain('Both'));
    await button(mounted.page, 'Run study').trigger('click');
    await eventually(() => expect(mounted.router.currentRoute.value.path).toBe('/studies/compare'));
    expect(calls('studies.create')).toEqual([`Both (${names[0]})`, `Both (${names[1]})`]);
    expect(mounted.fake.calls.filter(({ name }) => name === 'studies.run')).toHaveLength(2);
  });
});
