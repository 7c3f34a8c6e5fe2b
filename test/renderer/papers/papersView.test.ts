// @vitest-environment happy-dom
/** The page of the papers: what it says without data, while an experiment runs, and of a result. */
import { afterEach, describe, expect, it } from 'vitest';
import type { PaperEvent, PaperExperiment } from '../../../src/core/contract/papers.ts';
import type { ExperimentRecord } from '../../../src/core/papers/record.ts';
import { resultOf } from '../../../src/core/papers/result.ts';
import { Feed } from '../fakeClient.ts';
import { accessibilityProblems, button, mountPage, settle, type MountedPage } from '../mountPage.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

const ready: PaperExperiment = {
  ...{ id: 'drawn', kind: 'own', paper: 'bilinear-ppca', source: 'Zhao, Yu, Kwok 2012' },
  ...{ paperTitle: 'Bilinear PPCA', item: 'Fig. 2', title: 'Arc lengths', description: 'Draws data.' },
  sizes: { quick: 'two draws', full: 'fifty draws' },
  published: [{ what: 'Error', value: '0.1', where: 'Fig. 2' }],
  rule: 'BPPCA has the lowest error.',
  differences: ['The draws are others.'],
  ...{ state: 'ready', why: null, data: [], results: [] },
};

const lacking: PaperExperiment = {
  ...ready,
  ...{ id: 'lacking', item: 'Table IV', title: 'Faces', state: 'no-data' },
  data: [
    {
      ...{ database: 'xm2vts', title: 'XM2VTS faces, 51 × 55', standIn: false, dataset: null, hash: null },
      ...{ images: 2360, subjects: 295, rows: 51, cols: 55 },
      from: 'XM2VTSDB is licensed by the University of Surrey.',
      importing: 'eigenbench import xm2vts --name xm2vts',
    },
  ],
};

const finished: ExperimentRecord = {
  ...{ experiment: 'drawn', size: 'quick', data: null, at: '2026-01-01T00:00:00Z', seconds: 2, study: null },
  result: resultOf({
    tables: [
      { title: 'Errors', head: ['Method', 'error'], digits: 2, rows: [{ title: 'BPPCA', cells: [{ value: 0.25 }] }] },
    ],
    checks: [{ claim: 'BPPCA is ahead.', kind: 'order', published: 'lowest', found: 'BPPCA 0.25', holds: true }],
    notes: ['Two draws.'],
  }),
  engine: { appVersion: '0.1.0', commit: null, runtime: 'Node 24', kernel: 'TypeScript', random: 'xoshiro' },
  machine: { processor: 'a processor', processors: 2 },
};

/** The page over these experiments; `results` appear once `stored` is set. */
async function open(experiments: readonly PaperExperiment[]) {
  const events = new Feed<PaperEvent>();
  const state = { stored: false };
  const list = () =>
    experiments.map((experiment) =>
      state.stored && experiment.id === 'drawn'
        ? {
            ...experiment,
            results: [
              {
                ...{ size: 'quick', database: null, standIn: false, verdict: 'reproduced' },
                ...{ holds: 1, checks: 1, at: finished.at, seconds: 2 },
              },
            ],
          }
        : experiment,
    );
  // As the server does, which ends the stream of a call that is aborted.
  const run = (_: unknown, { signal }: { signal: AbortSignal }): Feed<PaperEvent> => {
    signal.addEventListener('abort', () => events.end());
    return events;
  };
  mounted = await mountPage('/papers', { papers: { list, run, result: () => finished } });
  return { ...mounted, events, state };
}

const progress = { done: 1, total: 4, failed: 0, rate: null, secondsLeft: null, running: ['repetition 2'] };

describe('the page of the papers', () => {
  it('says of an experiment without data which are missing, from where, and how they are imported', async () => {
    const { page } = await open([lacking]);
    const details = page.get('article');
    expect(details.text()).toContain('XM2VTS faces, 51 × 55 is not in the workspace');
    expect(details.text()).toContain('licensed by the University of Surrey');
    expect(details.get('code').text()).toBe('eigenbench import xm2vts --name xm2vts');
    expect(page.get('[data-id=lacking] .state').text()).toBe('Data not available');
    expect(page.findAll('button').some((one) => one.text().startsWith('Run'))).toBe(false);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('shows the numbers of a paper as a table, and in words what is not in it', async () => {
    const table = {
      head: ['k = 2', 'k = 3'],
      rows: { BPPCA: [[44.6, 10.1] as const, [27.3, 5.4] as const] },
      where: 'Table IV, page 501',
    };
    const published = [
      { what: 'BPPCA', value: '44.6 ± 10.1, 27.3 ± 5.4% at k = 2, 3', where: 'Table IV, page 501' },
      { what: 'Order', value: 'BPPCA is ahead', where: 'page 501' },
    ];
    const { page } = await open([{ ...ready, published, table }]);
    const cells = page.findAll('article table tr').map((row) => row.findAll('th, td').map((cell) => cell.text()));
    expect(cells).toEqual([
      ['Method', 'k = 2', 'k = 3'],
      ['BPPCA', '44.6 ± 10.1', '27.3 ± 5.4'],
    ]);
    expect(page.get('article caption').text()).toBe('Error rate (%), Table IV, page 501');
    expect(page.findAll('article dt').map((term) => term.text())).toEqual(['Order']);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('shows numbers without a deviation as a table, too', async () => {
    const table = {
      head: ['k = 2', 'k = 3'],
      rows: { PCA: [[58.9] as const, [42.2] as const] },
      where: 'Table IV, page 501',
    };
    const { page } = await open([{ ...ready, published: [], table }]);
    expect(page.findAll('article table tbody tr').map((row) => row.text())).toEqual(['PCA58.942.2']);
  });

  it('shows how far a run is, and cancels it', async () => {
    const { page, events, fake } = await open([ready]);
    await button(page, 'Run quick').trigger('click');
    events.push({ kind: 'progress', progress });
    await settle();
    expect(fake.calls).toContainEqual({ name: 'papers.run', input: { id: 'drawn', size: 'quick', database: null } });
    expect(page.get('progress').attributes('aria-label')).toBe('Progress of Arc lengths');
    expect(page.get('article').text()).toContain('repetition 2');
    expect(page.get('[data-id=drawn] .state').text()).toBe('Running');
    expect(await accessibilityProblems()).toEqual([]);
    await button(page, 'Cancel').trigger('click');
    await settle();
    expect(page.find('progress').exists()).toBe(false);
    expect(page.get('.runs').text()).toContain('Cancelled.');
    expect(button(page, 'Run quick').exists()).toBe(true);
  });

  it('shows the verdict, the statements and the table of a finished run', async () => {
    const { page, events, state } = await open([ready]);
    await button(page, 'Run quick').trigger('click');
    state.stored = true;
    events.push({ kind: 'done', record: finished, verdict: 'reproduced' });
    events.end();
    await settle();
    const result = page.get('section.result');
    expect(result.get('.verdict').text()).toBe('Reproduced');
    expect(result.text()).toContain('BPPCA is ahead.');
    expect(result.text()).toContain('0.25');
    expect(page.get('[data-id=drawn] .state').text()).toBe('Reproduced (quick)');
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('says why a run failed', async () => {
    const { page, events } = await open([ready]);
    await button(page, 'Run quick').trigger('click');
    events.push({ kind: 'failed', reason: 'Fit failed: the covariance is singular.' });
    events.end();
    await settle();
    expect(page.get('article [role=alert]').text()).toContain('the covariance is singular');
  });
});
