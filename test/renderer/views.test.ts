// @vitest-environment happy-dom
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ORPCError } from '@orpc/client';
import { ref } from 'vue';
import { comparisonParameters } from '../../src/core/compare/comparison.ts';
import { pairTests, splitTests } from '../../src/core/compare/tests/registry.ts';
import { defaultPageOptions, pageOptionsSchema } from '../../src/core/report/pageOptions.ts';
import { parametersOf } from '../../src/core/field.ts';
import { columnFields, entryFields, type TableOptionsInput } from '../../src/core/study/table/tableOptions.ts';
import type { DatasetSubject } from '../../src/core/contract/datasets.ts';
import type { StudyDetails } from '../../src/core/contract/studies.ts';
import type { FaceMark } from '../../src/renderer/faces/thumbnailLines.ts';
import { useHelp } from '../../src/renderer/stores/help.ts';
import { fakeDatasets, fakeMistakes, fakeResults, fakeSpec, fakeStudy } from './fakeData.ts';
import { fakeClient, type Overrides } from './fakeClient.ts';
import {
  accessibilityProblems,
  arrived,
  button,
  choose,
  mountPage,
  settle,
  unfold,
  type MountedPage,
} from './mountPage.ts';
import { eventually } from '../support/eventually.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
  sessionStorage.clear();
  localStorage.clear();
});

async function open(...parameters: Parameters<typeof mountPage>): Promise<MountedPage> {
  mounted = await mountPage(...parameters);
  return mounted;
}

/** In a window where everything is in sight. */
async function openInSight(...parameters: Parameters<typeof mountPage>): Promise<MountedPage> {
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
  onTestFinished(() => void vi.unstubAllGlobals());
  return open(...parameters);
}

const addresses = [
  '/datasets',
  '/datasets/import',
  '/datasets/1',
  '/studies',
  '/studies/new',
  '/studies/1',
  '/studies/1/add',
  '/studies/1/model',
  '/settings',
];
const broken = (): never => {
  throw new Error('The disk is full.');
};
const never = (): Promise<never> => new Promise(() => {});
const reads = (answer: unknown) => ({
  datasets: { list: answer, get: answer },
  studies: { list: answer, get: answer, results: answer, watch: answer },
  methods: { list: answer },
  files: { list: answer },
  workspace: { info: answer },
});

describe('every view', () => {
  it.each(addresses)('%s has a title and no accessibility problem', async (address) => {
    const { page } = await open(address);
    expect(page.findAll('h1')).toHaveLength(1);
    expect(page.find('[aria-current=page]').exists()).toBe(true);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it.each(addresses)('%s keeps its frame while it loads, and says so', async (address) => {
    const { page } = await open(address, reads(never));
    expect(page.find('[aria-busy=true]').exists()).toBe(true);
    expect(page.find('h1').exists()).toBe(true);
  });

  it.each(addresses)('%s names the cause of a failure and reads again', async (address) => {
    let fails = true;
    const { page, fake } = await open(
      address,
      reads(() => (fails ? broken() : never())),
    );
    expect(page.find('[role=alert]').text()).toContain('The disk is full.');
    fails = false;
    const before = fake.calls.length;
    await page.find('[role=alert] button').trigger('click');
    expect(fake.calls.length).toBeGreaterThan(before);
  });
});

it.each([
  ['/studies/1', '/studies', 'All studies'],
  ['/datasets/1', '/datasets', 'All datasets'],
])('%s leads to the list where it cannot be read', async (address, list, words) => {
  const { page } = await open(address, reads(broken));
  expect(page.find(`.content [href="${list}"]`).text()).toBe(words);
});

describe('an empty workspace', () => {
  const empty = { datasets: { list: () => [] }, studies: { list: () => [] } };

  it.each(['/datasets', '/studies', '/studies/new'])('at %s leads to an import', async (address) => {
    const { page } = await open(address, empty);
    expect(page.find('.primary[href="/datasets/import"]').exists()).toBe(true);
    expect(await accessibilityProblems()).toEqual([]);
  });
});

describe('import', () => {
  async function chosen(overrides: Overrides = {}): Promise<MountedPage> {
    const context = await open('/datasets/import', overrides);
    await button(context.page, 'orl').trigger('click');
    await settle();
    await button(context.page, 'Use this folder').trigger('click');
    await settle();
    return context;
  }

  it('shows what would be imported, proposes a free name and refuses one that is taken', async () => {
    const { page, fake } = await chosen();
    expect(page.text()).toContain('ORL layout');
    expect(page.find<HTMLInputElement>('input').element.value).toBe('orl 2');
    await page.find('input').setValue('orl');
    await page.find('form').trigger('submit');
    expect(page.text()).toContain('There is a dataset of this name.');
    // The problem describes the field and is no part of its name.
    const field = page.find('input[aria-invalid=true]');
    expect(page.find(`label[for=${field.attributes('id')}]`).text()).toBe('Name');
    const [problem] = field.attributes('aria-describedby')!.split(' ');
    expect(page.find(`#${problem}`).text()).toBe('There is a dataset of this name.');
    expect(fake.calls.some((call) => call.name === 'datasets.import')).toBe(false);
  });

  it('follows the import, cancels it, and says so', async () => {
    const { page, fake } = await chosen();
    await page.find('input').setValue('mine');
    await page.find('form').trigger('submit');
    fake.imports.push({
      kind: 'progress',
      progress: { done: 120, total: 400, failed: 0, rate: 60, secondsLeft: 4.66, running: ['s12/4.pgm'] },
    });
    await settle();
    expect(page.find('progress').attributes('aria-valuetext')).toBe(
      '120 of 400 images, 60 per second, a few seconds left',
    );
    await button(page, 'Cancel import').trigger('click');
    fake.imports.push({ kind: 'cancelled' });
    fake.imports.end();
    await settle();
    expect(page.text()).toContain('The import of mine was cancelled.');
  });

  it('reports every unreadable file with its reason on the page of the dataset', async () => {
    const problems = [
      { file: 's1/6.pgm', reason: 'Expected P5, found P9.' },
      { file: 's2/1.pgm', reason: 'The file ends before the image does.' },
    ];
    const dataset = { ...fakeDatasets[0], name: 'mine', problems };
    const { page, fake, router } = await chosen({
      datasets: { get: () => ({ ...dataset, excludedImages: [], bySubject: [] }) },
    });
    await page.find('input').setValue('mine');
    await page.find('form').trigger('submit');
    fake.imports.push({ kind: 'done', report: { dataset, problems, seconds: 1.2, decided: '', command: '' } });
    fake.imports.end();
    await arrived(router, '/datasets/1');
    const row = page.get('[aria-label="2 files are not in the dataset"]');
    expect(row.text()).toContain('Expected P5, found P9.');
    const showAll = row.findAll('button').find((each) => each.text() === 'Show all')!;
    await showAll.trigger('click');
    for (const { file, reason } of problems) {
      expect(row.findAll('tbody tr').map((line) => line.text())).toContain(`${file}${reason}`);
    }
    expect(await accessibilityProblems()).toEqual([]);
  });
});

describe('an import that ends while the user is elsewhere', () => {
  it('still tells why it failed on the way back, once', async () => {
    const { page, fake, router } = await open('/datasets/import');
    for (const name of ['orl', 'Use this folder']) {
      await button(page, name).trigger('click');
      await settle();
    }
    await page.find('input').setValue('mine');
    await page.find('form').trigger('submit');
    await settle();
    await router.push('/studies');
    await settle();
    fake.imports.push({ kind: 'failed', reason: 'The disk is full.' });
    fake.imports.end();
    await settle();
    await router.push('/datasets/import');
    await settle();
    expect(page.find('[role=alert]').text()).toContain('The disk is full.');
    await router.push('/datasets');
    await settle();
    await router.push('/datasets/import');
    await settle();
    expect(page.find('[role=alert]').exists()).toBe(false);
  });
});

describe('a new study', () => {
  it('puts problems of the engine beside their fields, without repeating the field', async () => {
    const problems = [
      { path: 'methods[2].latent.qr', message: 'methods[2].latent.qr: q_r can be at most 46 here, found 60.' },
      { path: 'protocol.trainPerSubject[1]', message: 'k = 12 leaves no image for testing.' },
    ];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const preview = (): never => {
      throw new ORPCError('INVALID', { data: { problems } });
    };
    const { page } = await open('/studies/new', { studies: { preview } });
    vi.runAllTimers();
    vi.useRealTimers();
    await settle();
    const field = page.findAll('.field').find((entry) => entry.text().includes('Training images per subject'));
    expect(field?.find('[role=alert]').text()).toBe('k = 12 leaves no image for testing.');
    const card = page.findAll('.card')[2];
    expect(card.classes()).toContain('open');
    expect(card.find('[role=alert]').text()).toBe('q_r can be at most 46 here, found 60.');
    expect(page.text()).toContain('2 fields need attention');
  });

  it('creates and runs what the form says, then shows it', async () => {
    const { page, fake, router } = await open('/studies/new?dataset=yale');
    await button(page, 'Run study').trigger('click');
    await settle();
    const created = fake.calls.find((call) => call.name === 'studies.create');
    expect(created?.input).toMatchObject({ spec: { dataset: 'yale', protocol: { trainPerSubject: [4, 5] } } });
    expect(fake.calls.some((call) => call.name === 'studies.run')).toBe(true);
    // The page of the study is read from disk when it is first opened.
    await arrived(router, '/studies/2');
  });

  it('goes to the first field that is wrong instead of running', async () => {
    const { page, fake } = await open('/studies/new');
    const repeats = page
      .findAll('.field')
      .find((field) => field.text().startsWith('Repeats'))!
      .find('input');
    await repeats.setValue('0');
    await button(page, 'Run study').trigger('click');
    await settle();
    expect(document.activeElement).toBe(repeats.element);
    expect(fake.calls.some((call) => call.name === 'studies.create')).toBe(false);
  });

  it('measures verification where pairs are compared, as long as they are', async () => {
    const { page } = await open('/studies/new');
    await unfold(page, 'Measures');
    const measures = (): string[] =>
      page.findAll('.measures input:checked').map((box) => (box.element as HTMLInputElement).value);
    expect(measures()).toEqual([]);
    await choose(page, 'Task', 'Verification');
    expect(measures()).toEqual(['verification']);
    await choose(page, 'Task', 'Recognition');
    expect(measures()).toEqual([]);
  });

  it('comes back from verification to the counts that were typed', async () => {
    const { page } = await open('/studies/new');
    const first = () => page.find('.form .main .field');
    await first().find('input').setValue('3');
    await choose(page, 'Task', 'Verification');
    expect(first().text()).toContain('Folds');
    await first().find('input').setValue('4');
    await choose(page, 'Task', 'Recognition');
    expect(first().find('input').element.value).toBe('3');
    await choose(page, 'Task', 'Verification');
    expect(first().find('input').element.value).toBe('4');
  });

  it('names itself by its dataset and methods until somebody types a name', async () => {
    const { page, fake } = await open('/studies/new?dataset=yale');
    const name = page.find<HTMLInputElement>('.name input');
    expect(name.attributes('placeholder')).toBe('yale, 3 methods');
    await button(page, 'Remove BPPCA').trigger('click');
    expect(name.attributes('placeholder')).toBe('yale, 2 methods');
    await button(page, 'Save').trigger('click');
    await settle();
    expect(fake.calls.find((call) => call.name === 'studies.create')?.input).toMatchObject({
      spec: { name: 'yale, 2 methods' },
    });
  });

  it('takes published split files as the protocol, and says what is wrong with one', async () => {
    const { page, fake } = await open('/studies/new');
    await unfold(page, 'Splits');
    const splits = page.findAll('.field').find((field) => field.text().startsWith('Splits'));
    await splits!.find('select').setValue('explicit');
    const choose = async (...files: File[]): Promise<void> => {
      const input = page.find('input[type=file][multiple]');
      Object.defineProperty(input.element, 'files', { value: files, configurable: true });
      await input.trigger('change');
    };
    const field = () => page.find('.button.file').element.parentElement!;
    await choose(new File(['role,image\ntrain,0\ntrain,2\ntest,3'], '10.csv'));
    await eventually(() =>
      expect(field().querySelector('[role=alert]')?.textContent).toBe(
        '10.csv: expected whole numbers from 1 in image, found 0.',
      ),
    );
    await choose(
      new File(['role,image\ntrain,4\ntrain,5\ntest,6'], '10.csv'),
      new File(['role,file\ntrain,s1/1.pgm\ntrain,s1/2.pgm\ntest,s2/1.pgm'], '2.csv'),
    );
    await eventually(() => expect(field().textContent).toContain('2 predefined splits of 2 files'));
    expect(await accessibilityProblems()).toEqual([]);
    await button(page, 'Run study').trigger('click');
    await settle();
    expect(fake.calls.find((call) => call.name === 'studies.create')?.input).toMatchObject({
      spec: {
        protocol: {
          kind: 'explicit',
          splits: [
            { train: [0, 1], test: [10] },
            { train: [3, 4], test: [5] },
          ],
        },
      },
    });
  });

  it('duplicates a study under a name of its own', async () => {
    const { page } = await open('/studies/new?from=1');
    expect(page.find<HTMLInputElement>('.name input').element.value).toBe('ORL, five methods (copy)');
    expect(page.findAll('.card')).toHaveLength(5);
  });
});

describe('adding to a study', () => {
  it('keeps name and dataset, extends the study and runs what is new', async () => {
    const { page, fake, router } = await open('/studies/1/add');
    expect(page.find('nav.trail').text()).toContain('ORL, five methods');
    expect(page.find('.name input').exists()).toBe(false);
    const repeats = page.findAll('.field').find((field) => field.text().startsWith('Repeats'));
    await repeats!.find('input').setValue('12');
    await button(page, 'Run study').trigger('click');
    await settle();
    expect(fake.calls.find((call) => call.name === 'studies.extend')?.input).toMatchObject({
      id: 1,
      spec: { name: 'ORL, five methods', protocol: { repeats: 12 } },
    });
    expect(fake.calls.some((call) => call.name === 'studies.create')).toBe(false);
    expect(fake.calls.some((call) => call.name === 'studies.run')).toBe(true);
    await arrived(router, '/studies/1');
  });

  it('has every field of the study, of which the dataset stays', async () => {
    const { page } = await open('/studies/1/add');
    const folds = page.findAll('.fold h2').map((title) => title.text());
    expect(folds).toEqual(['Splits', 'Conditions', 'Selection', 'Measures', 'Tests']);
    expect(page.find('.form select').attributes('disabled')).toBeDefined();
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('asks the engine whether cells would be lost, and shows the answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const message = 'The changed spec would lose cells of the study.';
    const preview = (): never => {
      throw new ORPCError('INVALID', { data: { problems: [{ path: '', message }] } });
    };
    const { page, fake } = await open('/studies/1/add', { studies: { preview } });
    vi.runAllTimers();
    vi.useRealTimers();
    await settle();
    expect(fake.calls.find((call) => call.name === 'studies.preview')?.input).toMatchObject({ extends: 1 });
    expect(page.find('aside [role=alert]').text()).toBe(message);
  });

  it('says that there is no such study, instead of an empty form', async () => {
    const { page } = await open('/studies/9/add');
    expect(page.text()).toContain('There is no study 9.');
    expect(page.find('form').exists()).toBe(false);
  });
});

describe('a study', () => {
  it('shows mean, deviation, shape, best and marks as exports do', async () => {
    const { page } = await open('/studies/1?panel=table');
    const rows = page.findAll('[data-testid=results-table] tbody tr');
    const glram = rows.find((row) => row.text().includes('GLRAM'));
    expect(glram?.find('td').text().replace(/\s+/g, ' ')).toBe('16.2±1.7 (14, 6)');
    expect(glram?.find('td .best').exists()).toBe(true);
    const ppca = rows.find((row) => row.text().includes('PPCA'));
    expect(ppca?.find('sup').text()).toBe('*');
  });

  it('shows the entry under the pointer on a card, and the one clicked in the inspector', async () => {
    const { page } = await open('/studies/1?panel=table');
    const card = () => page.find('[data-testid=entry-card]');
    expect(page.find('aside h2').exists()).toBe(false);
    const [first, second] = page.findAll('[data-testid=results-table] .cell');
    await first.trigger('click');
    expect(card().exists()).toBe(false);
    await second.trigger('mouseover');
    const text = card().text().replace(/\s+/g, ' ');
    expect(text).toMatch(/^PCA, k = 3 ?\d+\.\d\d% ± \d\.\d\d%, shape \(\d+\)10 splits from /);
    expect(text).toContain('worse than the best, p ');
    expect(page.find('aside h2').text()).toBe('PCA, k = 2');
    await page.find('[data-testid=results-table] tbody').trigger('mouseleave');
    expect(card().exists()).toBe(false);
    await second.trigger('mouseover');
    await page.find('.box:has([data-testid=results-table])').trigger('scroll');
    expect(card().exists()).toBe(false);
    expect(page.find('aside h2').text()).toBe('PCA, k = 2');
    expect(page.findAll('aside .splits li')).toHaveLength(10);
  });

  it('shows the table as it is asked for, and sets that in LaTeX', async () => {
    const { page, fake } = await open('/studies/1?panel=table');
    const measures = page.findAll('label').find((label) => label.text() === 'Measure')!;
    await page.get(`[id='${measures.attributes('for')}']`).setValue('accuracy');
    await button(page, 'View').trigger('click');
    await choose(page, 'Rows', 'Conditions');
    // Shapes that are chosen inside the training images are not of this study.
    const columns = page.findAll('[aria-label=Columns] label').map((label) => label.text());
    expect(columns).toEqual(
      parametersOf(columnFields).flatMap(({ name, title }) => (name === 'selection' ? [] : title)),
    );
    const fields = page.findAll('[aria-label="Entries and marks"] label');
    const asked = [...parametersOf(entryFields), ...comparisonParameters([])].map(({ title, symbol }) =>
      symbol ? `${title}, ${symbol}` : title,
    );
    expect(fields.map((label) => label.text())).toEqual(expect.arrayContaining(asked));
    const tests = fields.find((label) => label.text() === 'Test')!;
    await page.get(`[id='${tests.attributes('for')}']`).setValue('wilcoxon');
    await settle();
    const options = { measure: 'accuracy', rows: ['training'], comparison: { test: 'wilcoxon' } };
    expect(fake.calls.filter(({ name }) => name === 'studies.results').at(-1)?.input).toEqual({ id: 1, options });
    const head = page.findAll('[data-testid=results-table] thead th').map((cell) => cell.text());
    expect(head).toEqual(['Training', 'PCA', 'PPCA', '2DPCA', 'GLRAM', 'BPPCA']);
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:table');
    await button(page, 'Export').trigger('click');
    await page.findAll('[role=menuitem]')[0].trigger('click');
    await settle();
    const lastExport = () => fake.calls.filter(({ name }) => name === 'studies.export').at(-1)?.input;
    expect(lastExport()).toEqual({
      id: 1,
      format: 'latex',
      options: { ...options, standings: true },
      page: defaultPageOptions,
      shown: true,
    });
    const preview = () => decodeURIComponent(page.get('[aria-label="Preview of the table"] img').attributes('src')!);
    expect(preview()).toContain('class="text end"');
    expect(page.get('figure.preview [role=status]').text()).toMatch(
      /^About \d+ mm of a line of 174 mm, in 9 pt type; /,
    );
    // A column has no room for notes, latent shapes, counts and ranks, unless they are asked for.
    const field = (title: string) => {
      const label = page.findAll('dialog label, [role=dialog] label').find((one) => one.text().startsWith(title))!;
      const at = label.attributes('for');
      return at === undefined ? label.get('input') : page.get(`[id='${at}']`);
    };
    await field('Notes').setValue('none');
    await field('Line').setValue('column');
    await settle();
    const column = { ...pageOptionsSchema.parse({ width: 'column' }), notes: 'none' };
    expect(lastExport()).toMatchObject({ options: { ...options, standings: false }, page: column });
    expect(page.get('figure.preview [role=status]').text()).toContain('line of 84 mm');
    await field('Counts and ranks').setValue(true);
    await settle();
    expect(lastExport()).toMatchObject({ options: { ...options, standings: true }, page: column });
    saved.mockRestore();

    await button(page, 'Reset view').trigger('click');
    await settle();
    expect(page.find('[data-testid=results-table] thead th').text()).toBe('Method');
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('sorts by a head: the best first, then the worst, then as the study has them', async () => {
    const { page } = await open('/studies/1?panel=table');
    const names = () => page.findAll('[data-testid=results-table] tbody th').map((cell) => cell.text());
    const head = () => page.findAll('[data-testid=results-table] thead th')[1];
    const study = ['PCA', 'PPCA', '2DPCA', 'GLRAM', 'BPPCA'];
    expect(names()).toEqual(study);
    expect(head().attributes('aria-sort')).toBe('none');
    await head().find('button').trigger('click');
    const best = names();
    expect(head().attributes('aria-sort')).toBe('ascending');
    expect(best[0]).toBe('GLRAM');
    expect(best.at(-1)).toBe('PPCA');
    await head().find('button').trigger('click');
    expect(head().attributes('aria-sort')).toBe('descending');
    expect(names()).toEqual(best.toReversed());
    // What is clicked is the entry in sight, whatever the order.
    await page.find('[data-testid=results-table] .cell').trigger('click');
    expect(page.find('aside h2').text()).toBe('PPCA, k = 2');
    await head().find('button').trigger('click');
    expect(names()).toEqual(study);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('says in sight what its numbers are, and marks them as old until the measure that is chosen has come', async () => {
    let answer = (): void => {};
    const { page } = await open('/studies/1?panel=table', {
      studies: {
        results: async ({ options }: { options?: TableOptionsInput }) => {
          if (options?.measure === 'accuracy') await new Promise<void>((resolve) => (answer = resolve));
          return fakeResults(fakeStudy(1), options);
        },
      },
    });
    const busy = () => page.find('.results').attributes('aria-busy');
    const caption = () =>
      document.getElementById(page.find('[data-testid=results-table]').attributes('aria-labelledby')!);
    expect([busy(), caption()?.textContent]).toEqual([
      'false',
      'Error rate in per cent on ORL. Mean ± sample standard deviation, dimension in brackets.',
    ]);
    const measures = page.findAll('label').find((label) => label.text() === 'Measure')!;
    await page.get(`[id='${measures.attributes('for')}']`).setValue('accuracy');
    await settle();
    expect([busy(), caption()?.textContent]).toEqual(['true', expect.stringContaining('Error rate')]);
    answer();
    await settle();
    expect([busy(), caption()?.textContent]).toEqual([
      'false',
      expect.stringContaining('Recognition rate in per cent on ORL'),
    ]);
  });

  it('shows entries in short or in full', async () => {
    const { page } = await open('/studies/1?panel=table');
    const first = () => page.find('[data-testid=results-table] .cell').text().replace(/\s+/g, ' ');
    expect(first()).toMatch(/^\d+\.\d ?±\d\.\d \(42\)\*$/);
    await button(page, 'View').trigger('click');
    await choose(page, 'Entries', 'Value ± s');
    expect(first()).toMatch(/^\d+\.\d ?±\d\.\d\*$/);
    await choose(page, 'Entries', 'Value');
    expect(first()).toMatch(/^\d+\.\d\*$/);
    await button(page, 'Reset view').trigger('click');
    expect(first()).toMatch(/\(42\)\*$/);
  });

  it('hides columns by chips and rows by a filter, and says so', async () => {
    const study = fakeStudy(1);
    const wide = fakeResults(study).table;
    const conditions = ['k = 2', 'k = 3'].flatMap((training) =>
      ['', 'noise'].map((perturbation) => ({
        key: `${training}${perturbation}`,
        title: `${training} ${perturbation}`,
        parts: { training, perturbation },
      })),
    );
    const rows = Array.from({ length: 12 }, (_, r) => ({
      ...wide.rows[r % 5],
      label: `Method ${r + 1}`,
      entries: conditions.map((_condition, c) => wide.rows[r % 5].entries[c % 3]),
    }));
    const { page } = await open('/studies/1?panel=table', {
      studies: { results: () => ({ ...fakeResults(study), table: { ...wide, conditions, rows } }) },
    });
    const table = page.find('[data-testid=results-table]');
    const head = () => table.findAll('thead tr').map((line) => line.findAll('th').map((cell) => cell.text()));
    expect(head()).toEqual([
      ['Method', 'k = 2', 'k = 3'],
      ['clean', 'noise', 'clean', 'noise'],
    ]);
    await button(page, 'View').trigger('click');
    await button(page, 'clean').trigger('click');
    expect(button(page, 'View 2 of 4 columns').attributes('aria-expanded')).toBe('true');
    expect(head()).toEqual([
      ['Method', 'k = 2', 'k = 3'],
      ['noise', 'noise'],
    ]);
    expect(button(page, 'noise').attributes('disabled')).toBeDefined();
    await page.find('input[type=search]').setValue('METHOD 1');
    expect(table.findAll('tbody tr')).toHaveLength(4);
    expect(page.find('[data-testid=table-footer]').text()).toContain('Hidden: 8 of 12 rows, 2 of 4 columns.');
    expect(await accessibilityProblems()).toEqual([]);
    await button(page, 'Reset view').trigger('click');
    expect(table.findAll('tbody tr')).toHaveLength(12);
    expect(head()[1]).toHaveLength(4);
  });

  it('draws of a large table what is in sight, and all of it where the whole page is asked for', async () => {
    const study = fakeStudy(1);
    const { table: small } = fakeResults(study);
    const conditions = Array.from({ length: 40 }, (_, c) => ({
      ...small.conditions[0],
      key: `c${c}`,
      title: `C ${c}`,
    }));
    const rows = Array.from({ length: 30 }, (_, r) => ({
      ...small.rows[r % small.rows.length],
      label: `Method ${r + 1}`,
      entries: conditions.map(() => small.rows[r % small.rows.length].entries[0]),
    }));
    const { page } = await open('/studies/1?panel=table', {
      studies: { results: () => ({ ...fakeResults(study), table: { ...small, conditions, rows } }) },
    });
    const table = page.find('[data-testid=results-table]');
    const entries = () => table.findAll('.cell').length;
    expect(entries()).toBe(20 * 4);
    expect(table.attributes('aria-rowcount')).toBe('31');
    expect(Number(table.attributes('aria-colcount'))).toBeGreaterThan(40);
    expect(table.findAll('.entries').at(-1)!.attributes('aria-rowindex')).toBe('21');
    const lastCell = table.find('.entries').findAll('td:has(.cell)').at(-1)!;
    expect(lastCell.attributes('aria-colindex')).toBe('5');
    expect(await accessibilityProblems()).toEqual([]);
    await table.find('.cell').trigger('keydown', { key: 'End', ctrlKey: true });
    await settle();
    expect(document.activeElement!.getAttribute('data-row')).toBe('29');
    expect(document.activeElement!.getAttribute('data-column')).toBe('39');
    expect(entries()).toBe(21 * 5);
    window.dispatchEvent(new Event('beforeprint'));
    await settle();
    expect(entries()).toBe(30 * 40);
    window.dispatchEvent(new Event('afterprint'));
    await settle();
    expect(entries()).toBe(21 * 5);
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true }));
    await settle();
    expect(entries()).toBe(30 * 40);
  });

  it('compares two methods that are picked in the table, test by test', async () => {
    const { page, fake } = await open('/studies/1?panel=table');
    const [pca, , , glram] = page.findAll('[data-testid=results-table] tbody th button');
    await pca.trigger('click', { ctrlKey: true });
    await glram.trigger('click');
    await settle();
    const call = fake.calls.find(({ name }) => name === 'studies.compare');
    expect(call?.input).toMatchObject({ first: 'PCA', second: 'GLRAM', condition: 'k=2', rope: 1 });
    const panel = page.find('dialog section');
    const tests = panel.findAll('tbody tr').map((row) => row.find('th').text());
    expect(tests.filter((text) => text.startsWith("McNemar's exact test, repeat 1"))).toHaveLength(1);
    expect(tests).toHaveLength(pairTests.length + splitTests.length);
    const verdict = () => panel.find('[data-testid=pair-verdict]').text();
    expect(verdict()).toMatch(
      /^The error rate of PCA is 1\.\d+ points higher than that of GLRAM on average, and higher in/,
    );
    expect(verdict()).toMatch(/corrected resampled t-test of Nadeau and Bengio (finds|leaves)/);
    expect(verdict()).toMatch(/within ±1 point/);
    expect(panel.find('img').attributes('alt')).toMatch(/^Error rate in every repeat, k = 2/);
    expect(panel.text()).toContain('Only PCA right: 2');
    expect(panel.text()).toContain('GLRAM recognises no test image that the other method misses.');
    expect(panel.find('details').attributes('open')).toBeUndefined();

    const asked = () => fake.calls.filter(({ name }) => name === 'studies.compare').at(-1)?.input;
    await button(page, 'Swap the methods').trigger('click');
    await eventually(() => expect(asked()).toMatchObject({ first: 'GLRAM', second: 'PCA' }));
    // Keys mean the same wherever the focus is in the sheet, except in a field.
    await page.find('dialog select').trigger('keydown', { key: 'x' });
    await page.find('dialog button').trigger('keydown', { key: 'x' });
    await eventually(() => expect(asked()).toMatchObject({ first: 'PCA', second: 'GLRAM' }));
    await page.find('dialog').trigger('keydown', { key: 'X' });
    await eventually(() => expect(asked()).toMatchObject({ first: 'GLRAM', second: 'PCA' }));
    await panel.find('section').trigger('keydown', { key: 'ArrowRight' });
    await eventually(() => expect(asked()).not.toMatchObject({ second: 'PCA' }));
    expect(asked()).toMatchObject({ first: 'GLRAM' });
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('has an overview of all methods and conditions, whose cells select what the table selects', async () => {
    const tellers: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(tell: (typeof tellers)[number]) {
          tellers.push(tell);
        }
        observe(): void {}
        disconnect(): void {}
      },
    );
    const { page } = await open('/studies/1?panel=overview');
    vi.unstubAllGlobals();
    // It is drawn when it comes into sight.
    expect(page.find('[data-testid=overview]').exists()).toBe(false);
    for (const tell of tellers) tell([{ isIntersecting: true }]);
    await settle();
    const matrix = page.find('[data-testid=overview]');
    expect(matrix.findAll('tbody td button')).toHaveLength(15);
    expect(matrix.find('tbody th').text()).toBe('GLRAM');
    const cell = matrix
      .findAll('tbody button')
      .find((entry) => entry.attributes('title')?.startsWith('PPCA, k = 3: '))!;
    await cell.trigger('click');
    expect(cell.attributes('aria-pressed')).toBe('true');
    expect(page.find('aside h2').text()).toBe('PPCA, k = 3');
    await button(page, 'Table').trigger('click');
    await settle();
    const chosen = page.findAll('[data-testid=results-table] .cell.selected');
    expect(chosen).toHaveLength(1);
    expect(chosen[0].element.closest('tr')?.querySelector('th')?.textContent).toContain('PPCA');
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('shows the splits of an entry on the scale of its condition, before those of the best, units said once', async () => {
    const { page } = await open('/studies/1?panel=table');
    await page.find('[data-testid=results-table] .cell').trigger('click');
    const aside = page.find('aside');
    expect(aside.find('.heading').text()).toBe('10 splits, %');
    const first = aside.findAll('.splits li').map((line) => line.findAll('span').map((part) => part.text()));
    expect(first[0]).toEqual(['1']);
    expect(aside.find('.splits li').text().replace(/\s+/g, ' ')).toMatch(/^1 \d+\.\d\d$/);
    expect(aside.findAll('.strip .rival')).toHaveLength(10);
    expect(aside.text()).toContain('hollow: GLRAM, the best');
    const { rows } = fakeResults(fakeStudy(1)).table;
    const values = rows.flatMap(({ entries }) => entries[0].values);
    expect(aside.findAll('.strip text').map((text) => text.text())).toEqual([
      Math.min(...values).toFixed(1),
      Math.max(...values).toFixed(1),
    ]);
  });

  it('says of an entry why it has no validated shape', async () => {
    const study = fakeStudy(1, {}, { ...fakeSpec, selection: { innerSplits: 1 } });
    const results = fakeResults(study, { selection: 'validated' });
    const none = { mean: null, std: null, shape: null, shapes: [], values: [], repeats: [] };
    const verdict = { standing: 'none' as const, significant: false, p: null, compared: null };
    const rows = results.table.rows.map((row) => ({
      ...row,
      entries: row.entries.map((entry) => ({ ...entry, validated: { ...none, ...verdict } })),
    }));
    const { page } = await open(
      '/studies/1?shapes=validated&method=PCA&condition=k%3D2&by=validated',
      { studies: { results: () => ({ ...results, table: { ...results.table, rows } }) } },
      undefined,
      [study],
    );
    expect(page.find('aside.inspector').text()).toContain(
      '10 repeats without a validated dimension: no subject has two training images',
    );
  });

  it('keeps what it shows in its address, and shows what an address says', async () => {
    const { page, router } = await open('/studies/1?panel=table');
    await page.findAll('[data-testid=results-table] thead th')[1].find('button').trigger('click');
    await page.findAll('[data-testid=results-table] .cell')[1].trigger('click');
    await settle();
    const { fullPath } = router.currentRoute.value;
    expect(router.currentRoute.value.query).toEqual({
      sort: 'k = 2',
      order: 'ascending',
      panel: 'table',
      method: 'GLRAM',
      condition: 'k=3',
      by: 'oracle',
    });
    const state = (shown: typeof page) => [
      shown.find('[role=tab][aria-selected=true]').text(),
      shown.find('aside h2').text(),
      shown.findAll('[data-testid=results-table] tbody th').map((cell) => cell.text()),
      shown.findAll('.cell.selected').length,
    ];
    const before = state(page);
    expect(before.slice(0, 2)).toEqual(['Table', 'GLRAM, k = 3']);
    mounted!.page.unmount();
    const again = await open(`${fullPath}&measure=accuracy`);
    expect(state(again.page)).toEqual([before[0], before[1], expect.any(Array), 1]);
    const asked = again.fake.calls.find(({ name }) => name === 'studies.results');
    expect(asked?.input).toEqual({ id: 1, options: { measure: 'accuracy' } });
    // Back and links within the page; the inspector goes with the selection.
    await again.router.push('/studies/1?panel=protocol');
    await settle();
    expect(again.page.find('[role=tab][aria-selected=true]').text()).toBe('Protocol');
    expect(again.page.find('aside.inspector').exists()).toBe(false);
  });

  it.each([
    ['overview', 'Result'],
    ['curves', 'Charts'],
    ['ranks', 'Charts'],
    ['inspect', 'Faces'],
    ['splits', 'Protocol'],
  ])('shows what was in the panel "%s" of earlier addresses in %s', async (former, title) => {
    const { page } = await open(`/studies/1?panel=${former}`);
    expect(page.find('[role=tab][aria-selected=true]').text()).toBe(title);
  });

  it('opens at its verdict, with the same five tabs for every study', async () => {
    const study = fakeStudy(1, {}, { ...fakeSpec, methods: [{ method: 'pca' }, { method: 'glram' }] });
    const { page } = await open('/studies/1', {}, undefined, [study]);
    expect(page.findAll('[role=tab]').map((tab) => tab.text())).toEqual([
      'Result',
      'Table',
      'Charts',
      'Faces',
      'Protocol',
    ]);
    expect(page.find('[role=tab]').attributes('aria-selected')).toBe('true');
    await eventually(() =>
      expect(page.find('[data-testid=verdict] h2').text()).toMatch(/^GLRAM has the lower error rate/),
    );
    expect(page.find('aside.inspector').exists()).toBe(false);
  });

  it('calls nothing best and marks nothing before every cell has ended, failed ones too', async () => {
    const shown = async (change: { pending?: number; failed?: number }) => {
      const study = fakeStudy(1, { state: 'running', cells: { total: 150, done: 149, failed: 0 } });
      const results = fakeResults(study);
      const rows = results.table.rows.with(4, {
        ...results.table.rows[4],
        entries: results.table.rows[4].entries.map((entry) => ({ ...entry, ...change })),
      });
      const { page } = await openInSight(
        '/studies/1',
        {
          studies: { results: () => ({ ...results, table: { ...results.table, rows, done: 149, total: 150 } }) },
        } as never,
        undefined,
        [study],
      );
      const best = page.findAll('[data-testid=overview] .best').length;
      const names = page.findAll('[data-testid=overview] tbody th').map((name) => name.text());
      await button(page, 'Table').trigger('click');
      await settle();
      const table = page.find('[data-testid=results-table]');
      const bold = table.findAll('.best').length;
      const marks = table.findAll('sup').filter((mark) => mark.text() !== '').length;
      mounted!.page.unmount();
      return { best, bold, marks: marks > 0, inOrder: names[0] === 'PCA' };
    };
    expect(await shown({ pending: 1 })).toEqual({ best: 0, bold: 0, marks: false, inOrder: true });
    expect(await shown({ failed: 1 })).toEqual({ best: 3, bold: 3, marks: true, inOrder: false });
  });

  it('says before the first result that there is none', async () => {
    const ready = fakeStudy(1, { state: 'ready', cells: { total: 150, done: 0, failed: 0 } });
    const empty = fakeResults(ready);
    const rows = empty.table.rows.map((row) => ({
      ...row,
      entries: row.entries.map((entry) => ({ ...entry, mean: null, std: null, values: [], repeats: [] })),
    }));
    const results = () => ({ ...empty, table: { ...empty.table, rows, done: 0 } });
    const { page } = await open('/studies/1', { studies: { results } } as never, undefined, [ready]);
    expect(page.findAll('[role=tab]')).toHaveLength(5);
    expect(page.find('[role=tabpanel]').text()).toContain('No results yet');
    await button(page, 'Table').trigger('click');
    await settle();
    expect(page.find('[data-testid=results-table]').isVisible()).toBe(true);
  });

  it('leads to its panels by their numbers, and Escape back to the result and no further', async () => {
    const { page, router } = await open('/studies/1?panel=table');
    const chosen = () => page.find('[role=tab][aria-selected=true]').text();
    const press = async (key: string): Promise<void> => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
      await settle();
    };
    expect(chosen()).toBe('Table');
    const tabs = page.findAll('[role=tab]').map((tab) => tab.text());
    expect(tabs).toHaveLength(5);
    for (const [index, title] of [...tabs.entries()].reverse()) {
      await press(String(index + 1));
      expect(chosen()).toBe(title);
      expect(page.find('[data-testid=results-table]').isVisible()).toBe(title === 'Table');
    }
    await press('5');
    await press('Escape');
    expect(chosen()).toBe('Result');
    await press('Escape');
    await press('Escape');
    expect(router.currentRoute.value.path).toBe('/studies/1');
  });

  it('folds what explains the table to its first line, and remembers what was unfolded', async () => {
    const { page } = await open('/studies/1?panel=table');
    const notes = () => page.find('[data-testid=table-footer]');
    expect(notes().find('.rest').classes()).toContain('folded');
    expect(notes().findAll('.rest p').length).toBeGreaterThan(1);
    await button(page, 'Notes').trigger('click');
    expect(notes().find('.rest').classes()).not.toContain('folded');
    mounted!.page.unmount();
    const again = await open('/studies/1?panel=table');
    expect(again.page.find('[data-testid=table-footer] .rest').classes()).not.toContain('folded');
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('ranks the methods over the conditions, with every pair', async () => {
    const { page } = await openInSight('/studies/1?panel=table');
    await button(page, 'Charts').trigger('click');
    await settle();
    await choose(page, 'Figure', 'Ranks');
    await settle();
    const panel = page.find('[role=tabpanel] > section');
    expect(panel.find('img').attributes('alt')).toMatch(/^Average ranks: /);
    expect(panel.find('[data-testid=rank-verdict]').text()).toMatch(
      /^(The methods differ significantly|No significant difference among the methods) over /,
    );
    expect(panel.find('details').attributes('open')).toBeUndefined();
    expect(panel.find('details').text()).toContain('Friedman: χ² = ');
    expect(panel.findAll('tbody tr')).toHaveLength(5);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('draws how probable practical differences are, within a margin that is typed', async () => {
    const { page, fake } = await openInSight('/studies/1?panel=table');
    await button(page, 'Charts').trigger('click');
    await settle();
    await choose(page, 'Figure', 'Ranks');
    await settle();
    const practical = page.find('section[aria-labelledby=practical-title]');
    expect(practical.find('img').attributes('alt')).toMatch(/^\S+ better \d\.\d\d, practically equal \d\.\d\d, /);
    await practical.find('input').setValue('a lot');
    await settle();
    expect(practical.text()).toContain('Expected a number from 0, found "a lot".');
    await practical.find('input').setValue('2,5');
    await eventually(() => {
      const asked = fake.calls.filter(({ name }) => name === 'studies.ranks').map(({ input }) => input);
      expect(asked.at(-1)).toMatchObject({ rope: 2.5, practicalTest: 'signed-rank' });
    });
    await settle();
    expect(practical.find('img').attributes('alt')).toMatch(/practically equal/);
  });

  it('shows which images of which subjects train and test in a split, and those that have duplicates across', async () => {
    const { page, fake } = await open('/studies/1?panel=table', { studies: { splitDuplicates: () => [0, 13] } });
    await button(page, 'Protocol').trigger('click');
    await settle();
    const panel = page.get('[role=tabpanel] section[aria-label=Splits]');
    const shown = () => panel.findComponent({ name: 'SubjectGallery' }).props('subjects') as DatasetSubject[];
    const files = () => shown().map(({ subject, images }) => [subject, images.map(({ index }) => index)]);
    const marks = () => panel.findComponent({ name: 'SubjectGallery' }).props('marks') as Map<number, FaceMark>;
    expect(panel.find('[role=status]').text()).toContain(
      '80 training images of 40 subjects; 320 test images of 40 subjects.',
    );
    expect(panel.find('.hash').text()).toBe('k=2 1');
    expect(panel.find('.warning').text()).toBe(
      '2 test images with an identical or nearly identical image in training: s1/1.pgm and s2/4.pgm.',
    );
    expect(files()[0]).toEqual(['s1', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    expect([0, 1, 9].map((image) => marks().get(image))).toEqual([
      { look: 'framed', title: 'training' },
      { look: 'plain', title: 'test' },
      { look: 'framed', title: 'training' },
    ]);
    expect(panel.findAll('.keys > li').map((key) => key.text())).toEqual(['training', 'test']);
    expect(await accessibilityProblems()).toEqual([]);

    const [condition, repeat] = panel.findAll('select');
    await condition.setValue('k=3');
    await repeat.setValue('2');
    await eventually(() => expect(panel.find('.hash').text()).toBe('k=3 2'));
    expect(fake.calls.filter(({ name }) => name === 'studies.split').at(-1)?.input).toEqual({
      id: 1,
      condition: 'k=3',
      repeat: 2,
    });
    await choose(page, 'Images', 'Training 120');
    expect(files()).toHaveLength(40);
    expect(files()[0]).toEqual(['s1', [0, 8, 9]]);
    expect(marks()).toBeUndefined();
  });

  it('says what is left out of a split, and why a split cannot be shown', async () => {
    const split = { datasetId: 1, repeats: 1, train: [0, 1], gallery: [10, 20], test: [11], hash: 'x' };
    const { page } = await open('/studies/1?panel=table', { studies: { split: () => split } });
    await button(page, 'Protocol').trigger('click');
    await settle();
    expect(page.find('[role=tabpanel] [role=status]').text()).toContain(
      '2 training images of 1 subject; 2 gallery images of 2 subjects; 1 test image of 1 subject; 395 images of the dataset left out.',
    );
    expect(page.findAll('.keys > li').map((key) => key.text())).toEqual(['training', 'gallery', 'test', 'left out']);
    mounted!.page.unmount();
    const refused = await open('/studies/1?panel=table', { studies: { split: broken } });
    await button(refused.page, 'Protocol').trigger('click');
    await settle();
    expect(refused.page.find('[role=tabpanel] [role=alert]').text()).toContain('The disk is full.');
  });

  it('looks at the mistakes of the selected cell, and leads to the room of its model', async () => {
    const { page, fake } = await open('/studies/1?panel=table');
    await button(page, 'Faces').trigger('click');
    await settle();
    const cell = { id: 1, label: 'GLRAM', condition: 'k=2', repeat: 1, shape: [14, 6] };
    expect(fake.calls.find(({ name }) => name === 'studies.mistakes')?.input).toEqual(cell);
    const panel = page.find('[role=tabpanel] > section');
    expect(panel.find('h2').text()).toMatch(
      /^GLRAM misclassifies [\d.]+% of the test images; subject s1 most often, 10 of 80 times\.$/,
    );
    expect(panel.text()).toContain('14 mistakes among 320 test images');
    expect(panel.findAll('.cases li')).toHaveLength(12);
    await button(page, 'Show more, 2 left').trigger('click');
    expect(panel.findAll('.cases li')).toHaveLength(14);
    await choose(page, 'Shown', 'Confusions');
    expect(panel.find('.pairs tbody tr').text()).toBe('→s1s2911.3%');
    expect(panel.find('svg[aria-label="Confusions among 3 subjects"]').exists()).toBe(true);
    const means = panel
      .findAll('.pairs .faces')
      .map((pair) => pair.findAll('canvas').map((face) => face.attributes('aria-label')));
    expect(means[0]).toEqual(['Mean face of s1', 'Mean face of s2']);

    const link = page.findAll('a').find((each) => each.text() === 'Open the model')!;
    expect(link.attributes('href')).toBe('/studies/1/model?method=GLRAM&condition=k=2&repeat=1&shape=14x6');
  });

  it('begins with one mistake of each subject, and shows all on request', async () => {
    const [first, second, ...others] = fakeMistakes.mistakes;
    const mistakes = () => ({ ...fakeMistakes, mistakes: [first, { ...second, truth: first.truth }, ...others] });
    const { page } = await open('/studies/1?panel=table', { studies: { mistakes } });
    await button(page, 'Faces').trigger('click');
    await settle();
    const panel = page.find('[role=tabpanel] > section');
    const captions = () => panel.findAll('.cases li p').map((caption) => caption.text().split(' ')[0]);
    expect(panel.text()).toContain('14 mistakes among 320 test images; one for each of 13 subjects');
    expect(new Set(captions()).size).toBe(captions().length);
    await button(page, 'Show all 14').trigger('click');
    expect(captions().slice(0, 2)).toEqual([first.truth, first.truth]);
    // The answer is dashed, the right subject solid, both in words too.
    expect(panel.find('.keys').text()).toContain('the answer');
    expect(panel.findAll('.cases li:first-child .miss')).toHaveLength(1);
    expect(panel.findAll('.cases li:first-child .hit')).toHaveLength(1);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('leads from the name of a method to its comparison, mistakes, model and card', async () => {
    const { page, router } = await open('/studies/1?panel=table&condition=k=3');
    const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const titles = () => items().map(({ textContent }) => textContent);
    const choose = async (title: string): Promise<void> => {
      const name = page.find<HTMLElement>('[data-testid=results-table] tbody th button');
      name.element.focus();
      await name.trigger('keydown', { key: 'ArrowDown' });
      await settle();
      expect(titles()).toEqual(['Compare with …', 'Mistakes', 'Model', 'About']);
      expect(document.activeElement).toBe(items()[0]);
      items()
        .find(({ textContent }) => textContent === title)!
        .click();
      await settle();
      expect(titles()).toEqual([]);
    };
    await choose('Compare with …');
    expect(page.text()).toContain('PCA picked.');
    await button(page, 'Cancel').trigger('click');
    await choose('About');
    expect(useHelp().shown).toBe('method pca');
    await choose('Mistakes');
    expect(router.currentRoute.value.query).toEqual({ panel: 'faces', method: 'PCA', condition: 'k=3', by: 'oracle' });
    await router.push('/studies/1?panel=table&condition=k=3');
    await settle();
    await choose('Model');
    await eventually(() => expect(router.currentRoute.value.path).toBe('/studies/1/model'));
    await settle();
    expect(router.currentRoute.value.query).toMatchObject({ method: 'PCA', condition: 'k=3' });
  });

  it('offers the same in the legend of Charts', async () => {
    const { page } = await open('/studies/1?panel=charts');
    const opener = page.findAll('.legend [aria-haspopup=menu]')[0];
    await opener.trigger('click');
    await settle();
    const titles = [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent);
    expect(titles).toEqual(['Compare with …', 'Mistakes', 'Model', 'About']);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('shows the comparison of two methods when they have been picked', async () => {
    const { page, router } = await open('/studies/1?panel=table');
    const [pca, , , glram] = page.findAll('[data-testid=results-table] tbody th button');
    await pca.trigger('keydown', { key: ' ' });
    expect(page.text()).toContain('PCA picked. Pick a second name to compare.');
    await glram.trigger('click');
    await settle();
    expect(page.find('dialog h2').text()).toBe('Compare');
    expect(router.currentRoute.value.query).toMatchObject({ panel: 'table', pair: ['PCA', 'GLRAM'] });
    await button(page, 'Close').trigger('click');
    await settle();
    expect(page.find('dialog').exists()).toBe(false);
    expect(router.currentRoute.value.query).toEqual({ panel: 'table' });
  });

  it('opens the mistakes of a repeat of the entry in the inspector, which the address then names', async () => {
    const { page, fake, router } = await open('/studies/1?panel=table');
    const glram = page.findAll('[data-testid=results-table] tbody tr').find((row) => row.text().startsWith('GLRAM'))!;
    await glram.find('.cell').trigger('click');
    await page.get('aside .splits [title="Inspect repeat 3"]').trigger('click');
    await settle();
    expect(fake.calls.findLast(({ name }) => name === 'studies.mistakes')?.input).toMatchObject({ repeat: 3 });
    expect(router.currentRoute.value.query).toMatchObject({ panel: 'faces', repeat: '3' });
    const repeat = page.findAll('label').find((label) => label.text() === 'Repeat')!;
    const select = page.get(`[id='${repeat.attributes('for')}']`);
    expect((select.element as HTMLSelectElement).value).toBe('3');
    await select.setValue('5');
    await eventually(() =>
      expect(fake.calls.findLast(({ name }) => name === 'studies.mistakes')?.input).toMatchObject({ repeat: 5 }),
    );
  });

  it('draws match characteristics from the curves of the engine, those of the methods that are shown', async () => {
    const measured = fakeStudy(1);
    const get = () => ({ ...measured, spec: { ...measured.spec, measures: ['identification' as const] } });
    const { page, fake } = await open('/studies/1?panel=table', { studies: { get } } as never);
    await button(page, 'Charts').trigger('click');
    await settle();
    await choose(page, 'Figure', 'Cumulative match');
    const label = () => page.find('.chart-stub').attributes('aria-label');
    await eventually(() => expect(label()).toMatch(/^Cumulative match, k = 2, .*: PCA, /));
    const asked = () => fake.calls.filter(({ name }) => name === 'studies.characteristics');
    expect(asked()).toHaveLength(1);
    expect(asked()[0].input).toMatchObject({ id: 1, figure: { kind: 'cmc', condition: 'k=2', selection: 'oracle' } });
    await page
      .findAll('.legend .entry')
      .find((entry) => /^PCA/.test(entry.text().trim()))!
      .trigger('click');
    await settle();
    expect(label()).not.toMatch(/: PCA,/);
    expect(asked()).toHaveLength(1);
  });

  it('names a method that has no points yet once', async () => {
    const curves = ({ condition }: { condition: string | null }) =>
      fakeResults(fakeStudy(1))
        .curves.filter((curve) => condition === null || curve.condition === condition)
        .map((curve) => (curve.label === 'PCA' ? { ...curve, points: [] } : curve));
    const { page } = await open('/studies/1?panel=charts', { studies: { curves } } as never);
    await eventually(() => expect(page.find('.chart-stub').exists()).toBe(true));
    const names = page.findAll('.legend li').map((entry) => entry.text().trim());
    expect(names.filter((name) => /^PCA/.test(name))).toHaveLength(1);
    expect(names).toHaveLength(fakeStudy(1).methods.length);
  });

  it('shows the curves of one condition, with those of every condition in small, which switch it', async () => {
    const { page, router } = await openInSight('/studies/1?panel=charts');
    const label = () => page.find('.chart-stub').attributes('aria-label');
    await eventually(() => expect(label()).toMatch(/^Mean error rate against latent dimension/));
    const before = label();
    const conditions = page.findAll('[role=radiogroup]').find((group) => group.text().includes('k = 3'))!;
    expect(conditions.findAll('svg')).toHaveLength(3);
    for (const svg of conditions.findAll('svg')) expect(svg.findAll('path').length).toBeGreaterThan(2);
    await choose(page, 'Condition', 'k = 3');
    await settle();
    expect(router.currentRoute.value.query).toMatchObject({ panel: 'charts', condition: 'k=3' });
    expect(label()).not.toBe(before);
    // A figure of all conditions gives way to that of the one.
    await choose(page, 'Figure', 'Ranks');
    await settle();
    await choose(page, 'Condition', 'k = 2');
    await settle();
    expect(router.currentRoute.value.query['figure']).toBeUndefined();
    expect(label()).toBe(before);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('asks for the curves of a table once, however often they are looked at', async () => {
    const running = fakeStudy(1, { state: 'running', cells: { total: 150, done: 30, failed: 0 } });
    const { page, fake, router } = await open('/studies/1?panel=charts', {}, undefined, [running]);
    const charts = () => page.findAll('.chart-stub').length;
    const asked = () => fake.calls.filter(({ name }) => name === 'studies.curves').length;
    const show = async (title: string) => {
      await page
        .findAll('[role=tab]')
        .find((tab) => tab.text() === title)!
        .trigger('click');
      await settle();
    };
    await eventually(() => expect(charts()).toBe(1));
    expect(asked()).toBe(1);
    await show('Protocol');
    expect(charts()).toBe(0);
    await show('Charts');
    expect([charts(), asked()]).toEqual([1, 1]);
    await choose(page, 'Condition', 'k = 3');
    await settle();
    expect([charts(), asked()]).toEqual([1, 1]);
    // As many cells may hold other results, such as those of another program that came a second time.
    await show('Protocol');
    const read = () => fake.calls.filter(({ name }) => name === 'studies.results').length;
    const before = read();
    const progress = { done: 30, total: 150, failed: 0, rate: null, secondsLeft: null, running: [] };
    fake.events.push({ state: 'running', progress, revision: 2, pausing: false, fault: null });
    await eventually(() => expect(read()).toBeGreaterThan(before));
    await settle();
    await show('Charts');
    await eventually(() => expect(asked()).toBe(2));
    await router.push('/studies/1?panel=charts&measure=rank-5');
    await eventually(() => expect(asked()).toBe(3));
  });

  it('keeps the figure in its address, and shows what an address names where the study has it', async () => {
    const { page, router } = await open('/studies/1?panel=charts&figure=grid%20GLRAM');
    const chosen = () =>
      page
        .findAll('[role=radiogroup]')
        .at(-1)!
        .findAll('label')
        .find((label) => label.find('input').element.checked)!;
    const grids = () => page.findAll('select').find((select) => select.text().includes('GLRAM grid'));
    const { query } = router.currentRoute.value;
    expect([chosen().text(), grids()?.element.value, query.figure]).toEqual(['Grid', 'grid GLRAM', 'grid GLRAM']);
    await grids()!.setValue('grid 2DPCA');
    await settle();
    expect([chosen().text(), router.currentRoute.value.query.figure]).toEqual(['Grid', 'grid 2DPCA']);
    await choose(page, 'Figure', 'Repeats');
    await settle();
    expect(router.currentRoute.value.query).toEqual({ panel: 'charts', figure: 'repeats' });
    expect([page.find('.tools h2').text(), grids()]).toEqual(['Repeats', undefined]);
    await choose(page, 'Figure', 'Curves');
    await settle();
    expect(router.currentRoute.value.query).toEqual({ panel: 'charts' });
    await router.push('/studies/1?panel=charts&figure=time');
    await settle();
    expect(chosen().text()).toBe('Against computing time');
    await router.push('/studies/1?panel=charts&figure=poems');
    await settle();
    expect(chosen().text()).toBe('Curves');
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('shows intervals over repeats and subjects of an entry, where pairs are compared', async () => {
    const measured = fakeStudy(1);
    const protocol = { kind: 'pairs' as const, folds: 3, developmentFolds: 1 };
    const get = () => ({ ...measured, spec: { ...measured.spec, protocol } });
    const { page, fake } = await open('/studies/1?panel=table', { studies: { get } } as never);
    await page.findAll('[data-testid=results-table] .cell')[0].trigger('click');
    await eventually(() => expect(page.text()).toContain('95% intervals'));
    const asked = fake.calls.filter(({ name }) => name === 'studies.intervals');
    expect(asked[0].input).toMatchObject({ id: 1, condition: 'k=2', selection: 'oracle' });
    await eventually(() => expect(page.text()).toContain('0.921 – 0.978'));
    expect(page.text()).toContain('9.1 – 13.3');
  });

  it('says nothing of recognised images where pairs are compared', async () => {
    const none = { cases: 0, distinct: 0, images: [] };
    const disagreements = () => ({ datasetId: 1, repeats: 0, tests: 0, onlyFirstRight: none, onlySecondRight: none });
    const { page, fake } = await open('/studies/1?panel=pair', { studies: { disagreements } } as never);
    await eventually(() => expect(fake.calls.some(({ name }) => name === 'studies.disagreements')).toBe(true));
    await settle();
    expect(page.find('[data-testid=pair-verdict]').exists()).toBe(true);
    expect(page.text()).not.toContain('recognises no test image');
  });

  it('shows wrong pairs as mistakes where pairs are compared, of the method and repeat that are chosen', async () => {
    const study = fakeStudy(1);
    const asked: unknown[] = [];
    const get = () => ({ ...study, spec: { ...study.spec, protocol: { kind: 'pairs' as const, folds: 3 } } });
    const wrongPairs = ({ figure: of }: { figure: unknown }) => {
      asked.push(of);
      const accepted = { probe: 4, reference: 7, names: ['anna', 'ben'], value: '0.42 × threshold' };
      const rejected = { probe: 5, reference: 6, names: ['carl'], value: '2.5 × threshold' };
      return {
        ...{ datasetId: 1, title: 'Wrong pairs of PCA', note: 'The farthest first.' },
        groups: [
          { heading: 'Accepted: 1 of 12 impostor pairs', pairs: [accepted] },
          { heading: 'Rejected: 1 of 4 genuine pairs', pairs: [rejected] },
        ],
      };
    };
    const { page } = await open('/studies/1?panel=faces', { studies: { get, wrongPairs } } as never);
    const tab = page.find('[role=tab][aria-selected=true]');
    expect(tab.text()).toBe('Faces');
    await eventually(() => expect(asked.at(-1)).toMatchObject({ kind: 'wrong-pairs', repeat: 1 }));
    const panel = page.find('[role=tabpanel] .inside');
    await eventually(() => expect(panel.findAll('section')).toHaveLength(2));
    // Each face is a stop of the keyboard, which enlarges it among those of its pair.
    const faces = panel.findAll('button.face-button');
    expect(faces.map((face) => face.attributes('title'))).toEqual([
      'anna, 0.42 × threshold',
      'ben, 0.42 × threshold',
      'carl, 2.5 × threshold',
      'carl, 2.5 × threshold',
    ]);
    expect(panel.text()).toContain('anna · ben');
    const { label } = fakeResults(study).table.rows[1];
    await panel.find('select').setValue(label);
    await eventually(() => expect(asked.at(-1)).toMatchObject({ kind: 'wrong-pairs', label }));
  });

  it('says of an entry without numbers that no threshold is determined, and where the range is', async () => {
    const found = fakeResults(fakeStudy(1));
    const [first, ...others] = found.table.rows;
    const [entry, ...entries] = first.entries;
    const empty = {
      ...entry,
      mean: null,
      std: null,
      values: [],
      repeats: [],
      compared: null,
      undecided: 3,
      hterRange: [9, 50] as const,
    };
    const table = { ...found.table, rows: [{ ...first, entries: [empty, ...entries] }, ...others] };
    const { page } = await open('/studies/1?panel=table', {
      studies: { results: () => ({ ...found, table }) },
    } as never);
    await page.findAll('[data-testid=results-table] .cell')[0].trigger('click');
    await eventually(() =>
      expect(page.text()).toContain('No threshold in 3 repeats: the development pairs are separated'),
    );
    expect(page.text()).toContain('and HTER is anything from 9.0 to 50.0%.');
  });

  it('asks for no intervals where images are recognised', async () => {
    const { page, fake } = await open('/studies/1?panel=table');
    await page.findAll('[data-testid=results-table] .cell')[0].trigger('click');
    await settle();
    expect(page.text()).not.toContain('95% intervals');
    expect(fake.calls.filter(({ name }) => name === 'studies.intervals')).toEqual([]);
  });

  it('moves in the table by arrow keys', async () => {
    const { page } = await open('/studies/1?panel=table');
    const cells = page.findAll('[data-testid=results-table] .cell');
    (cells[0].element as HTMLElement).focus();
    await cells[0].trigger('keydown', { key: 'ArrowDown' });
    await cells[3].trigger('keydown', { key: 'ArrowRight' });
    await settle();
    expect(document.activeElement).toBe(cells[4].element);
  });

  /** The table of a study with so many cells. */
  const withCells = (study: StudyDetails, done: number, failed: number) => {
    const results = fakeResults(study);
    const cell = { label: 'BPPCA', condition: 'k=2', repeat: 4, reason: 'covariance is singular' };
    return { results: () => ({ ...results, table: { ...results.table, done }, failed: Array(failed).fill(cell) }) };
  };

  it('follows a running study, pauses it by its only button, and offers to resume', async () => {
    const running = fakeStudy(1, { state: 'running', cells: { total: 150, done: 30, failed: 0 } });
    const counted = withCells(running, 57, 2);
    const { page, fake } = await open('/studies/1?panel=table', { studies: counted } as never, undefined, [running]);
    const progress = {
      done: 57,
      total: 150,
      failed: 2,
      rate: 3.4,
      secondsLeft: 27,
      running: ['BPPCA, k = 3, repeat 4'],
    };
    fake.events.push({ state: 'running', progress, revision: 2, pausing: false, fault: null });
    await settle();
    expect(page.find('progress').attributes('aria-valuetext')).toBe('57 of 150 cells, 2 failed, about 25 s left');
    expect(page.text()).toContain('BPPCA, k = 3, repeat 4');
    // What has finished since the table was read is not counted before the table has it.
    fake.events.push({
      state: 'running',
      progress: { ...progress, done: 60 },
      revision: 1,
      pausing: false,
      fault: null,
    });
    await settle();
    expect(page.find('progress').attributes('aria-valuetext')).toMatch(/^57 of 150 cells/);
    const bound = { ...progress, atLeast: true as const };
    fake.events.push({ state: 'running', progress: bound, revision: 2, pausing: false, fault: null });
    await settle();
    expect(page.find('progress').attributes('aria-valuetext')).toBe('57 of 150 cells, 2 failed');
    expect(page.findAll('button').map((each) => each.text())).not.toContain('Cancel');
    await button(page, 'Pause').trigger('click');
    fake.events.push({ state: 'stopped', progress, revision: 3, pausing: false, fault: null });
    await settle();
    expect(fake.calls.some((call) => call.name === 'studies.pause')).toBe(true);
    expect(button(page, 'Resume').exists()).toBe(true);
    expect(page.text()).toContain('Paused after 57 of 150 cells');
    expect(page.find('header .badge').text()).toBe('Paused');
  });

  it('says what ended a run that did not finish', async () => {
    const running = fakeStudy(1, { state: 'running', cells: { total: 150, done: 30, failed: 0 } });
    const counted = withCells(running, 57, 0);
    const { page, fake } = await open('/studies/1?panel=table', { studies: counted } as never, undefined, [running]);
    const progress = { done: 57, total: 150, failed: 0, rate: null, secondsLeft: null, running: [] };
    fake.events.push({ state: 'stopped', progress, revision: 3, pausing: false, fault: 'the disk is full' });
    await settle();
    expect(page.find('[role=alert]').text()).toContain('Stopped after 57 of 150 cells: the disk is full.');
    expect(button(page, 'Resume').exists()).toBe(true);
  });

  it('pauses and goes on by the key P, says that running cells finish, and takes no key from a field', async () => {
    const running = fakeStudy(1, { state: 'running', cells: { total: 150, done: 30, failed: 0 } });
    const { page, fake } = await open('/studies/1?panel=table', {}, undefined, [running]);
    const progress = { done: 57, total: 150, failed: 0, rate: 3.4, secondsLeft: 27, running: ['BPPCA'] };
    const press = async (target: EventTarget): Promise<void> => {
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }));
      await settle();
    };
    const asked = (name: string): number => fake.calls.filter((call) => call.name === name).length;
    await press(page.find('select').element);
    expect(asked('studies.pause')).toBe(0);
    await press(document.body);
    expect(asked('studies.pause')).toBe(1);
    fake.events.push({ state: 'running', progress, revision: 2, pausing: true, fault: null });
    await settle();
    expect(page.find('header .badge').text()).toBe('Pausing');
    expect(page.find('[data-testid=run-strip]').text()).not.toContain('left');
    expect(page.find('[data-testid=run-strip]').text()).toContain('Pausing: running cells finish');
    fake.events.push({ state: 'stopped', progress, revision: 3, pausing: false, fault: null });
    await settle();
    expect(button(page, 'Resume').exists()).toBe(true);
    await press(document.body);
    expect(asked('studies.run')).toBe(1);
  });

  it('runs failed cells again, once it has stopped', async () => {
    const finished = fakeStudy(1, { state: 'finished', cells: { total: 150, done: 149, failed: 1 } });
    const failed = [{ label: 'BPPCA', condition: 'k=2', repeat: 4, reason: 'covariance is singular' }];
    const results = { ...fakeResults(finished), failed };
    const { page, fake } = await open('/studies/1?panel=table', { studies: { results: () => results } }, undefined, [
      finished,
    ]);
    expect(page.find('[aria-label="Failed cells"] summary').text()).toBe('1 cell: covariance is singular');
    await button(page, 'Run failed cells again').trigger('click');
    await settle();
    expect(fake.calls.find((call) => call.name === 'studies.retryFailed')?.input).toEqual({ id: 1 });
  });

  it('marks rows whose method has changed, and computes them again', async () => {
    const finished = fakeStudy(1);
    const change = 'version 585e0f12 then, 9a3bc1d4 now';
    const methods = finished.methods.map((method, i) => (i === 1 ? { ...method, changed: change } : method));
    const { label } = methods[1];
    const { page, fake } = await open('/studies/1?panel=table', {}, undefined, [{ ...finished, methods }]);
    const section = page.find('[aria-label="Changed methods"]');
    expect(section.text()).toContain('1 method changed since its results');
    expect(section.text()).toContain(`${label}: ${change}`);
    const marked = page.findAll('tbody th').filter((name) => name.find('.changed').exists());
    expect(marked.map((name) => name.text())).toEqual([`${label} changed`]);
    await button(page, 'Compute again').trigger('click');
    await settle();
    const calls = fake.calls.filter(({ name }) => ['studies.computeAgain', 'studies.run'].includes(name));
    expect(calls.map(({ name, input }) => [name, input])).toEqual([
      ['studies.computeAgain', { id: 1, labels: [label] }],
      ['studies.run', { id: 1 }],
    ]);
  });

  it('says why a call was refused and keeps the table', async () => {
    const stopped = fakeStudy(1, { state: 'stopped', cells: { total: 150, done: 30, failed: 0 } });
    const refuse = (): never => {
      throw new ORPCError('CONFLICT', { message: 'Another process runs studies in this workspace.' });
    };
    const { page } = await open('/studies/1?panel=table', {
      studies: { get: () => stopped, watch: never, results: never, run: refuse },
    });
    await button(page, 'Resume').trigger('click');
    await settle();
    expect(page.find('[role=alert]').text()).toContain('Another process runs studies in this workspace.');
    expect(page.text()).toContain('Paused after 30 of 150 cells');
  });
});

describe('the frame', () => {
  const press = async (key: string, change: KeyboardEventInit = {}): Promise<void> => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...change }));
    await settle();
  };

  it('goes by keys: g d, n, Escape', async () => {
    const { router } = await open('/');
    await press('g');
    await press('d');
    expect(router.currentRoute.value.path).toBe('/datasets');
    await press('n');
    expect(router.currentRoute.value.path).toBe('/studies/new');
    await press('Escape');
    expect(router.currentRoute.value.path).toBe('/studies');
  });

  it('lists its keys', async () => {
    const { page } = await open('/');
    await press('?');
    expect(page.find('dialog').text()).toContain('Command palette');
  });

  it('finds studies and datasets in the palette', async () => {
    const { page, router } = await open('/');
    await press('k', { ctrlKey: true });
    await page.find('[role=combobox]').setValue('yale');
    expect(page.findAll('[role=option]')).toHaveLength(1);
    await page.find('[role=combobox]').trigger('keydown', { key: 'Enter' });
    await settle();
    expect(router.currentRoute.value.path).toBe('/datasets/2');
  });

  it('moves nothing behind an open dialog', async () => {
    const { router } = await open('/');
    await press('?');
    await press('n');
    expect(router.currentRoute.value.path).toBe('/studies');
  });

  it('takes no plain key from a field', async () => {
    const { page, router } = await open('/studies/new');
    await page.find('input').trigger('keydown', { key: 'i' });
    await settle();
    expect(router.currentRoute.value.path).toBe('/studies/new');
  });

  it('says that the connection is lost and offers to try now', async () => {
    const reconnect = vi.fn();
    const { page } = await open('/', {}, (connection) => ({ ...connection, state: ref('lost'), reconnect }));
    expect(page.text()).toContain('Disconnected.');
    await button(page, 'Try now').trigger('click');
    expect(reconnect).toHaveBeenCalledOnce();
  });

  it('says that the engine was started again, until that is closed', async () => {
    const sentence = 'The engine ended unexpectedly and was started again; running studies continue.';
    const before = await fakeClient().client.workspace.info();
    const { page } = await open('/', { workspace: { info: () => ({ ...before, restart: sentence }) } });
    expect(page.text()).toContain(sentence);
    await button(page, 'Close').trigger('click');
    expect(page.text()).not.toContain(sentence);
  });

  it('backs the workspace up, checks it, and offers to compute damaged cells again', async () => {
    const { page, fake } = await open('/settings');
    await button(page, 'Back up').trigger('click');
    await settle();
    expect(page.text()).toContain('Backup written: /home/researcher/copy.eigenbench');
    await button(page, 'Check').trigger('click');
    await settle();
    expect(page.text()).toContain('The result of PCA, k=2, repeat 1 of "study" is damaged.');
    await button(page, 'Compute damaged cells again').trigger('click');
    await settle();
    expect(fake.calls.filter(({ name }) => name === 'workspace.check')).toHaveLength(2);
    expect(page.text()).not.toContain('Compute damaged cells again');
  });

  it('changes the theme at once and takes it back when it cannot be kept', async () => {
    const { page } = await open('/settings', {
      settings: { get: () => ({ workers: 0, theme: 'light' }), set: broken },
    });
    expect(document.documentElement.dataset['theme']).toBe('light');
    await choose(page, 'Theme', 'Dark');
    await settle();
    expect(page.find('[role=alert]').text()).toContain('The disk is full.');
    expect(document.documentElement.dataset['theme']).toBe('light');
  });
});
