/** Experiments as the page and the command list them: what they need, what the workspace has of it, what came out. */
import type { PaperDataState, PaperExperiment, PaperResultSummary } from '../../../core/contract/papers.ts';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { DATABASES, recognise, type Database, type DatabaseId } from '../../../core/papers/data.ts';
import type { DataChoice, Experiment } from '../../../core/papers/experiment.ts';
import { PAPERS } from '../../../core/papers/papers.ts';
import type { ExperimentRecord } from '../../../core/papers/record.ts';
import { experiments } from '../../../core/papers/registry.ts';
import { verdictOf } from '../../../core/papers/verdict.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export function experimentStates({ datasets, papers }: Workspace): PaperExperiment[] {
  const known = datasets.list();
  const records = papers.list();
  return experiments.map((experiment) =>
    stateOf(
      experiment,
      known,
      records.filter((record) => record.experiment === experiment.id),
    ),
  );
}

function stateOf(
  experiment: Experiment,
  known: readonly DatasetSummary[],
  records: readonly ExperimentRecord[],
): PaperExperiment {
  const { id, kind, paper, item, title, description, sizes, published, rule, differences } = experiment;
  const data = experiment.data.map((choice) => dataState(choice, known));
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

function dataState({ database, standIn }: DataChoice, known: readonly DatasetSummary[]): PaperDataState {
  const { title, images, subjects, rows, cols, hash, from, importing }: Database = DATABASES[database];
  const found = recognised(database, known);
  return {
    ...{ database, title, images, subjects, rows, cols, from, importing },
    hash: hash ?? null,
    standIn: standIn === true,
    dataset: found && { name: found.dataset.name, by: found.by },
  };
}

/** The dataset that is a database, the one with the known pixels first; null: none is. */
export function recognised(
  database: DatabaseId,
  known: readonly DatasetSummary[],
): { dataset: DatasetSummary; by: 'hash' | 'counts' } | null {
  const all = known.flatMap((dataset) => {
    const by = recognise(database, dataset);
    return by ? [{ dataset, by }] : [];
  });
  return all.find(({ by }) => by === 'hash') ?? all[0] ?? null;
}

export function summaryOf({ size, data, result, at, seconds }: ExperimentRecord): PaperResultSummary {
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
