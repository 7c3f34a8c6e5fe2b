// @vitest-environment happy-dom
/** The side of a result: the hardest faces, and what limits the claim with the step that mends it. */
import { afterEach, expect, it } from 'vitest';
import '../../../../src/renderer/study/StudyView.vue';
import type { StudyPreview } from '../../../../src/core/contract/studies.ts';
import { eventually } from '../../../support/eventually.ts';
import type { Overrides } from '../../fakeClient.ts';
import { fakeResults, fakeStudy } from '../../fakeData.ts';
import { accessibilityProblems, button, mountPage, type MountedPage } from '../../mountPage.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

function fakeResultsWith(sentence: string): ReturnType<typeof fakeResults> {
  const results = fakeResults(fakeStudy(1));
  return { ...results, table: { ...results.table, essentials: [...results.table.essentials, sentence] } };
}

async function open(overrides: Overrides = {}): Promise<MountedPage> {
  mounted = await mountPage('/studies/1', overrides);
  await eventually(() => expect(mounted!.page.text()).toContain('Before you publish'));
  return mounted;
}

it('shows the verdict that comes with the table, without a further call', async () => {
  const verdict = { headline: 'PCA leads.', sentences: ['PCA leads.', 'GLRAM is undecided.', 'One', 'two.'] };
  const { page, fake } = await open({ studies: { results: () => ({ ...fakeResults(fakeStudy(1)), verdict }) } });
  const shown = page.get('[data-testid="verdict"]');
  expect(shown.get('h2').text()).toBe('PCA leads.');
  expect(
    shown
      .findAll('p')
      .slice(0, 2)
      .map((each) => each.text()),
  ).toEqual(['GLRAM is undecided.', 'One two.']);
  expect(fake.calls.map(({ name }) => name)).not.toContain('studies.verdict');
});

it('shows the hardest image of each subject with the share of its tests that failed', async () => {
  const { page, fake } = await open();
  const section = () => page.get('[aria-label="Hardest faces"]');
  await eventually(() =>
    expect(
      section()
        .findAll('li')
        .map((face) => face.text()),
    ).toEqual(['100%', '88%']),
  );
  expect(section().get('canvas').attributes('aria-label')).toBe('Subject s1: misclassified in 100% of its tests');
  expect(fake.calls.find(({ name }) => name === 'studies.hardest')?.input).toMatchObject({ condition: 'k=2' });
  expect(await accessibilityProblems()).toEqual([]);
});

it('cross-validates in a copy, which it runs and opens, and says how long that takes', async () => {
  const copy = fakeStudy(1);
  const { page, router, fake } = await open({ studies: { create: () => ({ ...copy, id: 1 }) } });
  const row = () =>
    page.findAll('[aria-label="Before you publish"] li').find((each) => each.text().includes('Cross-'))!;
  await eventually(() => expect(row().get('.small.secondary').text()).toMatch(/^about |^a few seconds/));
  await button(page, 'Cross-validate in a copy').trigger('click');
  await eventually(() => expect(fake.calls.map(({ name }) => name)).toContain('studies.run'));
  const created = fake.calls.find(({ name }) => name === 'studies.create')?.input;
  expect(created).toMatchObject({ spec: { selection: { innerSplits: 3 } } });
  expect(router.currentRoute.value.path).toBe('/studies/1');
});

it('adds a row on the pixels to the study itself', async () => {
  const { page, fake } = await open({ studies: { extend: () => fakeStudy(1) } });
  await button(page, 'Add No projection').trigger('click');
  await eventually(() => expect(fake.calls.map(({ name }) => name)).toContain('studies.run'));
  const { methods } = (
    fake.calls.find(({ name }) => name === 'studies.extend')!.input as { spec: { methods: unknown[] } }
  ).spec;
  expect(methods.at(-1)).toEqual({ method: 'none' });
});

it('leaves duplicates out of a copy, and shows that it looks for them', async () => {
  const copies = 'In 2 of 2 splits a test image is also in training (identical images), which is optimistic.';
  const { promise: found, resolve: answer } = Promise.withResolvers<StudyPreview['duplicates']>();
  const { page, fake } = await open({
    studies: {
      results: () => fakeResultsWith(copies),
      preview: async () => ({ cost: { seconds: 1, workers: 1 }, duplicates: await found }),
      create: () => fakeStudy(1),
    },
  });
  await button(page, 'Leave out duplicates').trigger('click');
  await eventually(() => expect(button(page, 'Looking for duplicates …').attributes('disabled')).toBeDefined());
  answer({ warning: copies, surplus: [3, 8] });
  await eventually(() => expect(fake.calls.map(({ name }) => name)).toContain('studies.create'));
  const { spec } = fake.calls.find(({ name }) => name === 'studies.create')!.input as {
    spec: { name: string; subset: { images: number[] } };
  };
  expect(spec.name).toBe(`${fakeStudy(1).name}, without duplicates`);
  expect(spec.subset.images.slice(0, 8)).toEqual([0, 1, 2, 4, 5, 6, 7, 9]);
  expect(fake.calls.map(({ name }) => name)).not.toContain('datasets.audit');
});
