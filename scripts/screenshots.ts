/**
 * Pictures of every screen and state, in both themes at three sizes: `npm run screenshots`, after `npm run build`. They
 * go to `dist/screenshots`, or to the folder of `--out`, for review before a release. Faces are those of ORL if
 * EIGENBENCH_DATA contains it, else drawn. `--docs` renews the pictures of the documentation instead,
 * `--articles` those of the articles in the gallery.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { writeConditions, writeFolders, writeSets } from '../test/e2e/drawnData.ts';
import { openPage } from '../test/e2e/openPage.ts';
import { hasRealData, realData } from '../test/support/realData.ts';
import { drawArticles } from './screenshots/articles.ts';
import { documentationPictures, states } from './screenshots/states.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1100, height: 720 },
  { width: 1920, height: 1080 },
] as const;
const THEMES = ['light', 'dark'] as const;

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    docs: { type: 'boolean', default: false },
    articles: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const out = resolve(values.out ?? join(root, values.docs ? 'docs/images' : 'dist/screenshots'));
const scratch = mkdtempSync(join(tmpdir(), 'eigenbench-screenshots-'));
const real = hasRealData('orl', 'yale');
/** The folder of orl, of yale and of a folder that can be read in two ways: copies, because pages display its path. */
const sources = join(scratch, 'faces');
const workspace = join(scratch, 'screenshots.eigenbench');

/** Runs a command line in a separate process. */
function eigenbench(...parameters: readonly string[]): void {
  const launcher = join(root, 'bin/eigenbench.js');
  execFileSync(process.execPath, [launcher, ...parameters, '--workspace', workspace], {
    stdio: 'ignore',
    cwd: scratch,
  });
}

/** Two datasets, one with a defect; a finished study of six methods with and without noise, and one of pairs. */
async function prepare(): Promise<void> {
  const faces = join(sources, 'orl');
  if (real) cpSync(realData('orl'), faces, { recursive: true });
  else writeFolders(faces, 2);
  eigenbench('import', faces, '--name', 'orl', '--size', '56x46');
  const conditions = join(sources, 'yale');
  if (real) cpSync(realData('yale'), conditions, { recursive: true });
  else await writeConditions(conditions);
  eigenbench('import', conditions, '--name', 'yale');
  writeSets(join(sources, 'sets'));
  const tied = { latent: { tied: [2, 4, 6, 8, 10, 12, 16] } };
  const spec = {
    name: 'orl comparison',
    dataset: 'orl',
    protocol: { kind: 'random', trainPerSubject: [2, 3, 4], repeats: 6 },
    perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [20, 40] }],
    methods: [
      { method: 'pca' },
      { method: 'ppca' },
      { method: 'lda' },
      { method: '2dpca' },
      { method: 'glram', ...tied },
      { method: 'bppca', ...tied },
    ],
  };
  const pairs = {
    name: 'orl verification',
    dataset: 'orl',
    protocol: { kind: 'pairs', folds: 5 },
    methods: [{ method: 'pca' }, { method: 'lda' }, { method: 'glram', ...tied }],
    measures: ['verification'],
  };
  for (const study of [spec, pairs]) {
    writeFileSync(join(scratch, 'study.json'), JSON.stringify(study));
    eigenbench('run', 'study.json');
  }
}

/** Waits until no part of the page is loading. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page
    .waitForFunction(() => document.querySelector('[aria-busy=true], .loading-lines') === null, undefined, {
      timeout: 15_000,
    })
    .catch(() => undefined);
  // Canvases are drawn in the frame after their pixels arrive.
  await page.waitForTimeout(700);
}

async function take(): Promise<void> {
  mkdirSync(out, { recursive: true });
  const opened = await openPage(workspace, sources);
  const { page } = opened;
  page.setDefaultTimeout(20_000);
  const failures: string[] = [];
  const shoot = async (name: string, { address, act }: (typeof states)[number], file: string): Promise<void> => {
    try {
      // Dialogs of the whole application stay open when the address changes.
      for (let n = 0; n < 3 && (await page.locator('dialog[open]').count()) > 0; n++)
        await page.keyboard.press('Escape');
      await opened.goTo('/studies');
      await opened.goTo(address);
      await settled(page);
      if (act) {
        await act(page);
        await settled(page);
      }
      const picture = await page.screenshot();
      // The manual is packaged: a palette halves the size.
      writeFileSync(join(out, file), values.docs ? await sharp(picture).png({ palette: true }).toBuffer() : picture);
      process.stdout.write(`${file}\n`);
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    }
  };
  try {
    if (values.docs) {
      await page.setViewportSize(SIZES[0]);
      for (const picture of documentationPictures) await shoot(picture.name, picture, `${picture.name}.png`);
    } else {
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        for (const size of SIZES) {
          await page.setViewportSize(size);
          for (const state of states.filter(({ name }) => !values.only || name.includes(values.only))) {
            await shoot(state.name, state, `${state.name}-${theme}-${size.width}.png`);
          }
        }
      }
    }
    failures.push(...opened.browser.complaints.map((complaint) => `console: ${complaint}`));
  } finally {
    await opened.close();
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

try {
  if (values.articles) await drawArticles(resolve(values.out ?? join(root, 'docs/gallery')));
  else {
    await prepare();
    await take();
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
