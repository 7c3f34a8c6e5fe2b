/** Experiments that are studies: each creates its study once, under its own name, and runs it like any other. */
import { DATABASES, type DatabaseId } from '../../core/papers/databases.ts';
import type { Size, StudyExperiment } from '../../core/papers/experiment.ts';
import { PAPERS } from '../../core/papers/papers.ts';
import type { ExperimentResult } from '../../core/papers/result.ts';
import type { Progress } from '../../core/progress.ts';
import { checkSpec } from '../../core/study/spec/check.ts';
import { resolveSpecSettings, specBelongsTo } from '../../core/study/spec/resolvedSpec.ts';
import { studySpecSchema } from '../../core/study/spec/spec.ts';
import { unpackTable } from '../../core/study/table/packedTable.ts';
import { defaultTableOptions } from '../../core/study/table/tableOptions.ts';
import type { DatasetSummary } from '../../core/contract/datasets.ts';
import { conflict, invalid } from './errors.ts';
import type { Services } from './services.ts';
import { createStudy } from './studies/createStudy.ts';

export interface StudyOutcome {
  readonly result: ExperimentResult;
  readonly study: string;
}

/** Polling interval of a running study in milliseconds. */
const LOOK = 200;

/**
 * Runs the pending cells of an experiment's study and reads its table. Throws CONFLICT if a study of its name has
 * another spec, or a run ended early; aborting `aborted` cancels.
 */
export async function runStudyExperiment(
  { workspace, runner, reader }: Services,
  experiment: StudyExperiment,
  { size, database, dataset }: { readonly size: Size; readonly database: DatabaseId; readonly dataset: DatasetSummary },
  tell: (progress: Progress) => void,
  aborted: AbortSignal,
): Promise<StudyOutcome> {
  const { authors, year } = PAPERS[experiment.paper];
  const name = `${authors} ${year}, ${experiment.item}: ${DATABASES[database].title} (${size})`;
  const spec = resolveSpecSettings(
    studySpecSchema.parse({ ...experiment.spec(size, database), name, dataset: dataset.name }),
  );
  const stored = workspace.studies.findByName(name);
  if (stored && !specBelongsTo(stored.spec, spec)) {
    throw conflict(`The study "${name}" has another spec than this experiment: rename or delete it.`);
  }
  const facts = workspace.datasets.factsOf(dataset.id);
  if (!stored) {
    const { problems } = checkSpec(spec, facts);
    if (problems.length > 0) throw invalid(problems);
  }
  const id = stored?.id ?? (await createStudy(workspace, spec, dataset, facts));
  const { cells } = workspace.studies.get(id)!;
  if (cells.done + cells.failed < cells.total) {
    runner.start(id);
    await whileRunning(runner, id, tell, aborted);
  }
  const study = workspace.studies.get(id)!;
  if (aborted.aborted) throw conflict(`"${name}" was cancelled; its finished cells are kept.`);
  if (study.cells.done < study.cells.total) {
    const lost =
      study.cells.failed > 0 ? `${study.cells.failed} of its cells failed` : (runner.fault(id) ?? 'it was stopped');
    throw conflict(`"${name}" is not finished: ${lost}.`);
  }
  const { table } = await reader.read('studies.results', { id, options: defaultTableOptions });
  return { result: experiment.read(unpackTable(table), database), study: name };
}

async function whileRunning(
  runner: Services['runner'],
  id: number,
  tell: (progress: Progress) => void,
  aborted: AbortSignal,
): Promise<void> {
  const cancel = (): void => void runner.cancel(id);
  aborted.addEventListener('abort', cancel);
  try {
    while (runner.isActive(id)) {
      const event = runner.event(id);
      if (event) tell(event.progress);
      await new Promise((resolve) => setTimeout(resolve, LOOK));
    }
  } finally {
    aborted.removeEventListener('abort', cancel);
  }
}
