/** The screens and states of the pictures. Datasets 1 and 2 and studies 1 and 2 are created by the script. */
import type { Page } from 'playwright-core';

export interface ScreenState {
  readonly name: string;
  readonly address: string;
  /** Brings the page from its address to the state. */
  readonly act?: (page: Page) => Promise<void>;
}

const button = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
async function chooseFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('list', { name: 'Folders and files' }).getByRole('button', { name }).click();
  await button(page, 'Use this folder');
}

/** The search for duplicates continues while the page is open. */
const audited: NonNullable<ScreenState['act']> = (page) =>
  page.getByRole('progressbar', { name: 'Audit' }).waitFor({ state: 'detached', timeout: 120_000 });
const panels = ['result', 'table', 'charts', 'faces', 'protocol'] as const;

export const states: readonly ScreenState[] = [
  { name: 'datasets', address: '/datasets' },
  { name: 'import-choose', address: '/datasets/import' },
  {
    name: 'import-preview',
    address: '/datasets/import',
    act: (page) => chooseFolder(page, 'orl'),
  },
  {
    name: 'import-question',
    address: '/datasets/import',
    act: (page) => chooseFolder(page, 'sets'),
  },
  { name: 'dataset', address: '/datasets/1' },
  { name: 'dataset-audit', address: '/datasets/2?panel=audit', act: audited },
  { name: 'dataset-means', address: '/datasets/1?panel=means' },
  { name: 'preprocess', address: '/datasets/1/preprocess' },
  {
    name: 'preprocess-eyes',
    address: '/datasets/1/preprocess',
    act: async (page) => {
      await button(page, 'Add a step');
      await page.getByRole('menuitem', { name: 'Align the eyes' }).click();
      await button(page, 'Mark by clicking');
      const face = page.locator('.stage > .face');
      const { width, height } = (await face.boundingBox())!;
      await face.click({ position: { x: 0.27 * width, y: 0.46 * height } });
      await face.click({ position: { x: 0.71 * width, y: 0.45 * height } });
    },
  },
  { name: 'studies', address: '/studies' },
  { name: 'study-form', address: '/studies/new' },
  {
    name: 'study-form-methods',
    address: '/studies/new',
    act: (page) => button(page, 'Add methods'),
  },
  {
    name: 'own-method',
    address: '/studies/new',
    act: async (page) => {
      await button(page, 'Add methods');
      await button(page, 'Your own method…');
    },
  },
  ...panels.map((panel) => ({ name: `study-${panel}`, address: `/studies/1?panel=${panel}` })),
  {
    name: 'study-why',
    address: '/studies/1?panel=faces',
    act: (page) =>
      page
        .getByRole('button', { name: /^Why is/ })
        .first()
        .click(),
  },
  { name: 'study-compare', address: '/studies/1?panel=pair' },
  { name: 'verification-curves', address: '/studies/2?panel=charts' },
  { name: 'verification-densities', address: '/studies/2?panel=charts&figure=score-densities' },
  { name: 'verification-pair', address: '/studies/2?panel=pair' },
  { name: 'verification-wrong', address: '/studies/2?panel=faces' },
  { name: 'compare-studies', address: '/studies/compare?study=1,2' },
  { name: 'papers', address: '/papers' },
  { name: 'study-model', address: '/studies/1/model' },
  { name: 'study-add', address: '/studies/1/add' },
  { name: 'embedding', address: '/datasets/1?panel=embedding' },
  { name: 'settings', address: '/settings' },
  {
    name: 'help',
    address: '/settings',
    act: (page) => page.getByRole('button', { name: 'Help on methods and terms' }).click(),
  },
  {
    name: 'about',
    address: '/settings',
    act: (page) => page.getByRole('button', { name: 'About Eigenbench' }).click(),
  },
  {
    name: 'study-latex',
    address: '/studies/1',
    act: async (page) => {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('menuitem', { name: 'LaTeX …' }).click();
    },
  },
  {
    name: 'study-figure',
    address: '/studies/1?panel=charts',
    act: async (page) => {
      await page.getByRole('button', { name: 'Save figure' }).first().click();
      await page.getByLabel('Width', { exact: true }).selectOption('page');
    },
  },
  { name: 'palette', address: '/studies/1', act: (page) => page.keyboard.press('Control+k') },
  { name: 'keys', address: '/studies', act: (page) => page.keyboard.press('?') },
  { name: 'study-unknown', address: '/studies/99' },
];

/** The pictures of README and docs, in the light theme at 1440 × 900. */
export const documentationPictures: readonly ScreenState[] = [
  { name: 'study', address: '/studies/1' },
  { name: 'audit', address: '/datasets/2?panel=audit', act: audited },
];
