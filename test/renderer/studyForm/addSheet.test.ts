// @vitest-environment happy-dom
/** The sheet over a study that adds methods, splits and conditions to it. */
import { afterEach, expect, it } from 'vitest';
import '../../../src/renderer/study/StudyView.vue';
import { eventually } from '../../support/eventually.ts';
import type { Overrides } from '../fakeClient.ts';
import { accessibilityProblems, arrived, button, mountPage, settle, type MountedPage } from '../mountPage.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
  sessionStorage.clear();
});

async function openSheet(overrides: Overrides = {}): Promise<MountedPage> {
  mounted = await mountPage('/studies/1', overrides);
  const { page } = mounted;
  await button(page, 'Add').trigger('click');
  await page
    .findAll('[role=menuitem]')
    .find((item) => item.text().startsWith('Add to this study'))!
    .trigger('click');
  await settle();
  return mounted;
}

/** A preview with this number of cells. */
const counted = (cells: number) => ({
  preview: () => ({
    ...{ cells, fits: cells, conditions: [], methods: [], warnings: [], smaller: null, weakDesign: false },
    duplicates: { warning: null, surplus: [] },
    cost: { seconds: 60, methods: [], workers: 2 },
  }),
});

async function repeats(page: MountedPage['page'], text: string): Promise<void> {
  const field = page.findAll('dialog .field').find((each) => each.text().startsWith('Repeats'))!;
  await field.find('input').setValue(text);
}

it('extends the study by repeats and runs what is new, without leaving its page', async () => {
  const { page, fake, router } = await openSheet({ studies: counted(100_000) } as never);
  expect(page.get('dialog h2').text()).toBe('Add to ORL, five methods');
  expect(await accessibilityProblems()).toEqual([]);
  await repeats(page, '12');
  await eventually(() => expect(button(page, 'Add and run').attributes('disabled')).toBeUndefined());
  await button(page, 'Add and run').trigger('click');
  await settle();
  expect(fake.calls.find((call) => call.name === 'studies.extend')?.input).toMatchObject({
    id: 1,
    spec: { name: 'ORL, five methods', protocol: { repeats: 12 } },
  });
  expect(fake.calls.some((call) => call.name === 'studies.run')).toBe(true);
  expect(page.find('dialog').exists()).toBe(false);
  expect(router.currentRoute.value.path).toBe('/studies/1');
});

it('lists the methods that are added, and takes one back', async () => {
  const { page } = await openSheet();
  const labels = () => page.findAll('dialog .method').map((method) => method.text());
  await button(page, 'Add methods').trigger('click');
  const box = page.findAll<HTMLInputElement>('dialog input[type=checkbox]').find(({ element }) => !element.disabled)!;
  await box.setValue(true);
  await button(page, 'Add 1 method').trigger('click');
  expect(labels()).toHaveLength(1);
  await page.get('dialog .method button').trigger('click');
  expect(labels()).toEqual([]);
});

it('adds nothing until there is something, and opens every field with what was entered', async () => {
  const { page, router } = await openSheet({ studies: counted(0) } as never);
  await repeats(page, '13');
  await settle();
  expect(button(page, 'Add and run').attributes('disabled')).toBeDefined();
  await button(page, 'All fields').trigger('click');
  await arrived(router, '/studies/1/add');
  await settle();
  const field = page.findAll('.form .field').find((each) => each.text().startsWith('Repeats'))!;
  expect(field.find<HTMLInputElement>('input').element.value).toBe('13');
});
