/** Handlers of the `reproductions` calls of the contract. */
import { ORPCError } from '@orpc/client';
import type {
  RecomputeEvent,
  ReproductionContents,
  ReproductionEvent,
  ReproductionFailure,
} from '../../../core/contract/reproductions.ts';
import type { Progress } from '../../../core/progress.ts';
import { importStage } from '../../../core/images/provenance.ts';
import { provenanceCommands } from '../../../core/images/provenanceCommands.ts';
import { PARCEL_VECTORS } from '../../../core/report/parcel/parcel.ts';
import { slug } from '../../../core/report/slug.ts';
import { manifestSpec } from '../../../core/study/plan/manifestFile.ts';
import { cellRows, leftOutWords, type LeftOutReason } from '../../../core/study/plan/manifestRows.ts';
import { certificateText } from '../../../core/study/plan/reproductionVerdict.ts';
import { fileNamed } from '../../../core/text/mediaTypes.ts';
import { Cancelled } from '../../cancelled.ts';
import { faultReason, reasonOfFault } from '../../workspace/workspaceErrors.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { latestStream, workStream } from '../latestStream.ts';
import type { EngineClient } from '../router.ts';
import type { Implementer, Services } from '../services.ts';
import { EvidenceError, openEvidence, type Evidence, type EvidenceSource } from './openEvidence.ts';
import { Stopped } from './computeStudy.ts';
import { recompute } from './recompute.ts';
import { leftOutHere, programOf, reproduce, type ReproduceOptions } from './reproduce.ts';
import { datasetOf, MissingImages } from './recordedImages.ts';

/** Reproductions that stay open; the oldest one at rest is closed for a further one. */
const MOST_OPEN = 8;

const OPENED: ReproductionEvent = {
  state: 'opened',
  step: null,
  progress: null,
  unit: 'cells',
  notices: [],
  failure: null,
  verdict: null,
};

interface Reproduction {
  readonly id: number;
  readonly evidence: Evidence;
  event: ReproductionEvent;
  readonly listeners: Set<() => void>;
  /** Set while it runs. */
  run: { readonly abort: AbortController; readonly ended: Promise<void>; study: number | null } | null;
}

/** `calls`: the client of the engine itself, which exists once the engine is composed. */
export function reproductionHandlers(os: Implementer, services: Services, calls: () => EngineClient) {
  const { files, closing } = services;
  const open = new Map<number, Reproduction>();
  let last = 0;

  const find = (id: number): Reproduction => {
    const reproduction = open.get(id);
    if (!reproduction) throw notFound('This manifest or parcel is not open any more; open it again.');
    return reproduction;
  };

  const report = (reproduction: Reproduction, { notices = [], ...change }: Partial<ReproductionEvent>): void => {
    const { event, listeners } = reproduction;
    reproduction.event = { ...event, ...change, notices: [...event.notices, ...notices] };
    listeners.forEach((listener) => listener());
  };

  const discard = (id: number): void => {
    const { evidence } = find(id);
    open.delete(id);
    void evidence.close();
  };

  closing.addEventListener('abort', () => {
    for (const { id, run } of open.values()) if (run === null) discard(id);
  });

  const start = (reproduction: Reproduction, options: ReproduceOptions): void => {
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, closing]);
    reproduction.event = { ...OPENED, state: 'running', step: 'files' };
    const work = async (): Promise<void> => {
      const context = {
        services,
        calls: calls(),
        signal,
        report: (change: Partial<ReproductionEvent>) => report(reproduction, change),
        onStudy: (study: number) => void (reproduction.run!.study = study),
      };
      let outcome: Partial<ReproductionEvent>;
      try {
        outcome = { state: 'finished', verdict: await reproduce(context, reproduction.evidence, options) };
      } catch (error) {
        outcome = failed(error, signal);
      }
      reproduction.run = null;
      if (closing.aborted) discard(reproduction.id);
      report(reproduction, { ...outcome, step: null });
    };
    const run = { abort, ended: Promise.resolve(), study: null };
    reproduction.run = run;
    run.ended = work();
  };

  const failed = (error: unknown, signal: AbortSignal): Pick<ReproductionEvent, 'state' | 'failure'> => {
    if (error instanceof Stopped) return { state: 'stopped', failure: failureOf('stopped', error.message) };
    if (signal.aborted || error instanceof Cancelled) {
      return { state: 'stopped', failure: failureOf('stopped', 'Cancelled before any cell was computed.') };
    }
    if (error instanceof EvidenceError) {
      const kind = error instanceof MissingImages ? 'images' : 'other';
      return { state: 'failed', failure: failureOf(kind, error.message, error.lines) };
    }
    if (error instanceof ORPCError) {
      const { problems = [] } = (error.data ?? {}) as { problems?: readonly { readonly message: string }[] };
      const lines = problems.map(({ message }) => message);
      const message = lines.length > 1 ? `${lines.length} problems:` : error.message;
      return { state: 'failed', failure: failureOf('other', message, lines.length > 1 ? lines : []) };
    }
    if (faultReason(error) === null) services.log.error({ err: error }, 'reproduction failed');
    const reason = reasonOfFault(error);
    return { state: 'failed', failure: failureOf('other', `${reason[0].toUpperCase()}${reason.slice(1)}.`) };
  };

  return {
    open: os.reproductions.open.handler(async ({ input: { source }, signal }) => {
      const resting = [...open.values()].filter(({ run }) => run === null);
      if (open.size >= MOST_OPEN && resting.length > 0) discard(resting[0].id);
      if (open.size >= MOST_OPEN) throw conflict(`${MOST_OPEN} reproductions are running; wait for one of them.`);
      const evidence = await opened(await sourceOf(files, source), signal);
      const id = ++last;
      const reproduction = { id, evidence, event: OPENED, listeners: new Set<() => void>(), run: null };
      open.set(id, reproduction);
      return contentsOf(services, calls(), reproduction);
    }),
    list: os.reproductions.list.handler(() =>
      [...open.values()].toReversed().map(({ id, evidence, event }) => ({
        id,
        file: evidence.file,
        study: evidence.manifest.spec.name,
        state: event.state,
      })),
    ),
    get: os.reproductions.get.handler(({ input }) => contentsOf(services, calls(), find(input.id))),
    start: os.reproductions.start.handler(async ({ input: { id, only, without, images, models, keep } }) => {
      const reproduction = find(id);
      if (reproduction.run) throw conflict(`${reproduction.evidence.file} is being reproduced.`);
      await said('only', () => leftOutHere(calls(), reproduction.evidence, { only, without }));
      const path = images === undefined ? null : (await files.resolve(images)).path;
      const paths = await Promise.all(models.map(async (model) => (await files.resolve(model)).path));
      start(reproduction, { only, without, models: paths, keep, ...(path !== null && { images: path }) });
      return null;
    }),
    watch: os.reproductions.watch.handler(({ input, signal }) => {
      const reproduction = find(input.id);
      const look = (): void => {
        offer(reproduction.event);
        if (reproduction.event.state !== 'running') end();
      };
      const { stream, offer, end } = latestStream<ReproductionEvent>(signal, () => reproduction.listeners.delete(look));
      reproduction.listeners.add(look);
      look();
      return stream;
    }),
    pause: os.reproductions.pause.handler(async ({ input }) => {
      const { run } = find(input.id);
      if (run && run.study !== null) await calls().studies.pause({ id: run.study });
      else run?.abort.abort();
      return null;
    }),
    cancel: os.reproductions.cancel.handler(async ({ input }) => {
      const { run } = find(input.id);
      run?.abort.abort();
      await run?.ended;
      return null;
    }),
    certificate: os.reproductions.certificate.handler(({ input: { id, format } }) => {
      const { event, evidence } = find(id);
      const { verdict } = event;
      if (verdict === null) throw conflict(`${evidence.file} has not been compared yet.`);
      const name = `${slug(verdict.study)}-certificate`;
      return format === 'json'
        ? fileNamed(`${name}.json`, `${JSON.stringify(verdict, null, 2)}\n`)
        : fileNamed(`${name}.txt`, certificateText(verdict));
    }),
    recompute: os.reproductions.recompute.handler(({ input, signal }) =>
      workStream<RecomputeEvent>(services, signal, async (stop, offer) => {
        let study = 0;
        let last: Progress | null = null;
        const onProgress = (progress: Progress): void => {
          last = progress;
          offer({ kind: 'progress', study, progress });
        };
        try {
          const context = { services, calls: calls(), signal: stop, onProgress };
          return { kind: 'done', numbers: await recompute(context, input, (id) => (study = id)), progress: last };
        } catch (error) {
          const { state, failure } = failed(error, stop);
          const { message, lines } = failure!;
          return { kind: state === 'stopped' ? 'stopped' : 'failed', reason: [message, ...lines].join(' ') };
        }
      }),
    ),
    close: os.reproductions.close.handler(({ input: { id } }) => {
      const { run, evidence } = find(id);
      if (run) throw conflict(`${evidence.file} is being reproduced; cancel it first.`);
      discard(id);
      return null;
    }),
  };
}

function failureOf(
  kind: ReproductionFailure['kind'],
  message: string,
  lines: readonly string[] = [],
): ReproductionFailure {
  return { kind, message, lines };
}

async function sourceOf(
  files: Services['files'],
  source: string | { readonly name: string; readonly content: string },
): Promise<EvidenceSource> {
  if (typeof source !== 'string') {
    return { name: source.name, bytes: new Uint8Array(Buffer.from(source.content, 'base64')) };
  }
  const { path, roots } = await files.resolve(source);
  return { path, within: roots };
}

/** Throws INVALID with the sentence of an EvidenceError. */
async function said<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    throw invalid([{ path, message: error.message }]);
  }
}

function opened(source: EvidenceSource, signal: AbortSignal | undefined): Promise<Evidence> {
  return said('source', () => openEvidence(source, signal));
}

async function contentsOf(
  services: Services,
  calls: EngineClient,
  { id, evidence }: Pick<Reproduction, 'id' | 'evidence'>,
): Promise<ReproductionContents> {
  const { file, manifest, parcel, created } = evidence;
  const { dataset, spec, engine, plan, cells, digest } = manifest;
  const { name, hash, images, subjects, rows, cols, making } = dataset;
  const leftOut = new Map((await leftOutHere(calls, evidence)).map(({ label, why }) => [label, why]));
  const parsed = manifestSpec(manifest);
  const rowOf = parsed.ok ? cellRows(parsed.spec) : new Map<string, string>();
  const packed = new Set(parcel?.files.map((each) => each.name));
  const count = (status: string): number => cells.filter((cell) => cell.status === status).length;
  return {
    id,
    file,
    kind: parcel === null ? 'manifest' : 'parcel',
    study: { name: spec.name, created },
    digest,
    program: programOf(engine),
    dataset: {
      ...{ name, hash, images, subjects, rows, cols },
      here: datasetOf(services, dataset)?.name ?? null,
      packed: parcel !== null && parcel.images !== null,
      files: importStage(making)?.files.length ?? null,
      commands: provenanceCommands(making, name),
    },
    rows: manifest.methods.map(({ label, method }) => {
      const combinations = [...rowOf.values()].filter((row) => row === label).length;
      const why = leftOut.get(label) as Exclude<LeftOutReason, 'not-asked-for'> | undefined;
      return {
        label,
        method,
        cells: combinations * plan.conditions * plan.repeats,
        leftOut: why === undefined ? null : { why, text: leftOutWords({ why }) },
      };
    }),
    conditions: plan.conditions,
    repeats: plan.repeats,
    splits: plan.splits,
    cells: { total: cells.length, done: count('done'), failed: count('failed'), pending: count('pending') },
    vectors: Object.keys(dataset.attachments ?? {}).map((vectors) => ({
      name: vectors,
      packed: packed.has(`${PARCEL_VECTORS}${vectors}.npy`),
    })),
    methods: parcel?.methods ?? [],
    files: (parcel?.files ?? []).map((listed) => ({ ...listed, state: 'intact' })),
  };
}
