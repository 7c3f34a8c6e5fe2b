/** Runs experiments at their quick size in this thread. */
import type { DatabaseId } from '../../../src/core/papers/databases.ts';
import type { PaperData } from '../../../src/core/papers/experiment.ts';
import { findExperiment } from '../../../src/core/papers/registry.ts';
import { experimentResultSchema, type ExperimentResult } from '../../../src/core/papers/result.ts';

export const testContext = {
  checkCancelled: () => undefined,
  onProgress: () => undefined,
  clock: () => process.cpuUsage().user / 1e6,
};

/** The result at quick size, as its schema has it. */
export function quickResult(id: string, data: Omit<PaperData, 'standIn'> | null = null): ExperimentResult {
  const experiment = findExperiment(id);
  if (experiment?.kind !== 'own') throw new Error(`${id} is no computation of its own`);
  const choice = experiment.data.find(({ database }: { database: DatabaseId }) => database === data?.database);
  const given = data && { ...data, standIn: choice?.standIn === true };
  return experimentResultSchema.parse(experiment.run(given, 'quick', testContext));
}

/** The statements that do not hold. */
export function broken({ checks }: ExperimentResult): string[] {
  return checks.filter(({ holds }) => !holds).map(({ claim, found }) => `${claim} ${found}`);
}
