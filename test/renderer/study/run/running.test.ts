// @vitest-environment happy-dom
/** A study that runs: the state of every cell, and the end told by the browser where that is wanted. */
import { afterEach, expect, it, vi } from 'vitest';
import '../../../../src/renderer/study/StudyView.vue';
import type { StudyEvent } from '../../../../src/core/contract/studies.ts';
import { commonMeans } from '../../../../src/renderer/study/run/commonMeans.ts';
import { cellRows } from '../../../../src/renderer/study/run/cellGrid.ts';
import { eventually } from '../../../support/eventually.ts';
import { fakeResults, fakeStudy } from '../../fakeData.ts';
import { accessibilityProblems, mountPage, settle, type MountedPage } from '../../mountPage.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const running = fakeStudy(1, { state: 'running', cells: { total: 150, done: 30, failed: 1 } });
const whole = fakeResults(running);
/** The first three repeats of every method; one of PPCA failed. */
const begun = {
  ...whole,
  failed: [{ label: 'PPCA', condition: 'k=2', repeat: 2, reason: 'singular' }],
  table: {
    ...whole.table,
    done: 44,
    total: 150,
    rows: whole.table.rows.map((row) => ({
      ...row,
      entries: row.entries.map((entry, c) => {
        const kept = row.label === 'PPCA' && c === 0 ? [0, 2] : [0, 1, 2];
        const of = <T>(list: readonly T[]): T[] => kept.map((at) => list[at]);
        return { ...entry, values: of(entry.values), repeats: of(entry.repeats), pending: entry.planned - 3 };
      }),
    })),
  },
};

it('knows the state of every cell', () => {
  const now = ['PCA, k = 2, repeat 4', 'PPCA, k = 3, repeat 10 at (5): iteration 12', '2DPCA, k = 2, repeat 10'];
  const [first, second] = cellRows(begun.table, begun.failed, now);
  const of = (group: typeof first, label: string) => group.rows.find((row) => row.label === label)!.cells;
  const rest = (length: number) => Array.from({ length }, () => 'waiting');
  expect(of(first, 'PCA')).toEqual(['finished', 'finished', 'finished', 'computing', ...rest(6)]);
  expect(of(first, 'PPCA')).toEqual(['finished', 'failed', 'finished', ...rest(7)]);
  // Repeat 10, not repeat 1.
  expect(of(second, 'PPCA')).toEqual(['finished', 'finished', 'finished', ...rest(6), 'computing']);
  expect(of(second, '2DPCA')).toEqual(['finished', 'finished', 'finished', ...rest(7)]);
});

it('takes means over the repeats that all methods with results have', () => {
  const place = { condition: 0, selection: 'oracle' as const };
  const { means, repeats } = commonMeans(begun.table, place);
  expect(repeats).toBe(2);
  begun.table.rows.forEach((row, r) => {
    const { values } = row.entries[0];
    // PPCA lacks the second repeat.
    expect(means[r]).toBeCloseTo((values[0] + values.at(-1)!) / 2);
  });
  const [first, ...others] = begun.table.rows;
  const [entry, ...entries] = first.entries;
  const waits = { ...first, entries: [{ ...entry, values: [], repeats: [] }, ...entries] };
  const later = commonMeans({ ...begun.table, rows: [waits, ...others] }, place);
  expect([later.means[0], later.repeats]).toEqual([null, 2]);
});

const progress = { done: 44, total: 150, failed: 1, rate: 2, secondsLeft: 30, running: ['PCA, k = 2, repeat 4'] };
const event = { state: 'running' as const, progress, revision: 2, pausing: false, fault: null };

/** `end` ends the run. */
async function open(): Promise<MountedPage & { readonly end: () => void }> {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  async function* watch(): AsyncGenerator<StudyEvent> {
    yield event;
    await ended;
    yield { ...event, state: 'finished', progress: { ...progress, done: 149, running: [] }, revision: 3 };
  }
  const studies = { get: () => running, results: () => begun, watch };
  mounted = await mountPage('/studies/1', { studies } as never, undefined, [running]);
  await settle();
  return { ...mounted, end };
}

it('draws the cells in words and squares beside what is known so far', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly observe: () => void;
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.observe = () => tell([{ isIntersecting: true }]);
      }
      disconnect(): void {}
    },
  );
  const { page } = await open();
  await eventually(() => expect(page.find('[aria-label=Cells]').exists()).toBe(true));
  const rows = page.findAll('[aria-label=Cells] td svg').map((row) => row.attributes('aria-label'));
  expect(rows).toHaveLength(15);
  const { means } = commonMeans(begun.table, { condition: 0, selection: 'oracle' });
  const shown = page.findAll('[data-testid=overview] tbody tr').map((row) => row.find('.shade').text());
  expect(shown).toEqual(means.map((mean) => mean!.toFixed(1)));
  expect(rows[0]).toBe('PCA, k = 2: 3 finished, 1 computing, 6 waiting');
  expect(rows[1]).toBe('PPCA, k = 2: 2 finished, 1 failed, 7 waiting');
  expect(page.findAll('[aria-label=Cells] td .computing')).toHaveLength(1);
  expect(await accessibilityProblems()).toEqual([]);
});

it('tells the end by a notification of the browser where that is wanted', async () => {
  const told: unknown[] = [];
  class Notifications {
    static permission = 'default';
    static requestPermission = async () => (Notifications.permission = 'granted');
    constructor(title: string, { body }: { body: string }) {
      told.push([title, body]);
    }
  }
  vi.stubGlobal('Notification', Notifications);
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  const { page, fake, end } = await open();
  const box = page.find<HTMLInputElement>('.tell input');
  await box.setValue(true);
  await eventually(() => expect(fake.calls.filter(({ name }) => name === 'studies.watch')).toHaveLength(2));
  end();
  await eventually(() => expect(told).toEqual([['ORL, five methods', 'Finished, but 1 of 150 cells failed.']]));
});

it('says where the browser does not allow it', async () => {
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'denied';
    },
  );
  const { page } = await open();
  const box = page.find<HTMLInputElement>('.tell input');
  await box.setValue(true);
  await settle();
  expect(box.element.checked).toBe(false);
});
