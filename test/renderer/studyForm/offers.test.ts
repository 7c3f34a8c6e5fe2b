// @vitest-environment happy-dom
/** What the form offers to make a study quicker or sounder. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DatasetSummary } from '../../../src/core/contract/datasets.ts';
import type { StudyPreview } from '../../../src/core/contract/studies.ts';
import { fakeClient } from '../fakeClient.ts';
import { fakeDatasets } from '../fakeData.ts';
import { accessibilityProblems, button, mountPage, settle, type MountedPage } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

let mounted: MountedPage;
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  mounted.page.unmount();
  document.body.innerHTML = '';
});

/** Opens the form on ORL (56 × 46), whose preview has these fields. */
async function open(fields: (before: StudyPreview) => Partial<StudyPreview>, datasets: object = {}): Promise<void> {
  const preview = async (input: never) => {
    const before = await fakeClient().client.studies.preview(input);
    return { ...before, ...fields(before) };
  };
  mounted = await mountPage('/studies/new?dataset=orl', { studies: { preview }, datasets } as never);
  await eventually(() => expect(mounted.page.find('[data-testid="study-time"]').exists()).toBe(true));
}
const long = (share: number) => (before: StudyPreview) => ({
  cost: { ...before.cost, seconds: 600, workers: 1 },
  smaller: { rows: 28, cols: 23, seconds: 600 * share },
});
const dataset = (): string => mounted.page.find<HTMLSelectElement>('.form select').element.value;
const texts = (): string => mounted.page.find('.offers').text();

describe('large images', () => {
  it('are offered smaller, with the time, and made so by one click that can be undone', async () => {
    const small: DatasetSummary = {
      ...fakeDatasets[0],
      id: 7,
      name: 'orl-28x23',
      rows: 28,
      cols: 23,
      hash: 'f'.repeat(64),
    };
    const made: DatasetSummary[] = [];
    await open(long(0.1), {
      list: () => [...fakeDatasets, ...made],
      async *preprocess() {
        made.push(small);
        yield { kind: 'done', report: { dataset: small, problems: [], seconds: 1 } };
      },
    });
    expect(texts()).toContain('At 28 × 23 pixels the study takes about 60 s.');
    expect(await accessibilityProblems()).toEqual([]);
    await button(mounted.page, 'Use 28 × 23').trigger('click');
    await eventually(() => expect(dataset()).toBe('orl-28x23'));
    expect(mounted.fake.calls.find(({ name }) => name === 'datasets.preprocess')?.input).toEqual({
      id: 1,
      name: 'orl-28x23',
      steps: [{ kind: 'resize', rows: 28, cols: 23, filter: 'area' }],
    });
    await button(mounted.page, 'Undo').trigger('click');
    await settle();
    expect(dataset()).toBe('orl');
  });

  it('take the dataset that was made of these images before', async () => {
    const preprocessing = {
      origin: { name: 'orl', hash: fakeDatasets[0].hash },
      steps: ['resize:28x23:area'],
      hash: 'e'.repeat(64),
    };
    const small = { ...fakeDatasets[0], id: 7, name: 'little', hash: 'f'.repeat(64), preprocessing };
    await open(long(0.1), { list: () => [...fakeDatasets, small] });
    await button(mounted.page, 'Use 28 × 23').trigger('click');
    await eventually(() => expect(dataset()).toBe('little'));
    expect(mounted.fake.calls.some(({ name }) => name === 'datasets.preprocess')).toBe(false);
  });

  it('stay where a smaller size saves little', async () => {
    await open(long(0.8));
    expect(texts()).not.toContain('Large images');
  });
});

it('leaves out the duplicates that splits separate, and brings them back', async () => {
  const warning = 'In 9 of 10 splits up to 2 test images are also in training under another name. The dataset …';
  await open(() => ({ warnings: [warning, 'Another.'], duplicates: { warning, surplus: [3, 8] } }));
  expect(texts()).toContain('2 images are duplicates of another. In 9 of 10 splits');
  expect(mounted.page.find('.warnings').text()).toBe('Another.');
  await button(mounted.page, 'Leave out 2 duplicates').trigger('click');
  await settle();
  const input = (call: string) => mounted.fake.calls.find(({ name }) => name === call)?.input;
  expect(input('datasets.exclude')).toEqual({ id: 1, index: [3, 8] });
  await button(mounted.page, 'Undo').trigger('click');
  await settle();
  expect(input('datasets.include')).toMatchObject({ id: 1 });
});
