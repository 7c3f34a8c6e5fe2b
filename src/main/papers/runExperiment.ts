/** Runs an experiment of a paper: as a study of the workspace, or by a computation of its own in a thread. */
import { availableParallelism, cpus } from 'node:os';
import type { DatasetSummary } from '../../core/contract/datasets.ts';
import type { DatasetFacts } from '../../core/dataset.ts';
import { DATABASES } from '../../core/papers/databases.ts';
import type { CustomExperiment, Experiment, Size, StudyExperiment } from '../../core/papers/experiment.ts';
import { PAPERS } from '../../core/papers/papers.ts';
import type { ExperimentRecord } from '../../core/papers/record.ts';
import type { ExperimentResult } from '../../core/papers/result.ts';
import type { Progress } from '../../core/progress.ts';
import { RANDOM_NAME } from '../../core/random/stream.ts';
import { checkSpec } from '../../core/study/spec/check.ts';
import { resolveSpecSettings, specBelongsTo } from '../../core/study/spec/resolvedSpec.ts';
import { studySpecSchema, type StudySpec } from '../../core/study/spec/spec.ts';
import type { StudyTable } from '../../core/study/table/table.ts';
import { engineInfo } from '../engineInfo.ts';
import type { StudyRunner } from '../runner/studyRunner.ts';
import { runInThread } from '../workers/jobThread.ts';
import type { PaperJob } from '../workers/paperWorker.ts';
import type { JobParts } from '../workers/runJob.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ExperimentError, type ExperimentData } from './experiments.ts';

export interface ExperimentServices {
  readonly workspace: Workspace;
  readonly runner: StudyRunner;
  /** Stores a checked study and returns its id. */
  readonly createStudy: (spec: StudySpec, dataset: DatasetSummary, facts: DatasetFacts) => Promise<number>;
  /** The table of a study with default options. */
  readonly studyTable: (study: number) => Promise<StudyTable>;
}

export interface ExperimentProgress {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Measures the run, and its rate by the finished parts. */
  readonly meter: { readonly seconds: number; readonly update: (parts: JobParts) => Progress };
}

interface StudyOutcome {
  readonly result: ExperimentResult;
  readonly study: string;
}

/** Runs an experiment and stores its result. Throws ExperimentError, JobFailure, Cancelled. */
export async function runExperiment(
  services: ExperimentServices,
  experiment: CustomExperiment | StudyExperiment,
  size: Size,
  data: ExperimentData | null,
  progress: ExperimentProgress,
): Promise<ExperimentRecord> {
  const { result, study } =
    experiment.kind === 'study'
      ? await runStudy(services, experiment, size, data!, progress)
      : { result: await compute(services.workspace, experiment, size, data, progress), study: null };
  const record = recordOf(experiment, size, data, result, progress.meter.seconds, study);
  services.workspace.papers.put(record);
  return record;
}

function compute(
  workspace: Workspace,
  { id, title }: CustomExperiment,
  size: Size,
  data: ExperimentData | null,
  { signal, onProgress, meter }: ExperimentProgress,
): Promise<ExperimentResult> {
  const start = { done: 0, total: 1, running: title };
  onProgress(meter.update(start));
  return runInThread('paperWorker', jobOf(workspace, id, size, data), {
    signal,
    onProgress: ({ parts = start }) => onProgress(meter.update(parts)),
  });
}

/** Polling interval of a running study in milliseconds. */
const LOOK = 200;

/**
 * Runs the pending cells of an experiment's study and reads its table. The study is created once, under its own name.
 * Throws ExperimentError if a study of that name has another spec, or a run ended early; aborting `signal` cancels.
 */
async function runStudy(
  { workspace, runner, createStudy, studyTable }: ExperimentServices,
  experiment: StudyExperiment,
  size: Size,
  { database, dataset }: ExperimentData,
  { signal, onProgress }: ExperimentProgress,
): Promise<StudyOutcome> {
  const { authors, year } = PAPERS[experiment.paper];
  const name = `${authors} ${year}, ${experiment.item}: ${DATABASES[database].title} (${size})`;
  const spec = resolveSpecSettings(
    studySpecSchema.parse({ ...experiment.spec(size, database), name, dataset: dataset.name }),
  );
  const stored = workspace.studies.findByName(name);
  if (stored && !specBelongsTo(stored.spec, spec)) {
    throw new ExperimentError(`The study "${name}" has another spec than this experiment: rename or delete it.`);
  }
  const facts = workspace.datasets.factsOf(dataset.id);
  if (!stored) {
    const { problems } = checkSpec(spec, facts);
    if (problems.length > 0) throw new ExperimentError(problems.map(({ message }) => message).join(' '));
  }
  const id = stored?.id ?? (await createStudy(spec, dataset, facts));
  const { cells } = workspace.studies.get(id)!;
  if (cells.done + cells.failed < cells.total) {
    runner.start(id);
    await whileRunning(runner, id, onProgress, signal);
  }
  const study = workspace.studies.get(id)!;
  if (signal.aborted) throw new ExperimentError(`"${name}" was cancelled; its finished cells are kept.`);
  if (study.cells.done < study.cells.total) {
    const lost =
      study.cells.failed > 0 ? `${study.cells.failed} of its cells failed` : (runner.fault(id) ?? 'it was stopped');
    throw new ExperimentError(`"${name}" is not finished: ${lost}.`);
  }
  return { result: experiment.read(await studyTable(id), database), study: name };
}

async function whileRunning(
  runner: StudyRunner,
  id: number,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const cancel = (): void => void runner.cancel(id);
  signal.addEventListener('abort', cancel);
  try {
    while (runner.isActive(id)) {
      const event = runner.event(id);
      if (event) onProgress(event.progress);
      await new Promise((resolve) => setTimeout(resolve, LOOK));
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function jobOf({ datasets }: Workspace, id: string, size: Size, data: ExperimentData | null): PaperJob {
  if (!data) return { id, size, data: null };
  const { database, standIn, dataset } = data;
  const { rows, cols, labels } = datasets.factsOf(dataset.id);
  const pixels = new SharedArrayBuffer(labels.length * rows * cols * Float64Array.BYTES_PER_ELEMENT);
  datasets.readPixels(dataset.id, new Float64Array(pixels));
  return { id, size, data: { database, standIn, rows, cols, labels: Int32Array.from(labels), pixels } };
}

function recordOf(
  { id }: Experiment,
  size: Size,
  data: ExperimentData | null,
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
