/**
 * How much the page works on what a user does with large studies and datasets: `npm run build`, then
 * `node test/bench/page/latency.ts [--rounds 20] [--sizes 3] [--only 10^4] [--actions 'sort|panel']
 * [--keep workspace]`. Studies of 10³, 10⁴ and 10⁵ finished
 * cells and 10⁵ images are written (largeWorkspace.ts), opened in Chromium from the built page, and used. Per
 * interaction it prints the median and the 95 % quantile of the processor time of the page's main thread, the longest
 * single task of all rounds, and the median time on the clock, which counts the engine and the load of the machine too.
 * Writes bench-results/latency.json. The aim: 95% of the interactions below 50 ms of the page's own work at 10⁴ cells,
 * below 100 ms at 10⁵. `--keep` writes the workspace to a file, or takes the one that is there. `--profile` names a
 * folder for what the page did in each interaction, as the developer tools of Chromium open it.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { openPage } from '../../e2e/openPage.ts';
import { writeResults } from '../harness/results.ts';
import { LARGE_DATASET, studySizes, writeLargeWorkspace } from './largeWorkspace.ts';
import { quantile, WorkMeter, type PageWork } from './pageWork.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    sizes: { type: 'string' },
    only: { type: 'string' },
    actions: { type: 'string' },
    keep: { type: 'string' },
    profile: { type: 'string' },
  },
});
const ROUNDS = Number(values.rounds ?? 20);
const wanted = new RegExp(values.actions ?? '');
const sizes = studySizes.slice(0, Number(values.sizes ?? studySizes.length));

/** One thing that a user does; `at` says the round. What it looks up beforehand is not counted. */
interface Interaction {
  readonly name: string;
  readonly rounds?: number;
  readonly prepare?: (at: number) => Promise<unknown>;
  readonly act: (at: number) => Promise<unknown>;
  /** When the answer is there, as the page sees it. */
  readonly shown?: () => boolean;
}

/** Nothing is being read, and no table is that of other options. */
const atRest = (): boolean => document.querySelector('[aria-busy=true]') === null;

interface Place {
  readonly x: number;
  readonly y: number;
}

async function centre(locator: Locator): Promise<Place> {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`Nothing is to be seen of ${String(locator)}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** An interaction that is a click on what `target` finds. */
function click(
  page: Page,
  name: string,
  target: (at: number) => Locator,
  further: Partial<Interaction> = {},
): Interaction {
  let place: Place = { x: 0, y: 0 };
  return {
    name,
    prepare: async (at) => (place = await centre(target(at))),
    act: () => page.mouse.click(place.x, place.y),
    ...further,
  };
}

function studyInteractions(page: Page, study: string): Interaction[] {
  const table = page.getByTestId('results-table');
  const cells = table.locator('button.cell');
  const names = table.locator('tbody button.method');
  const picked = table.locator('tbody button.method[aria-pressed=true]');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const filter = page.getByLabel('Filter rows');
  let place: Place = { x: 0, y: 0 };
  const panels = ['Result', 'Charts', 'Faces', 'Protocol'];
  return [
    {
      name: 'open the study',
      rounds: Math.min(ROUNDS, 5),
      prepare: async () => {
        await page.evaluate(() => (location.hash = '#/studies'));
        await table.waitFor({ state: 'detached' });
        place = await centre(page.getByRole('link', { name: study }).first());
      },
      act: () => page.mouse.click(place.x, place.y),
      shown: () => document.querySelector('[data-testid=verdict] h2') !== null,
    },
    {
      name: 'change the measure',
      prepare: () => page.getByLabel('Measure').focus(),
      act: (at) => page.keyboard.press(at % 2 === 0 ? 'ArrowDown' : 'ArrowUp'),
    },
    click(page, 'sort by a column', (at) => table.locator('thead th.leaf button').nth(Math.floor(at / 3) % 10)),
    click(page, 'hide or show a condition', () => page.locator('.chips .chip').nth(1), {
      prepare: async () => {
        const chip = page.locator('.chips .chip').nth(1);
        if (!(await chip.isVisible())) await page.getByRole('button', { name: /^Columns/ }).click();
        place = await centre(chip);
      },
      act: () => page.mouse.click(place.x, place.y),
    }),
    {
      name: 'point at an entry',
      prepare: async (at) => (place = await centre(cells.nth((at * 37) % 100))),
      act: () => page.mouse.move(place.x, place.y),
    },
    click(page, 'select an entry', (at) => cells.nth((at * 37) % 100)),
    {
      name: 'move by arrow keys',
      prepare: () => cells.first().focus(),
      act: (at) => page.keyboard.press(at % 2 === 0 ? 'ArrowDown' : 'ArrowRight'),
    },
    {
      name: 'type in the filter',
      prepare: async (at) => {
        if (at % 3 === 0) await filter.fill('');
        await filter.focus();
      },
      act: (at) => page.keyboard.press('pca'[at % 3]),
    },
    {
      name: 'scroll the table',
      prepare: async (at) => {
        await filter.fill('').catch(() => undefined);
        place = await centre(cells.nth(at % 3));
        await page.mouse.move(place.x, place.y);
      },
      act: (at) => page.mouse.wheel(at % 4 < 2 ? 300 : -300, at % 2 === 0 ? 300 : -300),
    },
    ...panels.map((panel) =>
      click(page, `panel: ${panel}`, () => tab(panel), {
        rounds: Math.min(ROUNDS, 5),
        prepare: async () => {
          const other = panel === 'Splits' ? 'Overview' : 'Splits';
          await tab(other).click();
          await page.waitForFunction(atRest);
          place = await centre(tab(panel));
        },
        act: () => page.mouse.click(place.x, place.y),
      }),
    ),
    {
      name: 'curves of a condition',
      rounds: Math.min(ROUNDS, 5),
      prepare: async (at) => {
        await tab('Charts').click();
        await page.waitForFunction(atRest);
        const conditions = page.getByRole('radiogroup', { name: 'Condition' }).getByRole('radio');
        await conditions.nth(at % 2 === 0 ? 0 : 2).click();
        await page.waitForFunction(atRest);
      },
      act: () => page.keyboard.press('ArrowDown'),
    },
    {
      name: 'pick a pair',
      rounds: Math.min(ROUNDS, 5),
      prepare: async (at) => {
        await page.keyboard.press('Escape');
        await tab('Table').click();
        await page.waitForFunction(atRest);
        // One is picked: the next makes them two, and opens their comparison.
        while ((await picked.count()) > 0) await picked.first().click();
        await names.nth(at % 4).click({ modifiers: ['ControlOrMeta'] });
        place = await centre(names.nth(4 + (at % 4)));
      },
      act: () => page.mouse.click(place.x, place.y),
      shown: () => document.querySelector('[data-testid=pair-verdict]') !== null,
    },
    {
      name: 'next rival of a pair',
      rounds: Math.min(ROUNDS, 5),
      prepare: async () => {
        await page.keyboard.press('Escape');
        await tab('Table').click();
        for (const at of [0, 4]) await names.nth(at).click({ modifiers: ['ControlOrMeta'] });
        await page.waitForFunction(atRest);
        place = await centre(page.getByRole('button', { name: 'Next rival' }));
      },
      act: () => page.mouse.click(place.x, place.y),
    },
    ...palette(page, 'sort of study'),
    {
      name: 'open Add',
      rounds: Math.min(ROUNDS, 5),
      prepare: async () => {
        await page.evaluate(() => (location.hash = '#/studies'));
        await page.getByRole('link', { name: study }).first().click();
        await table.waitFor();
        await page.waitForFunction(atRest);
      },
      act: () => page.evaluate(() => (location.hash = location.hash.replace(/\?.*|$/, '/add'))),
      shown: () => document.querySelector('dl.size') !== null,
    },
    {
      name: 'change repeats in Add',
      rounds: Math.min(ROUNDS, 5),
      prepare: () => page.getByLabel('Repeats').focus(),
      act: (at) => page.keyboard.press(at % 2 === 0 ? '1' : 'Backspace'),
    },
  ];
}

function palette(page: Page, words: string): Interaction[] {
  const field = page.getByRole('combobox', { name: 'Command' });
  return [
    {
      name: 'open the palette',
      prepare: async () => {
        if (await field.isVisible()) await page.keyboard.press('Escape');
        await field.waitFor({ state: 'hidden' });
      },
      act: () => page.keyboard.press('Control+k'),
      shown: () => document.querySelector('[role=combobox]') !== null,
    },
    {
      name: 'type in the palette',
      prepare: async (at) => {
        if (at % words.length === 0) await field.fill('');
      },
      act: (at) => page.keyboard.press(words[at % words.length] === ' ' ? 'Space' : words[at % words.length]),
    },
  ];
}

function datasetInteractions(page: Page): Interaction[] {
  const gallery = page.locator('[role=listbox]').first();
  const options = gallery.getByRole('option');
  const subject = page.getByRole('textbox', { name: 'Subject' });
  let place: Place = { x: 0, y: 0 };
  return [
    {
      name: 'open the dataset',
      rounds: Math.min(ROUNDS, 5),
      prepare: async () => {
        await page.evaluate(() => (location.hash = '#/datasets'));
        await gallery.waitFor({ state: 'detached' });
        place = await centre(page.getByRole('link', { name: LARGE_DATASET }).first());
      },
      act: () => page.mouse.click(place.x, place.y),
      shown: () => document.querySelector('[role=listbox] [role=option]') !== null,
    },
    {
      name: 'page through images',
      prepare: () => gallery.focus(),
      act: () => page.keyboard.press('PageDown'),
    },
    click(page, 'select an image', (at) => options.nth(at % 20)),
    {
      name: 'scroll the images',
      prepare: async () => {
        place = await centre(gallery);
        await page.mouse.move(place.x, place.y);
      },
      act: () => page.mouse.wheel(0, 900),
    },
    {
      name: 'filter by subject',
      prepare: async (at) => {
        if (at % 4 === 0) await subject.fill('');
        await subject.focus();
      },
      act: (at) => page.keyboard.press(String((at % 4) + 1)),
    },
    ...palette(page, 'dataset'),
  ];
}

interface Row {
  readonly name: string;
  readonly work: { readonly median: number; readonly p95: number };
  readonly longest: number;
  readonly wall: number;
}

async function measure(meter: WorkMeter, { name, rounds = ROUNDS, prepare, act, shown }: Interaction): Promise<Row> {
  const found: PageWork[] = [];
  for (let at = 0; at < rounds; at++) {
    await prepare?.(at);
    // What looking things up has started is over before the input comes.
    await meter.measure(async () => undefined, String(atRest));
    const seen = shown ? `() => (${String(shown)})() && (${String(atRest)})()` : String(atRest);
    found.push(await meter.measure(() => act(at), seen));
  }
  const works = found.map(({ work }) => work);
  return {
    name,
    work: { median: quantile(works, 0.5), p95: quantile(works, 0.95) },
    longest: Math.max(...found.map(({ longest }) => longest)),
    wall: quantile(
      found.map(({ wall }) => wall),
      0.5,
    ),
  };
}

function print(name: string, ...texts: readonly string[]): void {
  process.stdout.write(`${name.padEnd(28)}${texts.map((text) => text.padStart(10)).join('')}\n`);
}

const scratch = mkdtempSync(join(tmpdir(), 'latency-'));
const workspace = values.keep ?? join(scratch, 'w.eigenbench');
try {
  if (!existsSync(workspace)) writeLargeWorkspace(workspace, sizes);
  const opened = await openPage(workspace, scratch);
  const { page } = opened;
  const measured: { what: string; rows: Row[] }[] = [];
  try {
    const use = async (what: string, address: string, interactions: readonly Interaction[]): Promise<void> => {
      await opened.goTo(address);
      // Nothing is left open of what came before.
      await page.reload();
      const meter = await WorkMeter.of(page, values.profile !== undefined);
      const rows: Row[] = [];
      print(`\n${what}`, 'work p50', 'work p95', 'longest', 'clock p50');
      for (const interaction of interactions.filter(({ name }) => name.startsWith('open the ') || wanted.test(name))) {
        const row = await measure(meter, interaction);
        if (values.profile) meter.saveProfile(join(values.profile, `${what} ${interaction.name}.cpuprofile`));
        rows.push(row);
        const { work, longest, wall } = row;
        print(row.name, ...[work.median, work.p95, longest, wall].map((ms) => ms.toFixed(0)));
      }
      measured.push({ what, rows });
    };
    for (const { name } of sizes.filter((size) => size.name.includes(values.only ?? '')))
      await use(name, '/studies', studyInteractions(page, name));
    if (!values.only) await use(LARGE_DATASET, '/datasets', datasetInteractions(page));
  } finally {
    await opened.close();
  }
  const load = loadavg()[0];
  process.stdout.write(`\nMilliseconds; load average ${load.toFixed(1)}\n`);
  writeResults('latency', { rounds: ROUNDS, load, measured });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
