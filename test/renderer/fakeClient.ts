/** The contract in memory: what the page talks to in component tests. Answers can be replaced and made to fail. */
import { ORPCError } from '@orpc/client';
import { ref } from 'vue';
import type { Client, Connection } from '../../src/renderer/api/client.ts';
import type { AuditEvent, DatasetAudit } from '../../src/core/contract/audits.ts';
import type { ImportEvent, ImportPreview } from '../../src/core/contract/imports.ts';
import type { Doubt, ReadingChoice } from '../../src/core/readings/reading.ts';
import type { PixelBlock } from '../../src/core/images/pixelBlock.ts';
import type { StudyDetails, StudyEvent } from '../../src/core/contract/studies.ts';
import type { NotebookChange } from '../../src/core/contract/notebook.ts';
import type { UserSettings } from '../../src/core/contract/settings.ts';
import type { Drawing } from '../../src/core/figures/drawing/drawing.ts';
import { asOnScreen } from '../../src/core/figures/drawing/printStyle.ts';
import { printedSvg } from '../../src/core/figures/drawing/svg.ts';
import { defaultFigureLook } from '../../src/core/figures/figurePage.ts';
import type { FitEvent } from '../../src/core/contract/procedures.ts';
import type { ModelSummary } from '../../src/core/contract/models.ts';
import type { StudySpec } from '../../src/core/study/spec/spec.ts';
import { packTable } from '../../src/core/study/table/packedTable.ts';
import { miniature } from '../../src/core/figures/charts/overview.ts';
import { rankReport, type RankOptions } from '../../src/core/study/comparison/ranks.ts';
import type { TableOptionsInput } from '../../src/core/study/table/tableOptions.ts';
import { slug } from '../../src/core/report/slug.ts';
import { fakeModel } from './fakeModel.ts';
import {
  fakeAudit,
  fakeCharacteristics,
  fakeComparison,
  fakeConfusion,
  fakeDatasets,
  fakeDisagreements,
  fakeMethods,
  fakeMistakes,
  fakeResults,
  fakeSideBySide,
  fakeSplit,
  fakeStudy,
} from './fakeData.ts';

/** A stream that tests feed by hand. */
export class Feed<T> implements AsyncIterableIterator<T> {
  readonly #waiting: ((result: IteratorResult<T>) => void)[] = [];
  readonly #queue: T[] = [];
  #ended = false;
  cancelled = false;

  push(value: T): void {
    const take = this.#waiting.shift();
    if (take) take({ value, done: false });
    else this.#queue.push(value);
  }

  end(): void {
    this.#ended = true;
    for (const take of this.#waiting.splice(0)) take({ value: undefined, done: true });
  }

  next(): Promise<IteratorResult<T>> {
    const value = this.#queue.shift();
    if (value !== undefined) return Promise.resolve({ value, done: false });
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async return(): Promise<IteratorResult<T>> {
    this.cancelled = true;
    this.end();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

export type Overrides = { [Space in keyof Client]?: Partial<Record<keyof Client[Space], unknown>> };

export function notFound(message: string): ORPCError<'NOT_FOUND', undefined> {
  return new ORPCError('NOT_FOUND', { message, data: undefined });
}

export interface Fake {
  readonly client: Client;
  readonly calls: { readonly name: string; readonly input: unknown }[];
  readonly imports: Feed<ImportEvent>;
  readonly events: Feed<StudyEvent>;
  /** The fit that is looked into. */
  readonly fits: Feed<FitEvent<ModelSummary>>;
  readonly studies: StudyDetails[];
}

/** Faces of 56 × 46, made up: an oval with eyes that differs a little from number to number. */
function fakeFaces(index: readonly number[]): PixelBlock {
  const [rows, cols] = [56, 46];
  const faces = index.map((n) => {
    const [turn, skin, lower] = [Math.sin(n), 150 + 40 * Math.sin(n / 10), 0.03 * Math.sin(n)];
    const pixels = new Uint8ClampedArray(rows * cols).map((_, i) => {
      const [y, x] = [Math.floor(i / cols) / rows - 0.5, (i % cols) / cols - 0.5];
      const face = (x * 1.3) ** 2 + (y + lower) ** 2 < 0.42 ** 2 ? skin : 70;
      const eyes = (Math.abs(x) - 0.15) ** 2 + ((y + 0.1) * 1.6) ** 2 < 0.05 ** 2 ? -80 : 0;
      return face + eyes + 30 * x * turn;
    });
    return String.fromCharCode(...pixels);
  });
  return { rows, cols, count: index.length, pixels: btoa(faces.join('')) };
}

/** Preview of a folder of this name, without doubts. */
export function fakePreview(token: string): ImportPreview {
  return {
    layout: 'orl',
    layoutTitle: 'ORL layout: one folder per subject (s1/1.pgm)',
    suggestedName: token,
    images: 400,
    subjects: 40,
    rows: 112,
    cols: 92,
    decisions: [],
    doubts: [],
    command: 'eigenbench import orl',
    names: {
      layouts: [
        { id: 'orl', title: 'ORL' },
        { id: 'yale', title: 'Yale' },
      ],
      pattern: '(?<subject>s\\d+)/(?<shot>\\d+)\\.pgm$',
      matches: [
        { file: 's1/1.pgm', subject: 's1', attributes: { shot: '1' } },
        { file: 's1/2.pgm', subject: 's1', attributes: { shot: '2' } },
      ],
      unmatched: { count: 12, files: ['README.pgm', 'logo.pgm'] },
      subsets: [{ id: 'half', title: 'the first five images' }],
    },
  };
}

/** A doubt about this aspect; choices take what they do not state from the preview above. */
export function fakeDoubt(aspect: Doubt['aspect'], choices: readonly Partial<ReadingChoice>[]): Doubt {
  return {
    aspect,
    title: `Which ${aspect}?`,
    text: `The ${aspect} can be read in ${choices.length} ways.`,
    choices: choices.map((choice, n) => ({
      recipe: {},
      title: `${aspect} ${n + 1}`,
      detail: '10 images each.',
      images: 400,
      subjects: 40,
      evidence: [],
      concerns: [],
      ...choice,
    })),
  };
}

/** An audit that found this at once. */
export async function* auditEvents(audit: DatasetAudit): AsyncGenerator<AuditEvent> {
  yield { kind: 'done', audit };
}

/** A client with two datasets and one finished study, unless others are given; `overrides` replaces single calls. */
export function fakeClient(overrides: Overrides = {}, studies: StudyDetails[] = [fakeStudy(1)]): Fake {
  const calls: Fake['calls'] = [];
  const imports = new Feed<ImportEvent>();
  const events = new Feed<StudyEvent>();
  const fits = new Feed<FitEvent<ModelSummary>>();
  let settings: UserSettings = { workers: 0, theme: 'system', figure: defaultFigureLook };
  const deleted: StudyDetails[] = [];
  const studyOf = (id: number): StudyDetails => {
    const study = studies.find((candidate) => candidate.id === id);
    if (!study) throw notFound(`There is no study ${id}.`);
    return study;
  };
  const answers = {
    workspace: {
      info: () => ({
        path: '/home/researcher/.local/share/eigenbench/workspace.eigenbench',
        appVersion: '0.1.0',
        schemaVersion: 1,
        kernel: 'TypeScript',
        processors: 8,
        host: 'browser',
        notices: [],
        restart: null,
        space: { bytes: 3_200_000, free: 0 },
      }),
      backup: () => ({ path: '/home/researcher/copy.eigenbench' }),
      check: ({ repair }: { repair: boolean }) => [
        { text: 'The result of PCA, k=2, repeat 1 of "study" is damaged.', repairable: true, repaired: repair },
      ],
    },
    settings: { get: () => settings, set: (values: Partial<UserSettings>) => (settings = { ...settings, ...values }) },
    files: {
      complete: () => [],
      recent: () => [],
      list: ({ token }: { token: string | null }) =>
        token === null
          ? {
              location: null,
              token: null,
              parent: null,
              entries: [{ token: 'home', name: 'home', kind: 'folder', size: null }],
            }
          : {
              location: token === 'home' ? 'home' : `home/${token}`,
              token,
              parent: token === 'home' ? null : 'home',
              entries: ['orl', 'yale']
                .map((name) => ({ token: name, name, kind: 'folder', size: null as number | null }))
                .concat([{ token: 'mat', name: 'ORL_32x32.mat', kind: 'file', size: 376_589 }]),
            },
      choose: () => null,
    },
    datasets: {
      list: () => fakeDatasets,
      get: ({ id }: { id: number }) => {
        const dataset = fakeDatasets.find((candidate) => candidate.id === id);
        if (!dataset) throw notFound(`There is no dataset ${id}.`);
        const each = dataset.perSubject[1];
        return {
          ...dataset,
          excludedImages: [],
          bySubject: Array.from({ length: dataset.subjects }, (_, s) => ({
            subject: `s${s + 1}`,
            images: Array.from({ length: each }, (_image, i) => ({
              index: s * each + i,
              file: `s${s + 1}/${i + 1}.pgm`,
              attributes: { session: i < each / 2 ? '1' : '2' },
            })),
          })),
        };
      },
      thumbnails: ({ index }: { index: number[] }) => fakeFaces(index),
      attributes: () => [
        {
          name: 'session',
          values: [
            { value: '1', count: 200 },
            { value: '2', count: 200 },
          ],
        },
      ],
      attachments: () => [],
      audit: () => auditEvents(fakeAudit),
      exclude: ({ id, index }: { id: number; index: number[] }) => ({
        ...fakeDatasets[id - 1],
        excluded: index.length,
      }),
      include: ({ id }: { id: number }) => fakeDatasets[id - 1],
      restore: ({ id }: { id: number }) => fakeDatasets[id - 1],
      means: () => ({ whole: fakeFaces([0]), subjects: fakeFaces([1, 2]), names: ['s1', 's2'] }),
      componentFaces: () => ({ shares: [0.6, 0.3], images: 400, faces: fakeFaces([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) }),
      spectrum: () => ({ values: [60, 30, 9, 1], total: 100, images: 400 }),
      markedEyes: () => [],
      foundFaces: () => null,
      async *findFaces() {
        const images = [
          { index: 0, file: 's1/1.pgm', faces: 1, doubt: 0.01, concerns: [] },
          { index: 1, file: 's1/2.pgm', faces: 0, doubt: null, concerns: [] },
        ];
        yield {
          kind: 'done',
          report: { finder: { detector: 'a1', landmarks: 'b2', runtime: 'c3' }, images, marked: 1, seconds: 1 },
        };
      },
      previewSteps: () => ({
        images: [
          {
            file: 's1/1.pgm',
            before: fakeFaces([0]),
            after: fakeFaces([1]),
            reason: null,
            eyes: [
              { x: 0.3, y: 0.4 },
              { x: 0.7, y: 0.4 },
            ],
            rows: 32,
            cols: 32,
          },
          {
            file: 's1/2.pgm',
            before: fakeFaces([0]),
            after: null,
            reason: 'its eyes are not known',
            eyes: null,
            rows: 0,
            cols: 0,
          },
        ],
      }),
      previewSubjects: () =>
        ['s1', 's14', 's27'].map((subject, s) => ({
          subject,
          count: 10,
          images: [1, 2, 4, 6, 7, 9].map((shot, i) => ({
            file: `${subject}/${shot}.pgm`,
            picture: fakeFaces([6 * s + i]),
            reason: null,
          })),
        })),
      preprocess: () => imports,
      sourceArrays: () => [
        { name: 'fea', dims: [400, 1024], kind: 'numbers' },
        { name: 'people', dims: [400, 1], kind: 'text' },
      ],
      export: ({ id, format }: { id: number; format: string }) =>
        new File(['x'], `${fakeDatasets[id - 1].name}.${format}`),
      rename: ({ id, name }: { id: number; name: string }) => ({ ...fakeDatasets[id - 1], name }),
      delete: () => null,
      annotate: ({ id, change }: { id: number; change: NotebookChange }) => ({ ...fakeDatasets[id - 1], ...change }),
      history: ({ id }: { id: number }) => [{ at: fakeDatasets[id - 1].createdAt, event: 'created', detail: '' }],
      previewImport: ({ token }: { token: string }) => fakePreview(token),
      import: () => imports,
    },
    methods: { list: () => fakeMethods, outside: () => [] },
    studies: {
      list: () => [...studies],
      get: ({ id }: { id: number }) => studyOf(id),
      preview: ({ spec }: { spec: StudySpec }) => ({
        cells: spec.methods.length * 30,
        fits: spec.methods.length * 150,
        conditions: [{ key: 'k=2', title: 'k = 2' }],
        methods: spec.methods.map((entry) => ({
          label: entry.label ?? entry.method,
          shapes: 79,
          largest: fakeMethods.find((info) => info.id === entry.method)?.latentKind === 'vector' ? [79] : [56, 46],
        })),
        warnings: [],
        duplicates: { warning: null, surplus: [] },
        smaller: null,
        weakDesign: false,
        cost: {
          seconds: 60 * spec.methods.length,
          workers: 2,
          methods: spec.methods.map((entry, n) => ({
            label: entry.label ?? entry.method,
            seconds: 60,
            measured: n > 0,
          })),
        },
      }),
      create: ({ spec }: { spec: StudySpec }) => {
        const study = fakeStudy(
          studies.length + 1,
          { state: 'ready', cells: { total: 150, done: 0, failed: 0 } },
          spec,
        );
        studies.push(study);
        return study;
      },
      demo: () => {
        const study = fakeStudy(studies.length + 1, { name: 'Demo: drawn faces', state: 'ready' });
        studies.push(study);
        return study;
      },
      extend: ({ id, spec }: { id: number; spec: StudySpec }) => {
        const { total, done } = studyOf(id).cells;
        const study = fakeStudy(id, { state: 'stopped', cells: { total: total + 30, done, failed: 0 } }, spec);
        studies[studies.indexOf(studyOf(id))] = study;
        return study;
      },
      rename: ({ id, name }: { id: number; name: string }) => {
        const study = { ...studyOf(id), name };
        studies[studies.indexOf(studyOf(id))] = study;
        return study;
      },
      annotate: ({ id, change }: { id: number; change: NotebookChange }) => {
        const study = { ...studyOf(id), ...change };
        studies[studies.indexOf(studyOf(id))] = study;
        return study;
      },
      history: ({ id }: { id: number }) => [
        { at: '2026-11-20T11:04:00Z', event: 'exported', detail: 'as LaTeX' },
        { at: '2026-11-20T11:02:00Z', event: 'finished', detail: '' },
        { at: '2026-11-20T11:01:00Z', event: 'started', detail: '' },
        { at: studyOf(id).createdAt, event: 'created', detail: '' },
      ],
      delete: ({ id }: { id: number }) => {
        deleted.push(studyOf(id));
        studies.splice(studies.indexOf(studyOf(id)), 1);
        return null;
      },
      restore: ({ id }: { id: number }) => {
        const study = deleted.find((candidate) => candidate.id === id)!;
        studies.push(study);
        return study;
      },
      highlights: ({ ids }: { ids: number[] }) =>
        ids.map((id) => {
          if (studyOf(id).cells.done === 0) return null;
          const { table, verdict } = fakeResults(studyOf(id));
          return { headline: verdict.headline, miniature: miniature(table) };
        }),
      sideBySide: ({ ids }: { ids: number[] }) => fakeSideBySide(ids.map(studyOf)),
      run: () => null,
      pause: () => null,
      cancel: () => null,
      retryFailed: () => null,
      computeAgain: ({ id }: { id: number }) => studyOf(id),
      watch: ({ id }: { id: number }) => {
        const { state, cells } = studyOf(id);
        events.push({
          state,
          progress: {
            done: cells.done,
            total: cells.total,
            failed: cells.failed,
            rate: null,
            secondsLeft: null,
            running: [],
          },
          revision: 1,
          pausing: false,
          fault: null,
        });
        if (state !== 'running') events.end();
        return events;
      },
      results: ({ id, options }: { id: number; options?: TableOptionsInput }) => {
        const { table, verdict, failed } = fakeResults(studyOf(id), options);
        return { table: packTable(table), verdict, failed };
      },
      verdict: ({ id, options }: { id: number; options?: TableOptionsInput }) =>
        fakeResults(studyOf(id), options).verdict,
      curves: ({ id, condition }: { id: number; condition: string | null }) =>
        fakeResults(studyOf(id)).curves.filter((curve) => condition === null || curve.condition === condition),
      mistakes: () => fakeMistakes,
      split: ({ condition, repeat }: { condition: string; repeat: number }) => fakeSplit(condition, repeat),
      splitDuplicates: () => [],
      confusion: () => fakeConfusion,
      characteristics: ({ id }: { id: number }) => fakeCharacteristics(studyOf(id)),
      provenance: ({ label }: { label: string }) => ({
        datasetHash: '8bebbc10dee9'.padEnd(64, '0'),
        seed: 1,
        method: label,
        settings: {},
        cells: [],
        kernels: ['TypeScript'],
        version: '0.1.0',
        command: null,
      }),
      hardest: () => ({
        datasetId: 1,
        methods: ['PCA', 'PPCA'],
        images: [
          { image: 3, subject: 's1', share: 1 },
          { image: 14, subject: 's2', share: 0.875 },
        ],
      }),
      intervals: () => ({
        lack: null,
        measures: [
          {
            measure: 'verification-auc' as const,
            mean: 0.9512,
            repeats: { low: 0.93, high: 0.97 },
            subjects: { low: 0.921, high: 0.978 },
          },
          { measure: 'error-rate' as const, mean: 11.2, repeats: { low: 9.1, high: 13.3 }, subjects: null },
        ],
      }),
      times: ({ id }: { id: number }) => ({
        of: 'cell' as const,
        seconds: Object.fromEntries(studyOf(id).methods.map(({ label }, n) => [label, 0.5 * 3 ** n])),
      }),
      disagreements: () => fakeDisagreements(),
      compare: ({ condition }: { condition: string }) => fakeComparison(condition),
      ranks: ({ ids: [id], rope, practicalTest }: { ids: number[] } & Pick<RankOptions, 'rope' | 'practicalTest'>) =>
        rankReport(fakeResults(studyOf(id)).table, {
          per: 'condition',
          selection: 'oracle',
          alpha: 0.05,
          rope,
          practicalTest,
        }),
      figure: ({ figure, format }: { figure: { kind: string }; format: string }) =>
        new File(
          ['<svg xmlns="http://www.w3.org/2000/svg" width="84mm" height="52.3mm" viewBox="0 0 10 6"/>'],
          `study-1-${figure.kind}.${format}`,
        ),
      export: ({ id, format }: { id: number; format: string }) =>
        new File([`${format} of study ${id}`], `study-${id}.${format}`, { type: 'text/plain' }),
    },
    models: { open: () => fits, ...fakeModel },
    figures: {
      set: ({ drawing, name, format }: { drawing: Drawing; name: string; format: string }) =>
        new File([printedSvg(asOnScreen(drawing))], `${slug(name)}.${format}`),
    },
    papers: { list: () => [] },
    reproductions: { list: () => [] },
  };
  const spaces = Object.entries(answers).map(([space, functions]) => {
    const replaced = { ...functions, ...(overrides[space as keyof Client] ?? {}) };
    const wrapped = Object.entries(replaced).map(([name, answer]) => [
      name,
      async (input: unknown, options: unknown) => {
        calls.push({ name: `${space}.${name}`, input });
        return (answer as (input: unknown, options: unknown) => unknown)(input, options);
      },
    ]);
    return [space, Object.fromEntries(wrapped)];
  });
  return { client: Object.fromEntries(spaces) as Client, calls, imports, events, fits, studies };
}

export function fakeConnection(fake: Fake): Connection {
  return { client: fake.client, state: ref('open'), epoch: ref(1), reconnect: () => {} };
}
