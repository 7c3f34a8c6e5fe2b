/** Handlers of the `papers` calls of the contract. */
import { availableParallelism, cpus } from 'node:os';
import type { PaperEvent, PaperDataState, PaperExperiment, PaperResultSummary } from '../../core/contract/papers.ts';
import type { DatasetSummary } from '../../core/contract/datasets.ts';
import { fileNamed } from '../../core/text/mediaTypes.ts';
import { DATABASES, type DatabaseId, recognise, type Database } from '../../core/papers/databases.ts';
import {
  SIZES,
  type Experiment,
  type CustomExperiment,
  type Size,
  type StudyExperiment,
  type DataChoice,
} from '../../core/papers/experiment.ts';
import { paperFormats, type PaperFormat, resultName } from '../../core/papers/export/formats.ts';
import { resultCsv, resultLatex, resultMarkdown, resultSvg } from '../../core/papers/export/resultFile.ts';
import type { ExperimentRecord } from '../../core/papers/record.ts';
import { findExperiment, experiments } from '../../core/papers/registry.ts';
import type { ExperimentResult } from '../../core/papers/result.ts';
import { verdictOf } from '../../core/papers/verdict.ts';
import type { Progress } from '../../core/progress.ts';
import { RANDOM_NAME } from '../../core/random/stream.ts';
import { listed } from '../../core/text/phrases.ts';
import { pngOf } from '../export/figureFile.ts';
import { engineInfo } from '../engineInfo.ts';
import { JobFailure, runInThread } from '../workers/jobThread.ts';
import type { PaperJob } from '../workers/paperWorker.ts';
import type { JobParts } from '../workers/runJob.ts';
import { conflict, invalid, notFound, toContractError } from './errors.ts';
import type { Implementer, Services } from './services.ts';
import { latestStream } from './latestStream.ts';
import { MeanRateMeter } from './meanRateMeter.ts';
import { runStudyExperiment, type StudyOutcome } from './studyOfExperiment.ts';
import { PAPERS } from '../../core/papers/papers.ts';
import type { Workspace } from '../workspace/workspace.ts';

// State of the experiments: required data, matching datasets of the workspace, stored results.

function experimentStates({ datasets, papers }: Workspace): PaperExperiment[] {
  const summaries = datasets.list();
  const records = papers.list();
  return experiments.map((experiment) =>
    stateOf(
      experiment,
      summaries,
      records.filter((record) => record.experiment === experiment.id),
    ),
  );
}

function stateOf(
  experiment: Experiment,
  datasets: readonly DatasetSummary[],
  records: readonly ExperimentRecord[],
): PaperExperiment {
  const { id, kind, paper, item, title, description, sizes, published, rule, differences } = experiment;
  const data = experiment.data.map((choice) => dataState(choice, datasets));
  const ready = data.length === 0 || data.some(({ dataset }) => dataset !== null);
  const { authors, year, title: paperTitle } = PAPERS[paper];
  return {
    ...{ id, kind, paper, item, title, description, sizes, published, rule, differences, data, paperTitle },
    source: `${authors} ${year}`,
    state: kind === 'missing' ? 'missing' : ready ? 'ready' : 'no-data',
    why: kind === 'missing' ? experiment.why : null,
    results: records.map(summaryOf),
  };
}

function dataState({ database, standIn }: DataChoice, datasets: readonly DatasetSummary[]): PaperDataState {
  const { title, images, subjects, rows, cols, hash, from, importing }: Database = DATABASES[database];
  const match = recognised(database, datasets);
  return {
    ...{ database, title, images, subjects, rows, cols, from, importing },
    hash: hash ?? null,
    standIn: standIn === true,
    dataset: match && { name: match.dataset.name, by: match.by },
  };
}

/** The dataset that matches a database, preferably by its pixel hash; null if none does. */
function recognised(
  database: DatabaseId,
  datasets: readonly DatasetSummary[],
): { dataset: DatasetSummary; by: 'hash' | 'counts' } | null {
  const all = datasets.flatMap((dataset) => {
    const by = recognise(database, dataset);
    return by ? [{ dataset, by }] : [];
  });
  return all.find(({ by }) => by === 'hash') ?? all[0] ?? null;
}

function summaryOf({ size, data, result, at, seconds }: ExperimentRecord): PaperResultSummary {
  const standIn = data?.standIn ?? false;
  const { checks } = result;
  return {
    ...{ size, at, seconds, standIn },
    database: data?.database ?? null,
    verdict: verdictOf(checks, standIn),
    holds: checks.filter(({ holds }) => holds).length,
    checks: checks.length,
  };
}

interface ExperimentQuery {
  readonly id: string;
  readonly size: Size;
  readonly database?: DatabaseId | null | undefined;
}

/** The data of an experiment; null if it needs none. */
type Chosen = { readonly database: DatabaseId; readonly standIn: boolean; readonly dataset: DatasetSummary } | null;

export function paperHandlers(os: Implementer, services: Services) {
  const { workspace } = services;

  const find = (id: string): Experiment => {
    const experiment = findExperiment(id);
    if (!experiment) throw notFound(`There is no experiment "${id}".`);
    return experiment;
  };

  /** Results at full size come first, then those on the preferred database. */
  const stored = ({ id, size, database }: Partial<ExperimentQuery> & Pick<ExperimentQuery, 'id'>): ExperimentRecord => {
    const { data, title } = find(id);
    const records = workspace.papers
      .list()
      .filter((record) => record.experiment === id && (size === undefined || record.size === size))
      .filter((record) => data.length === 0 || (database ?? record.data?.database) === record.data?.database)
      .sort((a, b) => SIZES.indexOf(b.size) - SIZES.indexOf(a.size) || placeOf(data, a) - placeOf(data, b));
    if (records.length === 0)
      throw notFound(`"${title}" has not been run${size === undefined ? '' : ` at ${size} size`}.`);
    return records[0];
  };

  return {
    list: os.papers.list.handler(() => experimentStates(workspace)),
    result: os.papers.result.handler(({ input }) => stored(input)),
    run: os.papers.run.handler(({ input, signal }) => {
      const experiment = find(input.id);
      if (experiment.kind === 'missing') throw conflict(experiment.why);
      return runStream(services, experiment, input.size, chosen(services, experiment, input.database ?? null), signal);
    }),
    export: os.papers.export.handler(async ({ input }) => {
      const record = stored(input);
      return fileOf(find(input.id), record, input.format, input.theme);
    }),
  };
}

/** Position of the record's database in the order of preference. */
function placeOf(data: Experiment['data'], record: ExperimentRecord): number {
  return data.findIndex(({ database }) => database === record.data?.database);
}

/** Throws INVALID if the experiment does not run on the database, CONFLICT if the workspace has no such dataset. */
function chosen({ workspace }: Services, { id, data }: Experiment, database: DatabaseId | null): Chosen {
  if (data.length === 0) return null;
  const wanted = database === null ? data : data.filter((choice) => choice.database === database);
  if (wanted.length === 0) {
    const databases = listed(data.map((choice) => choice.database));
    throw invalid([{ path: 'database', message: `database: ${id} runs on ${databases}, found ${database}.` }]);
  }
  const datasets = workspace.datasets.list();
  for (const choice of wanted) {
    const match = recognised(choice.database, datasets);
    if (match) return { database: choice.database, standIn: choice.standIn === true, dataset: match.dataset };
  }
  const titles = listed(wanted.map((choice) => DATABASES[choice.database].title));
  const { importing } = DATABASES[wanted[0].database];
  throw conflict(`The workspace has no dataset that is ${titles}. Import it: ${importing}`);
}

/** Runs an experiment with progress and stores its result. */
function runStream(
  services: Services,
  experiment: CustomExperiment | StudyExperiment,
  size: Size,
  data: Chosen,
  signal: AbortSignal | undefined,
): AsyncIteratorObject<PaperEvent, void, void> {
  const abort = new AbortController();
  const stream = latestStream<PaperEvent>(signal, () => abort.abort());
  const aborted = AbortSignal.any([abort.signal, services.closing]);
  const meter = new MeanRateMeter();
  const keep = (result: ExperimentResult, study: string | null): void => {
    const record = recordOf(experiment, size, data, result, meter.seconds, study);
    services.workspace.papers.put(record);
    stream.offer({ kind: 'done', record, verdict: verdictOf(result.checks, data?.standIn ?? false) });
    stream.end();
  };
  const run = async (): Promise<StudyOutcome | { readonly result: ExperimentResult; readonly study: null }> => {
    if (experiment.kind === 'study') {
      const onProgress = (progress: Progress): void => stream.offer({ kind: 'progress', progress });
      return runStudyExperiment(services, experiment, { size, ...data! }, onProgress, aborted);
    }
    const onProgress = (parts: JobParts): void => stream.offer({ kind: 'progress', progress: meter.update(parts) });
    const start = { done: 0, total: 1, running: experiment.title };
    onProgress(start);
    const job = jobOf(services, experiment.id, size, data);
    const result = await runInThread('paperWorker', job, {
      signal: aborted,
      onProgress: ({ parts = start }) => onProgress(parts),
    });
    return { result, study: null };
  };
  run()
    .then(({ result, study }) => keep(result, study))
    .catch((error: unknown) => {
      const call = `papers.run ${experiment.id}`;
      const { message } = error instanceof JobFailure ? error : toContractError(error, call, services.log);
      stream.offer({ kind: 'failed', reason: message });
      stream.end();
    });
  return stream.stream;
}

function jobOf({ workspace: { datasets } }: Services, id: string, size: Size, data: Chosen): PaperJob {
  if (!data) return { id, size, data: null };
  const { database, standIn, dataset } = data;
  const { rows, cols, labels } = datasets.facts(dataset.id)!;
  const pixels = new SharedArrayBuffer(labels.length * rows * cols * Float64Array.BYTES_PER_ELEMENT);
  datasets.readPixels(dataset.id, new Float64Array(pixels));
  return { id, size, data: { database, standIn, rows, cols, labels: Int32Array.from(labels), pixels } };
}

function recordOf(
  { id }: Experiment,
  size: Size,
  data: Chosen,
  result: ExperimentResult,
  seconds: number,
  study: string | null,
): ExperimentRecord {
  return {
    experiment: id,
    size,
    data: data && {
      database: data.database,
      standIn: data.standIn,
      name: data.dataset.name,
      hash: data.dataset.hash,
    },
    result,
    at: new Date().toISOString(),
    seconds,
    study,
    engine: { ...engineInfo(), random: RANDOM_NAME },
    machine: { processor: cpus()[0]?.model.trim() || 'unknown', processors: availableParallelism() },
  };
}

/** Throws CONFLICT if the requested figure does not exist in the result. */
async function fileOf(
  experiment: Experiment,
  record: ExperimentRecord,
  id: PaperFormat,
  theme: 'light' | 'dark',
): Promise<File> {
  const { ending } = paperFormats.find((format) => format.id === id)!;
  const { result } = record;
  const drawn = (): string => {
    const svg = resultSvg(result, theme);
    if (svg === null) throw conflict(`"${experiment.title}" has no figure; its tables are LaTeX, CSV or Markdown.`);
    return svg;
  };
  const latex = (): string => {
    if (result.tables.length === 0) throw conflict(`"${experiment.title}" has no table; its figure is SVG or PNG.`);
    return resultLatex(experiment, result);
  };
  const write: Readonly<Record<PaperFormat, () => string | Promise<Uint8Array>>> = {
    svg: drawn,
    png: () => pngOf(drawn()),
    latex,
    csv: () => resultCsv(result),
    markdown: () => resultMarkdown(record),
    json: () => `${JSON.stringify(record, null, 2)}\n`,
  };
  return fileNamed(`${resultName(record)}${ending}`, await write[id]());
}
