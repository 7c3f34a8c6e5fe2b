/** A workspace with a small dataset and a study, for the tests of the jobs. */
import { planCells, type Shard } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { studySpecSchema, type StudySpec, type StudySpecInput } from '../../../src/core/study/spec/spec.ts';
import { studyResults } from '../../../src/main/engine/studies/studyResults.ts';
import { createStudyRunner, type StudyRunner } from '../../../src/main/runner/studyRunner.ts';
import type { OpenOptions } from '../../../src/main/workspace/database/database.ts';
import { openWorkspace, type Workspace } from '../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../support/smallDataset.ts';

export const workerFile = (name: string): string => new URL(`./workers/${name}.ts`, import.meta.url).href;

export function specWith(change: Partial<StudySpecInput>): StudySpec {
  return studySpecSchema.parse({
    name: 'study',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2], repeats: 3 },
    methods: [{ method: '2dpca' }],
    ...change,
  });
}

/** With a shard, a part that stores its cells alone. */
export function createStudy(workspace: Workspace, spec: StudySpec, shard?: Shard): number {
  const dataset = workspace.datasets.findByName('faces') ?? workspace.datasets.add('faces', smallDataset(), '');
  const { cells, size } = planCells(planStudy(spec), workspace.datasets.factsOf(dataset.id), shard);
  const study = workspace.studies.add(spec, dataset, { ...(shard && { planSize: size }) });
  workspace.cells.addPlan(study, cells);
  return study;
}

export interface Bench {
  readonly workspace: Workspace;
  readonly runner: StudyRunner;
  readonly faults: unknown[];
  readonly close: () => Promise<void>;
}

export function openBench(
  path: string,
  workers: number,
  worker?: string,
  options: OpenOptions = {},
  keepThreads?: boolean,
): Bench {
  const workspace = openWorkspace(path, options);
  const faults: unknown[] = [];
  const runner = createStudyRunner({
    workspace,
    workers: () => workers,
    onFault: (error) => faults.push(error),
    workerFile: worker && workerFile(worker),
    keepThreads,
  });
  const close = async (): Promise<void> => {
    await runner.close();
    workspace.close();
  };
  return { workspace, runner, faults, close };
}

/** Runs a study, or a shard of it, and resolves when it has stopped. */
export async function runToEnd({ runner }: Bench, study: number, shard?: Shard): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    const unsubscribe = runner.subscribe(study, () => {
      if (runner.event(study)?.state === 'running') return;
      unsubscribe();
      resolve();
    });
  });
  runner.start(study, shard);
  await stopped;
}

/** Everything of a study that must not depend on how it was computed; seconds do. */
export function outcomeOf(workspace: Workspace, study: number): unknown {
  const results = studyResults(workspace, workspace.studies.get(study)!);
  const cells = workspace.cells.all(study).map((cell) => ({
    ...cell,
    details: { ...workspace.cells.details(study, cell.position), seconds: null },
    measures: workspace.cells.measures(study, cell.position),
    nearest: workspace.cells.nearest(study, cell.position),
  }));
  return { table: results.table, curves: results.curves(), rows: results.longTable(), failed: results.failed, cells };
}
