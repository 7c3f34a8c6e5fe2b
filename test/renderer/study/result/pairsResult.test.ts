// @vitest-environment happy-dom
/** The result of a verification: rates at a fixed false acceptance, the ROC with equal errors, the hardest pairs. */
import { afterEach, expect, it } from 'vitest';
import '../../../../src/renderer/study/StudyView.vue';
import { measureOf } from '../../../../src/core/measures/measures.ts';
import { FALSE_ACCEPTANCE } from '../../../../src/core/measures/curves.ts';
import { eventually } from '../../../support/eventually.ts';
import { fakeResults, fakeStudy } from '../../fakeData.ts';
import { accessibilityProblems, button, mountPage, type MountedPage } from '../../mountPage.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

const plain = fakeStudy(1);
const study = {
  ...plain,
  spec: { ...plain.spec, protocol: { kind: 'pairs' as const, folds: 3, developmentFolds: 1 } },
  measures: [...plain.measures, measureOf('verification-eer')],
};
const { rows } = fakeResults(plain).table;
/** Curves that rise from 20% of the genuine pairs, the later the row the higher. */
const characteristics = () =>
  rows.map(({ label }, r) => ({
    label,
    appearance: plain.methods[0].appearance,
    shape: [3],
    points: FALSE_ACCEPTANCE.map((x) => ({ x, y: 0.2 + 0.05 * r + 0.4 * x })),
  }));
const pair = (probe: number, reference: number, ...names: string[]) => ({ probe, reference, names, value: 'far' });
const wrongPairs = () => ({
  ...{ datasetId: 1, title: 'Wrong pairs', note: 'The farthest first.' },
  groups: [
    {
      heading: 'Accepted',
      pairs: [pair(4, 7, 'anna', 'ben'), pair(4, 8, 'anna', 'carl'), pair(9, 10, 'carl', 'dora')],
    },
    { heading: 'Rejected', pairs: [pair(5, 6, 'carl'), pair(5, 7, 'carl')] },
  ],
});

async function open(): Promise<MountedPage> {
  mounted = await mountPage('/studies/1', { studies: { get: () => study, characteristics, wrongPairs } } as never);
  return mounted;
}

it('lists how many genuine pairs every method rejects at 1% and 0.1% of false acceptance', async () => {
  const { page, fake } = await open();
  await eventually(() => expect(page.find('[aria-label="At a fixed false acceptance"] tbody tr').exists()).toBe(true));
  const table = page.get('[aria-label="At a fixed false acceptance"]');
  expect(table.findAll('thead th').map((head) => head.text())).toEqual(['Method', 'at 1%', 'at 0.1%']);
  const cells = new Map(
    table.findAll('tbody tr').map((row) => [row.get('th').text(), row.findAll('td').map((cell) => cell.text())]),
  );
  expect(cells.size).toBe(rows.length);
  expect(cells.get(rows[0].label)).toEqual(['79.6', '80.0']);
  expect(cells.get(rows[4].label)).toEqual(['59.6', '60.0']);
  expect(table.findAll('.best').map((cell) => cell.text())).toEqual(['59.6', '60.0']);
  const asked = fake.calls.find(({ name }) => name === 'studies.characteristics');
  expect(asked?.input).toMatchObject({ figure: { kind: 'roc', condition: 'k=2' } });
  expect(await accessibilityProblems()).toEqual([]);
});

it('shows the hardest pairs of the best method, no subject twice, and leads to all of them', async () => {
  const { page, router, fake } = await open();
  await eventually(() => expect(page.findAll('[aria-label="Hardest pairs"] li')).toHaveLength(3));
  const section = page.get('[aria-label="Hardest pairs"]');
  const shown = section.findAll('canvas').map((face) => face.attributes('aria-label'));
  expect([...new Set(shown)]).toEqual(['Two images of carl, far', 'anna and ben, far', 'carl and dora, far']);
  const figure = { kind: 'wrong-pairs', label: 'GLRAM', condition: 'k=2', repeat: 1 };
  expect(fake.calls.find(({ name }) => name === 'studies.wrongPairs')?.input).toMatchObject({ figure });
  expect(page.find('[aria-label="Hardest faces"]').exists()).toBe(false);
  await button(page, 'All wrong pairs').trigger('click');
  await eventually(() => expect(router.currentRoute.value.query).toMatchObject({ panel: 'faces', method: 'GLRAM' }));
});
