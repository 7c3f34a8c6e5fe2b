// @vitest-environment happy-dom
/** The side of a result: the hardest faces, and what limits the claim with the step that mends it. */
import { afterEach, expect, it } from 'vitest';
import '../../../../src/renderer/study/StudyView.vue';
import { eventually } from '../../../support/eventually.ts';
import { auditEvents, type Overrides } from '../../fakeClient.ts';
import { fakeAudit, fakeResults, fakeStudy } from '../../fakeData.ts';
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

it('leaves duplicates out of a copy by the audit of the dataset', async () => {
  const copies = 'In 2 of 2 splits a test image is also in training (identical images), which is optimistic.';
  const { page, fake } = await open({
    studies: {
      results: () => fakeResultsWith(copies),
      create: () => fakeStudy(1),
    },
    datasets: { audit: () => auditEvents(fakeAudit) },
  });
  await button(page, 'Leave out duplicates').trigger('click');
  await eventually(() => expect(fake.calls.map(({ name }) => name)).toContain('studies.create'));
  const { spec } = fake.calls.find(({ name }) => name === 'studies.create')!.input as {
    spec: { subset: { images: number[] } };
  };
  const [{ images }] = fakeAudit.exact;
  expect(spec.subset.images).toContain(images[0]);
  for (const other of images.slice(1)) expect(spec.subset.images).not.toContain(other);
});
