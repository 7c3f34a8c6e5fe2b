// @vitest-environment happy-dom
/** A parcel or manifest on the window: what is in it, its computation, and the verdict. */
import { ORPCError } from '@orpc/client';
import { zipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReproductionContents, ReproductionEvent } from '../../../src/core/contract/reproductions.ts';
import type { ReproductionVerdict } from '../../../src/core/study/plan/reproductionVerdict.ts';
import '../../../src/renderer/reproduction/ReproduceDialog.vue';
import { eventually } from '../../support/eventually.ts';
import { Feed, type Overrides } from '../fakeClient.ts';
import { accessibilityProblems, arrived, fromMenu, mountPage, settle, type MountedPage } from '../mountPage.ts';

let mounted: MountedPage | null = null;
afterEach(() => {
  mounted?.page.unmount();
  mounted = null;
  document.body.innerHTML = '';
});

const program = { version: '0.1.0', commit: null, runtime: 'Node 24, Linux', kernel: 'wasm-simd' };

const contents: ReproductionContents = {
  id: 7,
  file: 'study.zip',
  kind: 'parcel',
  study: { name: 'Yale small', created: '2026-11-29T10:00:00.000Z' },
  digest: 'd'.repeat(64),
  program,
  dataset: {
    name: 'yale',
    hash: 'h'.repeat(64),
    images: 165,
    subjects: 15,
    rows: 32,
    cols: 32,
    here: null,
    packed: true,
    files: 165,
    commands: ['eigenbench import faces --name yale --size 32x32'],
  },
  rows: [
    { label: 'PCA', method: 'pca', cells: 40, leftOut: null },
    { label: 'Mine', method: 'own', cells: 40, leftOut: { why: 'unregistered', text: 'it is not registered here' } },
  ],
  conditions: 2,
  repeats: 10,
  splits: 20,
  cells: { total: 80, done: 80, failed: 0, pending: 0 },
  vectors: [],
  methods: ['own'],
  files: [
    { name: 'README.md', bytes: 10, sha256: 'a'.repeat(64), state: 'intact' },
    { name: 'manifest.json', bytes: 10, sha256: 'b'.repeat(64), state: 'intact' },
  ],
};

const all = (total: number) => ({ total, compared: total, same: total });

const verdict: ReproductionVerdict = {
  outcome: 'identical',
  headline: 'Identical: 80 of 80 cells, 20 of 20 splits; all numbers are the same bit for bit.',
  study: 'Yale small',
  digest: 'd'.repeat(64),
  date: '2026-11-30T10:00:00.000Z',
  rows: all(2),
  images: all(165),
  splits: all(20),
  cells: all(80),
  numbers: all(80),
  methodFiles: all(0),
  vectors: all(0),
  computedNow: 80,
  computedBefore: 0,
  pending: 0,
  then: program,
  now: program,
  leftOut: [],
  otherRuntimes: [],
  remarks: [],
  files: contents.files,
  differences: [],
  cellDifferences: [],
  kept: 1,
};

const running: ReproductionEvent = {
  state: 'running',
  step: 'cells',
  progress: { done: 8, total: 80, failed: 0, rate: 10, secondsLeft: 7, running: [] },
  unit: 'cells',
  notices: [],
  failure: null,
  verdict: null,
};

/** The page with a reproduction of these contents; `events` are fed by hand. */
async function pageWith(change: Partial<ReproductionContents> = {}, overrides: Overrides['reproductions'] = {}) {
  const events = new Feed<ReproductionEvent>();
  const started: unknown[] = [];
  const opened: unknown[] = [];
  mounted = await mountPage('/studies', {
    reproductions: {
      open: (input: unknown) => (opened.push(input), { ...contents, ...change }),
      start: (input: unknown) => (started.push(input), null),
      watch: () => events,
      ...overrides,
    },
  });
  return { ...mounted, events, started, opened };
}

async function drop(file: File): Promise<void> {
  const event = new Event('drop', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files: [file] } });
  document.body.dispatchEvent(event);
  await settle();
}

const parcel = (name = 'study.zip'): File =>
  new File([zipSync({ 'manifest.json': Buffer.from('{}') }) as Uint8Array<ArrayBuffer>], name);
const shown = (): string => document.querySelector('dialog')?.textContent.replaceAll(/\s+/g, ' ') ?? '';
const buttonOf = (name: string): HTMLButtonElement =>
  [...document.querySelectorAll<HTMLButtonElement>('dialog button')].find(({ textContent }) =>
    textContent.includes(name),
  )!;

describe('a parcel on the window', () => {
  it('says what is in it, what cannot run here, and that nothing has run', async () => {
    const { opened } = await pageWith();
    await drop(parcel());
    await eventually(() => expect(shown()).toContain('Yale small'));
    expect(opened).toMatchObject([{ source: { name: 'study.zip' } }]);
    expect(shown()).toContain('yale: 165 images of 15 subjects, 32 × 32');
    expect(shown()).toContain('not in this workspace; the parcel has them');
    expect(shown()).toContain('80 of 80 finished, on 20 splits');
    expect(shown()).toContain('Mine left out here: it is not registered here');
    expect(shown()).toContain('2 files, each of the size and digest that the parcel lists');
    expect(shown()).toContain('Nothing of it has been computed or stored.');
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('is computed with progress, and ends with the verdict, from which the study is opened', async () => {
    const { events, started, router } = await pageWith();
    await drop(parcel());
    await eventually(() => expect(shown()).toContain('Yale small'));
    buttonOf('Compute it again').click();
    await eventually(() => expect(started).toEqual([{ id: 7, keep: true }]));
    events.push(running);
    await eventually(() => expect(shown()).toContain('8 of 80 cells'));
    expect(buttonOf('Stop').disabled).toBe(false);
    events.push({ ...running, state: 'finished', step: null, progress: null, verdict });
    await eventually(() => expect(shown()).toContain('All 80 cells are identical, bit for bit.'));
    await eventually(() => expect(shown()).toMatch(/The result that was reproduced .*lowest error rate/));
    expect(shown()).toContain('165 of 165 are the same as recorded');
    expect(shown()).toContain('80 of 80 cells predict the same subjects');
    expect(shown()).toContain('Eigenbench 0.1.0 with wasm-simd, then and now');
    expect(await accessibilityProblems()).toEqual([]);
    buttonOf('Open the study').click();
    await arrived(router, '/studies/1');
  });

  it('names what differs, and each cell where one asks', async () => {
    const { events } = await pageWith();
    await drop(parcel());
    await eventually(() => expect(shown()).toContain('Yale small'));
    buttonOf('Compute it again').click();
    const text = 'Cell PCA, k=2, repeat 3 predicts other labels.';
    const other: ReproductionVerdict = {
      ...verdict,
      outcome: 'different',
      cells: { total: 80, compared: 80, same: 77 },
      differences: [text],
      cellDifferences: [
        { label: 'PCA', condition: 'k=2', repeat: 3, kind: 'labels', text, points: 0 },
        { label: 'PCA', condition: 'k=2', repeat: 4, kind: 'errors', text, points: 0.41 },
        { label: 'PCA', condition: 'k=2', repeat: 5, kind: 'errors', text, points: 0.2 },
      ],
      remarks: ['The vectors deep of the built-in network were computed again.'],
      now: { ...program, version: '0.2.0' },
      kept: null,
    };
    events.push({ ...running, state: 'finished', verdict: other });
    await eventually(() => expect(shown()).toContain('3 of 80 cells differ, by up to 0.4 points.'));
    expect(shown()).toContain('Not reproduced');
    expect(shown()).toContain(text);
    expect(shown()).toContain('The vectors deep of the built-in network were computed again.');
    expect(shown()).toContain('Not compared, as the versions differ');
    expect(shown()).not.toContain('bit for bit');
    expect(buttonOf('Open the study')).toBeUndefined();
  });

  it('asks for images that neither workspace nor parcel has', async () => {
    await pageWith({ dataset: { ...contents.dataset, packed: false } });
    await drop(parcel());
    await eventually(() => expect(shown()).toContain('these commands made them'));
    expect(shown()).toContain('eigenbench import faces --name yale --size 32x32');
    expect(buttonOf('Import the images from')).toBeDefined();
    expect(buttonOf('Compute it again')).toBeUndefined();
  });

  it('is refused if it is damaged, with the sentence of the engine', async () => {
    const refused = () => {
      const message = 'study.zip, manifest.json is a damaged manifest: PCA, k=2, repeat 1 is missing.';
      throw new ORPCError('INVALID', { message });
    };
    await pageWith({}, { open: refused });
    await drop(parcel());
    await eventually(() => expect(shown()).toContain('study.zip is not a packed study, or is damaged.'));
    await eventually(() => expect(shown()).toContain('PCA, k=2, repeat 1 is missing.'));
    expect(buttonOf('Another file')).toBeDefined();
  });
});

describe('other files', () => {
  it('of a manifest are reproduced as well', async () => {
    const { opened } = await pageWith();
    await drop(new File(['{"format": "eigenbench-manifest"}'], 'm.json'));
    await eventually(() => expect(opened).toMatchObject([{ source: { name: 'm.json' } }]));
  });

  it('go to the import', async () => {
    const { router } = await pageWith();
    await drop(new File([zipSync({ 's1/1.pgm': Buffer.from('x') }) as Uint8Array<ArrayBuffer>], 'faces.zip'));
    await arrived(router, '/datasets/import');
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('are chosen where the page asks, which finds the one that runs', async () => {
    const { page, events } = await pageWith(
      {},
      {
        list: () => [{ id: 7, file: 'study.zip', study: 'Yale small', state: 'running' }],
        get: () => contents,
      },
    );
    await fromMenu(page, 'Reproduce a packed study…');
    events.push(running);
    await eventually(() => expect(shown()).toContain('8 of 80 cells'));
  });
});
