// @vitest-environment happy-dom
import type { VueWrapper } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuditEvent } from '../../src/core/contract/audits.ts';
import { auditEvents, Feed } from './fakeClient.ts';
import { fakeAudit, fakeDatasets } from './fakeData.ts';
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
  it.each(['/datasets/1?panel=audit', '/datasets/1?panel=means', '/datasets/1/preprocess'])(
    '%s has no accessibility problem',
    async (address) => {
      const { page } = await open(address);
      expect(page.findAll('h1')).toHaveLength(1);
      expect(await accessibilityProblems()).toEqual([]);
    },
  );

  it('copies the whole SHA-256', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { page } = await open('/datasets/1');
    await press(page, 'Copy SHA-256');
    expect(writeText).toHaveBeenCalledWith(fakeDatasets[0].hash);
    writeText.mockRestore();
  });

  it('counts what the filter lets through and brings all back', async () => {
    const { page } = await open('/datasets/1');
    const found = () => page.find('[role=search] [role=status]').text();
    expect(found()).toBe('400 images of 40 subjects');
    await page.find('[role=search] input').setValue('s4');
    expect(found()).toBe('20 images of 2 subjects');
    await page.find('[role=search] select').setValue('1');
    expect(found()).toBe('10 images of 2 subjects');
    await page.find('[role=search] input').setValue('nobody');
    expect(page.text()).toContain('No image has this subject and these attributes.');
    await press(page, 'Show all');
    expect(found()).toBe('400 images of 40 subjects');
  });

  it('selects images by arrow keys and shows what is known of them', async () => {
    const { page } = await open('/datasets/1');
    const list = page.find('[role=listbox]');
    for (const key of ['ArrowRight', 'End', 'ArrowLeft']) await list.trigger('keydown', { key });
    await settle();
    const details = page.find('[aria-label="Selected image"]');
    expect(details.text()).toContain('s40/9.pgm');
    expect(details.text()).toContain('session');
  });

  it('goes from panel to panel by address', async () => {
    const { page, router } = await open('/datasets/1');
    await press(page, 'Audit');
    expect(router.currentRoute.value.fullPath).toBe('/datasets/1?panel=audit');
    expect(page.find('[aria-label="2 groups of identical images"]').exists()).toBe(true);
  });
});

describe('the audit', () => {
  it('says at once what is quick to find, and searches for near-duplicates after it', async () => {
    const search = new Feed<AuditEvent>();
    const { page } = await open('/datasets/1?panel=audit', {
      datasets: {
        audit: ({ near }: { near?: null }) =>
          near === null ? auditEvents({ ...fakeAudit, near: { ...fakeAudit.near, pairs: [] } }) : search,
      },
    });
    expect(page.text()).toContain('2 groups of identical images');
    expect(page.text()).toContain('images for duplicates');
    search.push({
      kind: 'progress',
      progress: { done: 40, total: 100, failed: 0, rate: null, secondsLeft: 3, running: ['Auditing orl'] },
    });
    await settle();
    expect(page.find('progress[aria-label="Audit"]').attributes('value')).toBe('0.4');
    search.push({ kind: 'done', audit: fakeAudit });
    await settle();
    expect(page.text()).toContain('1 pair of nearly identical images');
    expect(page.text()).not.toContain('images for duplicates');
  });

  it('is cancelled by a click, keeps what was found, and can begin again', async () => {
    const signals: AbortSignal[] = [];
    const { page } = await open('/datasets/1?panel=audit', {
      datasets: {
        audit: ({ near }: { near?: null }, { signal }: { signal: AbortSignal }) => {
          signals.push(signal);
          return near === null ? auditEvents(fakeAudit) : new Feed<AuditEvent>();
        },
      },
    });
    await press(page, 'Cancel');
    expect(signals.at(-1)?.aborted).toBe(true);
    expect(page.text()).toContain('The search for near-duplicates was cancelled.');
    expect(page.text()).toContain('2 groups of identical images');
    expect(page.find('[role=alert]').exists()).toBe(false);
    await press(page, 'Audit again');
    expect(page.text()).toContain('images for duplicates');
  });

  it('says why it failed', async () => {
    const { page } = await open('/datasets/1?panel=audit', {
      datasets: {
        audit: async function* (): AsyncGenerator<AuditEvent> {
          yield { kind: 'failed', reason: 'eyes.txt names no image of the dataset.' };
        },
      },
    });
    expect(page.find('[role=alert]').text()).toContain('eyes.txt names no image of the dataset.');
  });

  it('looks for near-duplicates among very many images on demand only', async () => {
    const context = await open('/datasets/1?panel=audit', {
      datasets: { get: () => ({ ...fakeDatasets[0], count: 100_000, bySubject: [], excludedImages: [] }) },
    });
    expect(inputs(context, 'datasets.audit')).toEqual([{ id: 1, near: null }]);
    expect(context.page.text()).not.toContain('images for duplicates');
    await press(context.page, 'Search for near-duplicates');
    expect(inputs(context, 'datasets.audit').at(-1)).toEqual({ id: 1 });
  });

  it('excludes one image by a click and brings it back by undo', async () => {
    let excluded: { key: number; file: string; subject: string }[] = [];
    const summary = () => ({ ...fakeDatasets[0], excluded: excluded.length, hash: `${excluded.length}` });
    const context = await open('/datasets/1?panel=audit', {
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
    await press(page, 'Exclude s1/8.pgm');
    expect(inputs(context, 'datasets.exclude')).toEqual([{ id: 1, index: [7] }]);
    expect(page.text()).toContain('1 excluded image');
    // Indices mean other images now: the dataset is looked at again.
    expect(inputs(context, 'datasets.audit').length).toBeGreaterThan(2);
    expect(page.find('[role=status] .toast').text()).toContain('Excluded 1 image');
    await press(page, 'Undo');
    expect(inputs(context, 'datasets.include')).toEqual([{ id: 1, keys: [8] }]);
    expect(page.text()).not.toContain('1 excluded image');
  });

  it('excludes all but the first of each group', async () => {
    const context = await open('/datasets/1?panel=audit');
    await press(context.page, 'Exclude all but the first of each (2)');
    expect(inputs(context, 'datasets.exclude')).toEqual([{ id: 1, index: [7, 15] }]);
  });

  it('says why an image cannot be excluded', async () => {
    const { page } = await open('/datasets/1?panel=audit', {
      datasets: {
        exclude: () => {
          throw new Error('"orl" cannot be changed: the study "A" uses it.');
        },
      },
    });
    await press(page, 'Exclude s1/8.pgm');
    expect(page.find('.toast').text()).toContain('the study "A" uses it');
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

  it('asks for a name and for eyes before it makes the dataset', async () => {
    const context = await open('/datasets/1/preprocess');
    const { page, fake, router } = context;
    await press(page, 'Make the dataset');
    expect(page.text()).toContain('A dataset needs a name.');
    await page.find('input').setValue('small');
    await press(page, 'Add a step');
    await page
      .findAll('[role=menuitem]')
      .find((entry) => entry.text() === 'Align the eyes')!
      .trigger('click');
    await press(page, 'Make the dataset');
    expect(page.text()).toContain('The alignment needs eye positions.');
    await press(page, 'Remove Align the eyes');
    await press(page, 'Make the dataset');
    expect(inputs(context, 'datasets.preprocess')).toEqual([
      { id: 1, name: 'small', steps: [{ kind: 'resize', rows: 28, cols: 23, filter: 'area' }] },
    ]);
    const dataset = {
      ...fakeDatasets[0],
      name: 'small',
      preprocessing: { origin: { name: 'orl', hash: '1' }, steps: ['resize:32x32:area'], hash: '2' },
    };
    fake.imports.push({ kind: 'done', report: { dataset, problems: [], seconds: 0.4, decided: '', command: '' } });
    fake.imports.end();
    await arrived(router, '/datasets/1');
    expect(page.find('[aria-label="Last import"]').text()).toContain('Created small');
  });
});
