// @vitest-environment happy-dom
import type { VueWrapper } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuditEvent } from '../../src/core/contract/audits.ts';
import { auditEvents, fakeClient, Feed } from './fakeClient.ts';
import { fakeAudit, fakeDatasets } from './fakeData.ts';
import SubjectGallery from '../../src/renderer/faces/SubjectGallery.vue';
import { eventually } from '../support/eventually.ts';
import { useLastImport } from '../../src/renderer/stores/lastImport.ts';
import { accessibilityProblems, arrived, button, fromMenu, mountPage, settle, type MountedPage } from './mountPage.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  vi.useRealTimers();
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

async function open(...parameters: Parameters<typeof mountPage>): Promise<MountedPage> {
  mounted = await mountPage(...parameters);
  return mounted;
}

async function press(page: VueWrapper, name: string): Promise<void> {
  await button(page, name).trigger('click');
  await settle();
}

/** What was asked of the engine under this name. */
function inputs({ fake }: MountedPage, name: string): unknown[] {
  return fake.calls.filter((call) => call.name === name).map(({ input }) => input);
}

describe('the panels of a dataset', () => {
  it.each(['/datasets/1?panel=audit', '/datasets/1?panel=means', '/datasets/1?panel=about', '/datasets/1/preprocess'])(
    '%s has no accessibility problem',
    async (address) => {
      const { page } = await open(address);
      expect(page.findAll('h1')).toHaveLength(1);
      expect(await accessibilityProblems()).toEqual([]);
    },
  );

  it('copies the whole SHA-256', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { page } = await open('/datasets/1?panel=about');
    await press(page, 'Copy SHA-256');
    expect(writeText).toHaveBeenCalledWith(fakeDatasets[0].hash);
    writeText.mockRestore();
  });

  it('names the studies that use the dataset, with the way to each', async () => {
    const { page } = await open('/datasets/1?panel=about');
    await eventually(() => expect(page.find('.users').exists()).toBe(true));
    const links = page.findAll('.users a').map((link) => [link.text(), link.attributes('href')]);
    expect(links[0]).toEqual(['ORL, five methods', '/studies/1']);
    mounted!.page.unmount();
    const other = await open('/datasets/2?panel=about');
    await eventually(() => expect(other.page.find('dl.facts').text()).toContain('Used byno study'));
  });

  it('counts the images that match the filter and shows all again', async () => {
    const { page } = await open('/datasets/1');
    const amount = () => page.find('[role=search] [role=status]').text();
    expect(amount()).toBe('');
    await page.find('[role=search] input').setValue('s4');
    expect(amount()).toBe('20 images of 2 subjects');
    await page.find('[role=search] select').setValue('1');
    expect(amount()).toBe('10 images of 2 subjects');
    await page.find('[role=search] input').setValue('nobody');
    expect(page.text()).toContain('No image has this subject and these attributes.');
    await press(page, 'Show all images');
    expect(amount()).toBe('');
  });

  it('selects images by arrow keys, shows their facts, and closes them', async () => {
    const { page } = await open('/datasets/1');
    const list = page.find('[role=listbox]');
    for (const key of ['ArrowRight', 'End', 'ArrowLeft']) await list.trigger('keydown', { key });
    await settle();
    const details = page.find('[aria-label="Selected image"]');
    expect(details.text()).toContain('s40/9.pgm');
    expect(details.text()).toContain('session');
    await details.get('[aria-label=Close]').trigger('click');
    expect(page.find('[aria-label="Selected image"]').exists()).toBe(false);
    expect(page.find('aside').exists()).toBe(false);
  });

  it('goes from panel to panel by address', async () => {
    const { page, router } = await open('/datasets/1');
    await press(page, 'About');
    expect(router.currentRoute.value.fullPath).toBe('/datasets/1?panel=about');
    expect(page.text()).toContain(fakeDatasets[0].source);
  });
});

describe('the audit of a dataset', () => {
  const answer = (page: VueWrapper): string => page.get('.answer').text();
  const row = (page: VueWrapper, title: string) => page.find(`[aria-label="${title}"]`);

  it('leads the page with one sentence, and has a row per finding', async () => {
    const { page } = await open('/datasets/1?panel=audit');
    expect(page.find('[role=tab][aria-selected=true]').text()).toBe('Images');
    expect(answer(page)).toBe('400 images of 40 subjects, 10 each. Four things to check.');
    expect(row(page, '2 pairs of identical images').text()).toContain('at least one label is wrong');
    expect(row(page, '1 pair of nearly identical images').exists()).toBe(true);
    expect(row(page, '1 picture that may be cropped twice').exists()).toBe(true);
    expect(row(page, '1 image seems truncated').exists()).toBe(true);
    expect(row(page, 'Subjects have different numbers of images').text()).toContain('10 each, except s4 with 9.');
    expect(row(page, 'Nothing else').text()).toContain('No blank image, no odd size.');
  });

  it('marks the images of findings, and only these', async () => {
    const { page } = await open('/datasets/1');
    const marks = page.getComponent(SubjectGallery).props('marks')!;
    expect([...marks.keys()].sort((a, b) => a - b)).toEqual([3, 4, 7, 15, 20, 21, 30, 50, 51]);
    expect(marks.get(7)).toEqual({ look: 'questioned', title: '2 pairs of identical images' });
  });

  it('reports quick findings first, and then near-duplicates', async () => {
    const search = new Feed<AuditEvent>();
    const near = { ...fakeAudit.near, count: 0, pairs: [] };
    const { page } = await open('/datasets/1', {
      datasets: {
        audit: (input: { near?: null }) => (input.near === null ? auditEvents({ ...fakeAudit, near }) : search),
      },
    });
    expect(answer(page)).toContain('Three things to check.');
    expect(row(page, 'Searching for near-duplicates').exists()).toBe(true);
    expect(row(page, 'Nothing else').exists()).toBe(false);
    search.push({
      kind: 'progress',
      progress: { done: 40, total: 100, failed: 0, rate: null, secondsLeft: 3, running: ['Auditing orl'] },
    });
    await settle();
    expect(page.find('progress[aria-label="Audit"]').attributes('value')).toBe('0.4');
    search.push({ kind: 'done', audit: fakeAudit });
    await settle();
    expect(answer(page)).toContain('Four things to check.');
    expect(row(page, 'Searching for near-duplicates').exists()).toBe(false);
  });

  it('does not call a dataset clean before the search has ended', async () => {
    const search = new Feed<AuditEvent>();
    const counts = { ...fakeAudit.counts, least: 10, unusual: [] };
    const clean = { ...fakeAudit, exact: [], truncated: [], counts };
    const quick = { near: { searched: false, threshold: null, count: 0, pairs: [] } };
    const recropped = { searched: false, threshold: null, pairs: [], skipped: [] };
    const { page } = await open('/datasets/1', {
      datasets: {
        audit: (input: { near?: null }) =>
          input.near === null ? auditEvents({ ...clean, ...quick, recropped }) : search,
      },
    });
    expect(answer(page)).toBe('400 images of 40 subjects, 10 each.');
    const near = { searched: true, threshold: 0.999, count: 0, pairs: [] };
    search.push({ kind: 'done', audit: { ...clean, near, recropped: { ...recropped, searched: true } } });
    await settle();
    expect(answer(page)).toBe('400 images of 40 subjects, 10 each. Nothing to check.');
    expect(row(page, 'Nothing to check').text()).toContain('no near-duplicates');
  });

  it('is cancelled by a click, keeps its findings, and can begin again', async () => {
    const signals: AbortSignal[] = [];
    const { page } = await open('/datasets/1', {
      datasets: {
        audit: ({ near }: { near?: null }, { signal }: { signal: AbortSignal }) => {
          signals.push(signal);
          return near === null ? auditEvents(fakeAudit) : new Feed<AuditEvent>();
        },
      },
    });
    await press(page, 'Cancel');
    expect(signals.at(-1)?.aborted).toBe(true);
    expect(row(page, 'The search for near-duplicates was cancelled').exists()).toBe(true);
    expect(row(page, '2 pairs of identical images').exists()).toBe(true);
    expect(page.find('[role=alert]').exists()).toBe(false);
    await press(page, 'Audit again');
    expect(row(page, 'Searching for near-duplicates').exists()).toBe(true);
  });

  it('says why it failed', async () => {
    const { page } = await open('/datasets/1', {
      datasets: {
        audit: async function* (): AsyncGenerator<AuditEvent> {
          yield { kind: 'failed', reason: 'eyes.txt names no image of the dataset.' };
        },
      },
    });
    expect(page.find('[role=alert]').text()).toContain('eyes.txt names no image of the dataset.');
  });

  it('searches very many images for near-duplicates on demand only', async () => {
    const context = await open('/datasets/1', {
      datasets: { get: () => ({ ...fakeDatasets[0], count: 100_000, bySubject: [], excludedImages: [] }) },
    });
    expect(inputs(context, 'datasets.audit')).toEqual([{ id: 1, near: null }]);
    await press(context.page, 'Search for near-duplicates');
    expect(inputs(context, 'datasets.audit').at(-1)).toEqual({ id: 1 });
  });

  it('lists what was checked, and searches again by another correlation', async () => {
    const context = await open('/datasets/1');
    const { page } = context;
    await press(page, 'What was checked');
    const checks = page.get('.checks');
    expect(checks.text()).toContain('correlation of at least 0.999');
    expect(checks.text()).toContain('10 each, except s4 with 9');
    expect(await accessibilityProblems()).toEqual([]);
    const field = checks.get('input');
    await field.setValue('0.5');
    expect(button(page, 'Search again').attributes('disabled')).toBeDefined();
    await field.setValue('0.95');
    await checks.get('form').trigger('submit');
    await settle();
    expect(inputs(context, 'datasets.audit').at(-1)).toEqual({ id: 1, near: 0.95 });
  });

  it('unfolds all images of a finding, and shows one among the others', async () => {
    const { page } = await open('/datasets/1');
    const finding = row(page, '2 pairs of identical images');
    await finding
      .findAll('button')
      .find((entry) => entry.text() === 'Show all')!
      .trigger('click');
    await settle();
    expect(await accessibilityProblems()).toEqual([]);
    await press(page, 'Show s2/6.pgm among the images');
    expect(page.get('[aria-label="Selected image"]').text()).toContain('s2/6.pgm');
  });

  it('leaves out one image by a click and restores it by undo', async () => {
    let excluded: { key: number; file: string; subject: string }[] = [];
    const summary = () => ({ ...fakeDatasets[0], excluded: excluded.length, hash: `${excluded.length}` });
    const context = await open('/datasets/1', {
      datasets: {
        get: () => ({ ...summary(), bySubject: [], excludedImages: excluded }),
        exclude: () => {
          excluded = [{ key: 8, file: 's1/8.pgm', subject: 's1' }];
          return summary();
        },
        include: () => {
          excluded = [];
          return summary();
        },
      },
    });
    const { page } = context;
    await press(page, 'Show all');
    await press(page, 'Leave out s1/8.pgm');
    expect(inputs(context, 'datasets.exclude')).toEqual([{ id: 1, index: [7] }]);
    expect(row(page, '1 image left out').exists()).toBe(true);
    // The same indices denote other images now: the dataset is audited again.
    expect(inputs(context, 'datasets.audit').length).toBeGreaterThan(2);
    expect(page.find('[role=status] .toast').text()).toContain('Left out 1 image');
    await press(page, 'Undo');
    expect(inputs(context, 'datasets.include')).toEqual([{ id: 1, keys: [8] }]);
    expect(row(page, '1 image left out').exists()).toBe(false);
  });

  it('leaves out all but the first of each group', async () => {
    const context = await open('/datasets/1');
    await press(context.page, 'Leave out 2 duplicates');
    expect(inputs(context, 'datasets.exclude')).toEqual([{ id: 1, index: [7, 15] }]);
  });

  it('says why an image cannot be left out', async () => {
    const { page } = await open('/datasets/1', {
      datasets: {
        exclude: () => {
          throw new Error('"orl" cannot be changed: the study "A" uses it.');
        },
      },
    });
    await press(page, 'Leave out 2 duplicates');
    expect(page.find('.toast').text()).toContain('the study "A" uses it');
  });

  it('names a file that is not in the dataset with the reason', async () => {
    const { page } = await open('/datasets/2');
    expect(answer(page)).toBe('164 images of 15 subjects, 10 or 11 each. Five things to check.');
    expect(row(page, '1 file is not in the dataset').text()).toContain(
      'subject04.sad.gif: The file ends before the image does.',
    );
  });

  it('shows what the last import decided, and the command that repeats it, until it is closed', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { page } = await open('/datasets/1');
    const command = 'eigenbench import orl.mat --labels gnd --pixels column-major';
    const decided = '400 images of 40 subjects by `gnd`; pixels stacked by columns, judged from the pictures.';
    const report = { dataset: fakeDatasets[0], problems: [], seconds: 1.5, decided, command };
    useLastImport().keep([{ id: 1, report, faces: null }], '');
    await settle();
    const imported = row(page, 'Imported orl in 1.5 s');
    expect(imported.text()).toContain(decided);
    expect(page.text()).toContain('imported in 1.5 s, 20 Nov 2026, from “orl”');
    await press(page, 'Copy command');
    expect(writeText).toHaveBeenCalledWith(command);
    await imported.get('[aria-label=Close]').trigger('click');
    expect(row(page, 'Imported orl in 1.5 s').exists()).toBe(false);
    writeText.mockRestore();
  });
});

describe('what is done to a dataset', () => {
  it('renames, and takes the name back', async () => {
    const context = await open('/datasets/1');
    await fromMenu(context.page, 'Rename this dataset');
    await context.page.find('dialog input').setValue(' faces ');
    await context.page.find('dialog form').trigger('submit');
    await settle();
    await press(context.page, 'Undo');
    expect(inputs(context, 'datasets.rename')).toEqual([
      { id: 1, name: 'faces' },
      { id: 1, name: 'orl' },
    ]);
  });

  it('deletes without a question, and takes that back', async () => {
    const context = await open('/datasets/1');
    await fromMenu(context.page, 'Delete this dataset');
    await arrived(context.router, '/datasets');
    await press(context.page, 'Undo');
    expect(inputs(context, 'datasets.delete')).toEqual([{ id: 1 }]);
    expect(inputs(context, 'datasets.restore')).toEqual([{ id: 1 }]);
  });

  it('keeps the page where a deletion is refused', async () => {
    const { page, router } = await open('/datasets/1', {
      datasets: {
        delete: () => {
          throw new Error('"orl" cannot be deleted: the study "A" uses it.');
        },
      },
    });
    await fromMenu(page, 'Delete this dataset');
    expect(router.currentRoute.value.path).toBe('/datasets/1');
    expect(page.find('.toast').text()).toContain('cannot be deleted');
  });
});

describe('preprocessing', () => {
  it('goes back to the dataset by Escape', async () => {
    const { router } = await open('/datasets/2/preprocess');
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    await arrived(router, '/datasets/2');
  });

  it('shows images before and after and names a field that is not valid', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const context = await open('/datasets/1/preprocess');
    const { page } = context;
    expect(page.find('[aria-label="s1/1.pgm after"]').exists()).toBe(true);
    expect(page.text()).toContain('its eyes are not known');
    const marks = page.findAll('.marked .mark').map((mark) => mark.attributes('style'));
    expect(marks).toEqual(['left: 30%; top: 40%;', 'left: 70%; top: 40%;']);
    const asked = inputs(context, 'datasets.previewSteps').length;
    const rows = page.find('.steps input');
    await rows.setValue('0');
    await vi.advanceTimersByTimeAsync(1000);
    expect(page.find('.steps [role=alert]').exists()).toBe(true);
    expect(inputs(context, 'datasets.previewSteps')).toHaveLength(asked);
    await rows.setValue('24');
    await vi.advanceTimersByTimeAsync(1000);
    expect(inputs(context, 'datasets.previewSteps').at(-1)).toMatchObject({
      of: { id: 1, index: [0, 66, 133, 200, 266, 333] },
      steps: [{ kind: 'resize', rows: 24, cols: 23, filter: 'area' }],
    });
  });

  it('says once why several images fail alike', async () => {
    const { images } = await fakeClient().client.datasets.previewSteps({} as never);
    const failed = images.find(({ after }) => after === null)!;
    const previewSteps = () => ({ images: ['a.pgm', 'b.pgm'].map((file) => ({ ...failed, file })) });
    const { page } = await open('/datasets/1/preprocess', { datasets: { previewSteps } });
    await eventually(() => expect(page.text()).toContain('2 of 2 images: its eyes are not known.'));
    expect(page.findAll('.reason span:not(.visually-hidden)')).toEqual([]);
  });

  it('names the dataset by its size until somebody types a name, and lets an alignment set the size', async () => {
    const { page } = await open('/datasets/1/preprocess');
    const name = () => page.find<HTMLInputElement>('.form input').element.value;
    expect(name()).toBe('orl-28x23');
    await page.find('.steps input').setValue('32');
    expect(name()).toBe('orl-32x23');
    await page.find('.steps input').setValue('28');
    await press(page, 'Add a step');
    await page
      .findAll('[role=menuitem]')
      .find((entry) => entry.text() === 'Align the eyes')!
      .trigger('click');
    await settle();
    expect(page.findAll('.steps li')).toHaveLength(1);
    await page.find('.form input').setValue('mine');
    await press(page, 'Remove Align the eyes');
    expect(name()).toBe('mine');
  });

  it('asks for a name and for eyes before it makes the dataset', async () => {
    const context = await open('/datasets/1/preprocess');
    const { page, fake, router } = context;
    await page.find('input').setValue('');
    await press(page, 'Create dataset');
    expect(page.text()).toContain('A dataset needs a name.');
    await page.find('input').setValue('small');
    await page.find('.steps input').setValue('24');
    await press(page, 'Add a step');
    await page
      .findAll('[role=menuitem]')
      .find((entry) => entry.text() === 'Align the eyes')!
      .trigger('click');
    await press(page, 'Create dataset');
    expect(page.text()).toContain('The alignment needs eye positions.');
    await press(page, 'Remove Align the eyes');
    await press(page, 'Create dataset');
    expect(inputs(context, 'datasets.preprocess')).toEqual([
      { id: 1, name: 'small', steps: [{ kind: 'resize', rows: 24, cols: 23, filter: 'area' }] },
    ]);
    const dataset = {
      ...fakeDatasets[0],
      name: 'small',
      preprocessing: { origin: { name: 'orl', hash: '1' }, steps: ['resize:32x32:area'], hash: '2' },
    };
    fake.imports.push({ kind: 'done', report: { dataset, problems: [], seconds: 0.4, decided: '', command: '' } });
    fake.imports.end();
    await arrived(router, '/datasets/1');
    expect(page.find('.audit [aria-label="Created small in 0.4 s"]').exists()).toBe(true);
  });
});
