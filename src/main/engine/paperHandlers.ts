/** Handlers of the `papers` calls of the contract. */
import type { PaperEvent } from '../../core/contract/papers.ts';
import type { DatabaseId } from '../../core/papers/databases.ts';
import type { Experiment } from '../../core/papers/experiment.ts';
import type { ExperimentRecord } from '../../core/papers/record.ts';
import { findExperiment } from '../../core/papers/registry.ts';
import { verdictOf } from '../../core/papers/verdict.ts';
import { unpackTable } from '../../core/study/table/packedTable.ts';
import { defaultTableOptions } from '../../core/study/table/tableOptions.ts';
import { listed } from '../../core/text/phrases.ts';
import {
  dataOf,
  experimentStates,
  resultFile,
  storedResult,
  type ExperimentData,
  type ResultQuery,
} from '../papers/experiments.ts';
import { runExperiment, type ExperimentServices } from '../papers/runExperiment.ts';
import { JobFailure } from '../workers/jobThread.ts';
import { conflict, invalid, notFound, toContractError } from './errors.ts';
import { workStream } from './latestStream.ts';
import { MeanRateMeter } from './meanRateMeter.ts';
import type { Implementer, Services } from './services.ts';
import { createStudy } from './studies/createStudy.ts';

export function paperHandlers(os: Implementer, services: Services) {
  const { workspace, runner, reader, log } = services;
  const experimentServices: ExperimentServices = {
    workspace,
    runner,
    createStudy: (spec, dataset, facts) => createStudy(workspace, spec, dataset, facts),
    studyTable: async (id) =>
      unpackTable((await reader.read('studies.results', { id, options: defaultTableOptions })).table),
  };

  const find = (id: string): Experiment => {
    const experiment = findExperiment(id);
    if (!experiment) throw notFound(`There is no experiment "${id}".`);
    return experiment;
  };

  const stored = ({ id, size, database }: ResultQuery & { readonly id: string }): ExperimentRecord => {
    const experiment = find(id);
    const record = storedResult(workspace, experiment, { size, database });
    if (record) return record;
    throw notFound(`"${experiment.title}" has not been run${size === undefined ? '' : ` at ${size} size`}.`);
  };

  /** Throws INVALID if the experiment does not run on the database, CONFLICT if the workspace has no such dataset. */
  const chosenData = ({ id, data }: Experiment, database: DatabaseId | null): ExperimentData | null => {
    if (data.length === 0) return null;
    const choices = database === null ? data : data.filter((choice) => choice.database === database);
    if (choices.length > 0) return dataOf(workspace, choices);
    const databases = listed(data.map((choice) => choice.database));
    throw invalid([{ path: 'database', message: `database: ${id} runs on ${databases}, found ${database}.` }]);
  };

  return {
    list: os.papers.list.handler(() => experimentStates(workspace)),
    result: os.papers.result.handler(({ input }) => stored(input)),
    run: os.papers.run.handler(({ input: { id, size, database = null }, signal }) => {
      const experiment = find(id);
      if (experiment.kind === 'missing') throw conflict(experiment.why);
      const data = chosenData(experiment, database);
      const meter = new MeanRateMeter();
      return workStream<PaperEvent>(services, signal, async (stop, offer) => {
        try {
          const record = await runExperiment(experimentServices, experiment, size, data, {
            signal: stop,
            onProgress: (progress) => offer({ kind: 'progress', progress }),
            meter,
          });
          return { kind: 'done', record, verdict: verdictOf(record.result.checks, data?.standIn ?? false) };
        } catch (error) {
          const reason = error instanceof JobFailure ? error : toContractError(error, `papers.run ${id}`, log);
          return { kind: 'failed', reason: reason.message };
        }
      });
    }),
    export: os.papers.export.handler(({ input }) =>
      resultFile(find(input.id), stored(input), input.format, input.theme),
    ),
  };
}
