// @vitest-environment happy-dom
import type { VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImportPreview, ImportReport } from '../../../src/core/contract/imports.ts';
import type { ImportRecipe } from '../../../src/core/images/importRecipe.ts';
import type { Doubt } from '../../../src/core/readings/reading.ts';
// Views are read here, because timers are not real while the tests run.
import '../../../src/renderer/datasets/DatasetView.vue';
import '../../../src/renderer/import/ImportView.vue';
import '../../../src/renderer/settings/SettingsView.vue';
import { fakeClient, fakeDoubt, fakePreview, type Overrides } from '../fakeClient.ts';
import { fakeDatasets } from '../fakeData.ts';
import { accessibilityProblems, arrived, button, mountPage, settle, type MountedPage } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

let mounted: MountedPage | null = null;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

async function press(page: VueWrapper, name: string): Promise<void> {
  await button(page, name).trigger('click');
  await settle();
}

/** Lets the pauses of live queries pass, each followed by the next. */
async function pass(): Promise<void> {
  for (let n = 0; n < 5; n++) {
    await vi.advanceTimersByTimeAsync(1000);
    await settle();
  }
}

/** The import page after the folder "orl" was chosen, to be imported as "mine". */
async function chosen(overrides: Overrides = {}): Promise<MountedPage> {
  mounted = await mountPage('/datasets/import', overrides);
  await press(mounted.page, 'orl');
  await press(mounted.page, 'Use this folder');
  await pass();
  // "orl" is the name of a dataset already.
  const name = mounted.page.find('.footer input');
  if (name.exists()) await name.setValue('mine');
  return mounted;
}

/** The import page on a source with the doubts that `doubtsOf` leaves for a recipe. */
function doubted(
  doubtsOf: (recipe: ImportRecipe) => readonly Doubt[],
  change: (recipe: ImportRecipe) => Partial<ImportPreview> = () => ({}),
): Promise<MountedPage> {
  return chosen({
    datasets: {
      previewImport: ({ token, recipe }: { token: string; recipe: ImportRecipe }) => ({
        ...fakePreview(token),
        doubts: doubtsOf(recipe),
        ...change(recipe),
      }),
    },
  });
}

function inputs(
  { fake }: MountedPage,
  name: string,
): { readonly recipe: ImportRecipe; readonly [key: string]: unknown }[] {
  return fake.calls.filter((call) => call.name === name).map(({ input }) => input as never);
}

const lastRecipe = (context: MountedPage): ImportRecipe => inputs(context, 'datasets.previewImport').at(-1)!.recipe;
const submit = ({ page }: MountedPage) => page.get<HTMLButtonElement>('button[type=submit]');
/** The row of the page of a dataset that says what the last import made. */
const imported = ({ page }: MountedPage, title: string) => page.find(`.audit [aria-label="${title}"]`);
const titles = ({ page }: MountedPage): string[] => page.findAll('.question h2').map((title) => title.text());
const checked = ({ page }: MountedPage): string[] =>
  page
    .findAll<HTMLInputElement>('.card input')
    .flatMap((radio, n) => (radio.element.checked ? [page.findAll('.card .name')[n].text()] : []));

async function pressKey(key: string): Promise<void> {
  window.dispatchEvent(new KeyboardEvent('keydown', { key }));
  await pass();
}

/** Opens a folded section of the options. */
async function unfold({ page }: MountedPage, title: string): Promise<void> {
  const section = page.findAll<HTMLDetailsElement>('details').find((details) => details.text().startsWith(title))!;
  section.element.open = true;
  await section.trigger('toggle');
  await settle();
}

const report = (change: Partial<ImportReport> = {}): ImportReport => ({
  dataset: fakeDatasets[0],
  problems: [],
  seconds: 1.2,
  decided: '',
  command: '',
  ...change,
});

const byFolder = { recipe: { layout: 'folders' }, title: 'By folder: 2 subjects', subjects: 2 };
const byName = { recipe: { layout: 'names' }, title: 'By name: 118 subjects', subjects: 118 };
const byRows = { recipe: { pixelOrder: 'rows' as const }, title: 'By rows' };
const byColumns = { recipe: { pixelOrder: 'columns' as const }, title: 'By columns' };

describe('a source without doubts', () => {
  it('is stated in a sentence, with what was decided and the faces by subject', async () => {
    const decisions = [
      { aspect: 'subjects', recipe: {}, basis: 'evident', text: '40 subjects by folder' },
      { aspect: 'order', recipe: {}, basis: 'assumed', text: 'pixels stacked by columns' },
    ] as const;
    const context = await doubted(
      () => [],
      () => ({ decisions }),
    );
    const { page } = context;
    expect(page.get('h2').text()).toBe('400 images of 40 subjects');
    expect(page.get('.answer').text()).toContain('pixels stacked by columns (assumed)');
    expect(page.get('.answer').text()).toContain('12 image files do not match and are left out.');
    expect(inputs(context, 'datasets.previewSubjects')).toMatchObject([{ token: 'orl', recipe: {} }]);
    const rows = page.findAll('.subjects [role=group]');
    expect(rows.map((row) => row.attributes('aria-label'))).toEqual(['s1', 's14', 's27']);
    expect(rows[1].findAll('canvas').map((face) => face.attributes('aria-label'))).toEqual(
      [1, 2, 4, 6, 7, 9].map((shot) => `s14/${shot}.pgm`),
    );
    expect(page.findAll('details[open]')).toEqual([]);
    expect(submit(context).text()).toBe('Import 400 images of 40 subjects');
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('is imported by Enter', async () => {
    const context = await chosen();
    await pressKey('Enter');
    expect(inputs(context, 'datasets.import')).toMatchObject([{ token: 'orl', name: 'mine', size: null, recipe: {} }]);
  });

  it('keeps the place of the faces while they load', async () => {
    const rows = await fakeClient().client.datasets.previewSubjects({} as never);
    const coming = Promise.withResolvers<typeof rows>();
    const [{ picture }] = rows[0].images;
    const { page } = await chosen({
      datasets: {
        previewSubjects: () => coming.promise,
        previewImport: () => ({ ...fakePreview('faces'), rows: picture!.rows, cols: picture!.cols }),
      },
    });
    const sizes = (selector: string): (string | undefined)[] =>
      page.findAll(`.subjects ${selector}`).map((place) => place.attributes('style'));
    const kept = sizes('.empty');
    expect(kept).toHaveLength(18);
    coming.resolve(rows);
    await eventually(() => expect(sizes('canvas')).toEqual(kept));
  });

  it('names an unreadable file, and warns if every image is a subject', async () => {
    const images = [{ file: 'a.pgm', picture: null, reason: 'the file ends early' }];
    const { page } = await chosen({
      datasets: {
        previewSubjects: () => [{ subject: 'a', count: 1, images }],
        previewImport: () => ({ ...fakePreview('faces'), images: 3, subjects: 3 }),
      },
    });
    expect(page.get('.subjects [role=group]').text()).toContain('the file ends early');
    expect(page.get('.answer').text()).toContain('Every image shows a different subject.');
  });
});

describe('a question about a source', () => {
  const subjects = fakeDoubt('subjects', [
    { ...byName, evidence: ['All names fit.'] },
    { ...byFolder, concerns: ['Folders called train usually hold parts of a database.'] },
  ]);
  const ask = () =>
    doubted(
      ({ layout, pattern }) => (layout || pattern ? [] : [subjects]),
      ({ layout }) => ({ subjects: layout === 'folders' ? 2 : 118 }),
    );

  it('shows its readings as cards, each with its faces, the first one preselected', async () => {
    const context = await ask();
    const { page } = context;
    expect(titles(context)).toEqual(['Which subjects?']);
    expect(page.findAll('.card')).toHaveLength(2);
    expect(checked(context)).toEqual(['By name: 118 subjects']);
    expect(page.findAll('.card')[0].text()).toContain('All names fit.');
    expect(page.findAll('.card')[1].text()).toContain('Folders called train');
    expect(page.findAll('.card')[1].findAll('.subjects [role=group]')).toHaveLength(3);
    const recipes = inputs(context, 'datasets.previewSubjects').map(({ recipe }) => recipe.layout);
    expect(recipes).toEqual(['names', 'folders']);
    expect(submit(context).text()).toBe('Import 400 images of 118 subjects');
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('is answered by a number key and imported by Enter', async () => {
    const context = await ask();
    await pressKey('2');
    expect(checked(context)).toEqual(['By folder: 2 subjects']);
    expect(submit(context).text()).toBe('Import 400 images of 2 subjects');
    await pressKey('Enter');
    expect(inputs(context, 'datasets.import')).toMatchObject([{ recipe: { layout: 'folders' } }]);
  });

  it('is answered by a click anywhere on a card, and can be answered otherwise', async () => {
    const context = await ask();
    const [first, second] = context.page.findAll('.card');
    await second.trigger('click');
    await pass();
    expect(lastRecipe(context)).toMatchObject({ layout: 'folders' });
    await first.get('input').setValue(true);
    await pass();
    expect(lastRecipe(context)).toMatchObject({ layout: 'names' });
    expect(titles(context)).toEqual(['Which subjects?']);
  });

  it('is left to the fields by "Another pattern", until a card is chosen again', async () => {
    const context = await ask();
    const { page } = context;
    await press(page, 'Another pattern …');
    await pass();
    expect(checked(context)).toEqual([]);
    expect(submit(context).element.disabled).toBe(true);
    await page.get('textarea').setValue('(?<subject>.)x');
    const before = inputs(context, 'datasets.previewImport').length;
    await settle();
    expect(inputs(context, 'datasets.previewImport')).toHaveLength(before);
    await pass();
    expect(lastRecipe(context)).toMatchObject({ pattern: '(?<subject>.)x' });
    expect(titles(context)).toEqual(['Which subjects?']);
    expect(submit(context).element.disabled).toBe(false);
    await pressKey('1');
    expect(lastRecipe(context)).toMatchObject({ layout: 'names' });
    expect(lastRecipe(context).pattern).toBeUndefined();
  });

  it('folds more than four readings after the third', async () => {
    const many = fakeDoubt(
      'variable',
      ['a', 'b', 'c', 'd', 'e', 'f'].map((variable) => ({ recipe: { variable } })),
    );
    const context = await doubted(({ variable }) => (variable ? [] : [many]));
    expect(context.page.findAll('.card')).toHaveLength(3);
    await press(context.page, 'More readings …');
    expect(context.page.findAll('.card')).toHaveLength(6);
  });
});

describe('several questions', () => {
  const order = fakeDoubt('order', [byColumns, byRows]);
  const subjects = fakeDoubt('subjects', [byName, byFolder]);

  it('join their answers in the recipe, and appear as answers lead to them', async () => {
    const context = await doubted(({ layout, pixelOrder }) => {
      if (!layout) return [subjects];
      return pixelOrder ? [] : [order];
    });
    expect(titles(context)).toEqual(['Which subjects?', 'Which order?']);
    expect(checked(context)).toEqual(['By name: 118 subjects', 'By columns']);
    expect(lastRecipe(context)).toMatchObject({ layout: 'names', pixelOrder: 'columns' });
    // The keys run through the cards of both.
    await pressKey('4');
    expect(lastRecipe(context)).toMatchObject({ layout: 'names', pixelOrder: 'rows' });
    await pressKey('2');
    expect(checked(context)).toEqual(['By folder: 2 subjects', 'By rows']);
    expect(lastRecipe(context)).toMatchObject({ layout: 'folders', pixelOrder: 'rows' });
    expect(submit(context).element.disabled).toBe(false);
  });

  it('vanish with the answer that led to them, and so do their own answers', async () => {
    const context = await doubted(({ layout, pixelOrder }) => {
      if (!layout) return [subjects, order];
      return layout === 'folders' || pixelOrder ? [] : [order];
    });
    await pressKey('4');
    expect(lastRecipe(context)).toMatchObject({ layout: 'names', pixelOrder: 'rows' });
    await pressKey('2');
    expect(titles(context)).toEqual(['Which subjects?']);
    expect(lastRecipe(context)).toMatchObject({ layout: 'folders' });
    expect(lastRecipe(context).pixelOrder).toBeUndefined();
  });

  it('keep answers that the fields do not contradict', async () => {
    const context = await doubted(({ layout, pixelOrder }) => [
      ...(layout ? [] : [subjects]),
      ...(pixelOrder ? [] : [order]),
    ]);
    await pressKey('2');
    await unfold(context, 'Names');
    const links = context.page.findAll('label').find((label) => label.text().startsWith('Follow links'))!;
    await links.get('input').setValue(true);
    await pass();
    expect(lastRecipe(context)).toMatchObject({ layout: 'folders', pixelOrder: 'columns', followLinks: true });
    expect(checked(context)).toEqual(['By folder: 2 subjects', 'By columns']);
  });
});

describe('photographs of several sizes', () => {
  const sizes = [
    { rows: 640, cols: 520, images: 2 },
    { rows: 480, cols: 480, images: 6 },
  ];
  const canvas = { recipe: { fit: 'pad' as const }, title: 'On one canvas', images: 8 };
  const resized = { recipe: { fit: 'stretch' as const }, title: 'Resized', images: 8 };
  const common = { recipe: { skipOtherSizes: true }, title: 'Only 640 × 520', images: 2 };
  const photographs = (): Promise<MountedPage> =>
    doubted(
      ({ fit, skipOtherSizes }) => (fit || skipOtherSizes ? [] : [fakeDoubt('sizes', [canvas, resized, common])]),
      ({ skipOtherSizes }) => ({ sizes, images: skipOtherSizes ? 2 : 8, subjects: 2 }),
    );

  it('come on one canvas by default, with a search for faces', async () => {
    const context = await photographs();
    expect(checked(context)).toEqual(['On one canvas']);
    expect(submit(context).text()).toBe('Import 8 images of 2 subjects');
    await pressKey('Enter');
    expect(inputs(context, 'datasets.import')).toMatchObject([{ size: null, recipe: { fit: 'pad' } }]);
    context.fake.imports.push({ kind: 'done', report: report() });
    context.fake.imports.end();
    await arrived(context.router, '/datasets/1');
    expect(imported(context, 'Imported orl in 1.2 s').text()).toContain('Eyes marked in 1 of 2 images.');
    expect(inputs(context, 'datasets.findFaces')).toEqual([{ id: 1 }]);
  });

  it('are counted as they are kept', async () => {
    const context = await photographs();
    await pressKey('3');
    expect(submit(context).text()).toBe('Import 2 images of 2 subjects');
    await pressKey('Enter');
    expect(inputs(context, 'datasets.import')).toMatchObject([{ size: null, recipe: { skipOtherSizes: true } }]);
  });

  it('are resized to the most common size', async () => {
    const context = await photographs();
    await pressKey('2');
    await pressKey('Enter');
    expect(inputs(context, 'datasets.import')).toMatchObject([{ size: { rows: 640, cols: 520 } }]);
  });
});

describe('the options of an import', () => {
  it('show the pattern, the parsed names and what is left out', async () => {
    const context = await chosen();
    const { page } = context;
    await unfold(context, 'Names');
    expect(page.get('textarea').element.value).toContain('(?<subject>');
    expect(page.get('.naming table').text()).toContain('s1/2.pgm');
    expect(page.get('.unmatched summary').text()).toBe('12 image files do not match and are left out');
    expect(page.get('.unmatched').text()).toContain('and 10 more');
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('stay open for a pattern if no name can be read', async () => {
    const { page } = await chosen({
      datasets: {
        previewImport: () => {
          throw new Error('orl holds 2 image files, but no naming fits.');
        },
      },
    });
    expect(page.get('form [role=alert]').text()).toContain('no naming fits');
    expect(page.find('textarea').exists()).toBe(true);
    expect(page.find('button[type=submit]').exists()).toBe(false);
  });

  it('offer the shape as a field for a question about it', async () => {
    const shape = fakeDoubt('shape', [
      { recipe: { imageSize: { rows: 4, cols: 3 }, pixelOrder: 'columns' } },
      { recipe: { imageSize: { rows: 3, cols: 4 }, pixelOrder: 'rows' } },
    ]);
    mounted = await mountPage('/datasets/import', {
      datasets: {
        previewImport: ({ token, recipe }: { token: string; recipe: ImportRecipe }) => ({
          ...fakePreview(token),
          names: undefined,
          doubts: recipe.imageSize ? [] : [shape],
        }),
      },
    });
    await press(mounted.page, 'orl');
    await press(mounted.page, 'ORL_32x32.mat377 kB');
    await pass();
    expect(lastRecipe(mounted)).toMatchObject({ imageSize: { rows: 4, cols: 3 }, pixelOrder: 'columns' });
    await press(mounted.page, 'Another size …');
    await pass();
    await mounted.page.get('.image-size input').setValue('6 × 2');
    await pass();
    expect(lastRecipe(mounted)).toEqual({ imageSize: { rows: 6, cols: 2 } });
    expect(button(mounted.page, 'Choose another file').exists()).toBe(true);
  });

  it('make the preprocessed dataset after the import, and open it', async () => {
    const made = report({ dataset: { ...fakeDatasets[1], name: 'mine preprocessed' } });
    const context = await chosen({
      datasets: {
        async *preprocess() {
          yield { kind: 'done', report: made };
        },
      },
    });
    const { page, fake, router } = context;
    await unfold(context, 'Preprocessing');
    const also = page.findAll('label').find((label) => label.text().startsWith('Also create'))!;
    await also.get('input').setValue(true);
    await settle();
    expect(inputs(context, 'datasets.previewSteps')).toMatchObject([{ of: { token: 'orl', size: null, count: 6 } }]);
    await page.get('form').trigger('submit');
    fake.imports.push({ kind: 'done', report: report({ dataset: { ...fakeDatasets[0], name: 'mine' } }) });
    fake.imports.end();
    await arrived(router, '/datasets/2');
    expect(inputs(context, 'datasets.preprocess')).toMatchObject([{ id: 1, name: 'mine preprocessed' }]);
    expect(imported(context, 'Imported mine in 1.2 s').get('a[href="/datasets/1"]').text()).toBe('Open mine');
    expect(imported(context, 'Imported mine preprocessed in 1.2 s').find('a').exists()).toBe(false);
  });
});

describe('the end of an import', () => {
  const finish = async ({ fake }: MountedPage, change: Partial<ImportReport> = {}): Promise<void> => {
    fake.imports.push({ kind: 'done', report: report(change) });
    fake.imports.end();
    await settle();
  };

  it('is the page of the dataset with its audit, which says what was decided', async () => {
    const context = await chosen();
    await pressKey('Enter');
    await finish(context, {
      decided: '400 images of 40 subjects by folder.',
      command: 'eigenbench import orl --layout folders',
    });
    await arrived(context.router, '/datasets/1');
    expect(context.router.currentRoute.value.query).toEqual({ panel: 'audit' });
    const row = imported(context, 'Imported orl in 1.2 s');
    expect(row.text()).toContain('400 images of 40 subjects by folder.');
    expect(row.get('.mono').text()).toBe('eigenbench import orl --layout folders');
    expect(button(context.page, 'Copy command').exists()).toBe(true);
    await row.get('[aria-label=Close]').trigger('click');
    expect(imported(context, 'Imported orl in 1.2 s').exists()).toBe(false);
  });

  it('is offered by a toast if the user has gone elsewhere', async () => {
    const context = await chosen();
    await pressKey('Enter');
    await context.router.push('/settings');
    await finish(context);
    expect(context.router.currentRoute.value.path).toBe('/settings');
    expect(context.page.get('.toast').text()).toContain('Imported orl');
    await press(context.page, 'View');
    await arrived(context.router, '/datasets/1');
  });

  it('is the form again if the import fails or still has a question', async () => {
    const context = await chosen();
    await pressKey('Enter');
    const question = fakeDoubt('order', [byColumns, byRows]);
    context.fake.imports.push({ kind: 'question', doubts: [question] });
    context.fake.imports.end();
    await settle();
    expect(context.page.get('[role=alert]').text()).toContain(question.text);
    expect(submit(context).text()).toBe('Import 400 images of 40 subjects');
  });

  it('keeps the dataset if the search for faces fails, and says so on its page', async () => {
    const context = await chosen({
      datasets: {
        findFaces: () => {
          throw new Error('The networks are missing.');
        },
      },
    });
    await unfold(context, 'Duplicates and faces');
    const faces = context.page.findAll('label').find((label) => label.text() === 'Find faces')!;
    await faces.get('input').setValue(true);
    await pressKey('Enter');
    await finish(context);
    await arrived(context.router, '/datasets/1');
    expect(imported(context, 'Imported orl in 1.2 s').exists()).toBe(true);
    const interrupted = imported(context, 'A step after the import was not completed');
    expect(interrupted.attributes('role')).toBe('alert');
    expect(interrupted.text()).toContain('The networks are missing.');
  });
});
