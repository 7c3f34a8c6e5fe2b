// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeModelFacts, fakeModelSummary } from '../fakeModel.ts';
import { accessibilityProblems, button, choose, mountPage, settle, type MountedPage } from '../mountPage.ts';
import { eventually } from '../../support/eventually.ts';

const ADDRESS = '/studies/1/model?method=GLRAM&condition=k%3D2&repeat=1&shape=14x6';
let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

async function open(address = ADDRESS): Promise<MountedPage> {
  mounted = await mountPage(address);
  await settle();
  return mounted;
}

async function opened(summary = fakeModelSummary): Promise<MountedPage> {
  const found = await open();
  found.fake.fits.push({ kind: 'done', result: summary });
  await settle();
  return found;
}

const enlarged = (page: MountedPage['page']): (string | undefined)[] =>
  page.findAll('.face-button').map((face) => face.attributes('aria-label'));

describe('the model room', () => {
  it('fits the cell of its address, shows the progress, and cancels', async () => {
    const { page, fake } = await open();
    const cell = { id: 1, label: 'GLRAM', condition: 'k=2', repeat: 1, shape: [14, 6] };
    expect(fake.calls.find(({ name }) => name === 'models.open')?.input).toEqual(cell);
    const progress = { done: 30, total: 100, failed: 0, rate: 10, secondsLeft: 7, running: ['Fitting GLRAM'] };
    fake.fits.push({ kind: 'progress', progress });
    await settle();
    expect(page.find('progress').attributes('aria-valuetext')).toContain('30 of 100 iterations at most');
    await button(page, 'Cancel').trigger('click');
    await settle();
    expect(page.find('progress').exists()).toBe(false);
    expect(page.text()).toContain('The fit was cancelled.');
    expect(button(page, 'Refit').exists()).toBe(true);
  });

  it('says how the fit went, and whether it recognises the same', async () => {
    const { page } = await opened();
    expect(page.text()).toContain('3 iterations; log-likelihood −12.5 nats; recognises 319 of 320 test images');
    expect(page.text()).toContain('floored');
    expect(page.find('h1').text()).toBe('GLRAM, model');
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('shows basis images by pages, enlarged by a click, with arrow keys among them', async () => {
    const { page, fake } = await opened();
    expect(enlarged(page)).toHaveLength(24);
    expect(enlarged(page)[0]).toBe('Enlarge Basis image (1, 1)');
    expect(page.find('.gallery li').text()).toContain('± 0.25');
    expect(page.find('.gallery li').text()).toContain('13%');
    await page.find('[aria-label="Next basis images"]').trigger('click');
    await eventually(() => expect(enlarged(page)).toHaveLength(6));
    await page.findAll('.face-button')[0].trigger('click');
    await settle();
    const dialog = () => document.querySelector('dialog')!;
    expect(dialog().textContent).toContain('Basis image (25, 1)');
    dialog().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await settle();
    expect(dialog().textContent).toContain('Basis image (26, 1)');
    expect(dialog().textContent).toContain('2 of 6');
    expect(await accessibilityProblems()).toEqual([]);
    dialog().dispatchEvent(new Event('cancel', { cancelable: true }));
    await settle();
    expect(document.querySelector('dialog')).toBeNull();
    await choose(page, 'Order', 'By variance');
    await eventually(() =>
      expect(fake.calls.filter(({ name }) => name === 'models.basis').at(-1)?.input).toMatchObject({
        order: 'variance',
        from: 0,
      }),
    );
  });

  it('follows sliders over the latent dimensions with reconstructions and curves of the error', async () => {
    const { page, fake } = await opened();
    await button(page, 'Reconstructions').trigger('click');
    await settle();
    const sliders = page.findAll('input[type=range]');
    expect(sliders.map((slider) => slider.attributes('aria-valuetext'))).toEqual(['2 of 2', '3 of 3']);
    const charts = () => page.findAll('.chart-stub').map((chart) => chart.attributes('aria-label'));
    expect(charts()[1]).toBe('Error of reconstructions of GLRAM by q_r, q_c = 2');
    await sliders[0].setValue('0');
    await eventually(() =>
      expect(fake.calls.filter(({ name }) => name === 'models.rebuilt').at(-1)?.input).toMatchObject({
        block: { rows: 1, cols: 3 },
      }),
    );
    expect(charts()[1]).toBe('Error of reconstructions of GLRAM by q_r, q_c = 1');
    expect(enlarged(page).slice(0, 2)).toEqual(['Enlarge Test image of s1', 'Enlarge Reconstruction of s1']);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('has a tab for what the model can, with its place in the address, and none for the rest', async () => {
    const { page, router } = await opened();
    const tabs = () => page.findAll('[role=tab]').map((tab) => tab.text());
    expect(tabs()).toEqual([
      'Basis images',
      'Reconstructions',
      'Embedding',
      'Spectrum',
      'Samples',
      'Missing pixels',
      'Components',
      'Convergence',
    ]);
    for (const [tab, part, words] of [
      ['Spectrum', 'spectrum', 'hold 70.0% of the variance'],
      ['Samples', 'samples', 'The same seed draws the same images.'],
      ['Missing pixels', 'imputation', '3.00 mean 6.00'],
      ['Components', 'components', 'π = 0.750 · 2 test images'],
      [
        'Embedding',
        'latent',
        '2 training images and 3 test images on two axes, coloured by subject: training hollow, test filled; 1 mistake ringed',
      ],
    ]) {
      await button(page, tab).trigger('click');
      await settle();
      await settle();
      expect(router.currentRoute.value.query.part).toBe(part);
      expect(page.find('[role=tabpanel]').text().replace(/\s+/g, ' ')).toContain(words);
      expect(await accessibilityProblems()).toEqual([]);
    }
    page.unmount();
    const none = { reconstructions: false, spectrum: false, samples: false, imputation: false, components: false };
    const bare = await opened({ ...fakeModelSummary, facts: { ...fakeModelFacts, traces: [], answers: none } });
    expect(bare.page.findAll('[role=tab]').map((tab) => tab.text())).toEqual(['Embedding']);
  });

  it('draws the traces of the fit against iterations or seconds', async () => {
    const { page } = await opened();
    await button(page, 'Convergence').trigger('click');
    await settle();
    const picture = () => page.find('.chart-stub').attributes('aria-label');
    expect(picture()).toBe('Reconstruction error against the iteration: GLRAM');
    await choose(page, 'Against', 'Seconds');
    expect(picture()).toBe('Reconstruction error against the seconds: GLRAM');
    const quantity = page.findAll('select').find((select) => select.text().includes('Angle between axes 1 and 2'))!;
    await quantity.setValue('1');
    expect(picture()).toBe('Angle between axes 1 and 2 against the seconds: GLRAM');
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:figure');
    await button(page, 'Save figure').trigger('click');
    await settle();
    const format = page.findAll('.field').find((field) => field.text().startsWith('Format'))!;
    await format.find('select').setValue('svg');
    await button(page, 'Save file').trigger('click');
    await settle();
    expect((saved.mock.calls[0][0] as File).name).toBe('glram-convergence.svg');
    expect(await (saved.mock.calls[0][0] as File).text()).toContain('Angle between axes 1 and 2 (degrees)');
    saved.mockRestore();
  });

  it('says so where every subject has a model of its own', async () => {
    const { page } = await opened({ ...fakeModelSummary, facts: null });
    expect(page.text()).toContain('no model covers all training images');
    expect(page.find('[role=tab]').exists()).toBe(false);
  });
});
