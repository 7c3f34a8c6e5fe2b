/**
 * Queries to a read-only connection, in the engine's thread or another: the read-only calls of the contract by domain
 * and name, and internal ones such as loading a study for a run. Inputs and replies are plain data or files.
 */
import { loadStudy } from '../../runner/loadStudy.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { datasetReads } from '../datasets/datasetReads.ts';
import { designReads, figureReads, studyReads } from '../studies/studyReads.ts';

export const reads = { datasets: datasetReads, studies: studyReads };

export type Reads = typeof reads;

const internalQueries = {
  /** The shared memory of a study, passed between threads without a copy. */
  loadStudy: (workspace: Workspace, { study, attributes }: { study: StoredStudy; attributes: readonly string[] }) =>
    loadStudy(workspace, study, attributes),
  ...figureReads,
  ...designReads,
};

type CallsOf<Domain extends keyof Reads & string> = {
  readonly [Call in keyof Reads[Domain] & string as `${Domain}.${Call}`]: Reads[Domain][Call];
};
type Queries = CallsOf<'datasets'> & CallsOf<'studies'> & typeof internalQueries;

export type QueryName = keyof Queries;
export type QueryInput<N extends QueryName> = Parameters<Queries[N]>[1];
export type QueryResult<N extends QueryName> = Awaited<ReturnType<Queries[N]>>;

type Query = (workspace: Workspace, input: unknown) => unknown;

const queries = new Map<string, unknown>(Object.entries(internalQueries));
for (const [domain, calls] of Object.entries(reads)) {
  for (const [call, service] of Object.entries(calls)) queries.set(`${domain}.${call}`, service);
}

/** Throws what the query throws. */
export async function runQuery<N extends QueryName>(
  workspace: Workspace,
  name: N,
  input: QueryInput<N>,
): Promise<QueryResult<N>> {
  return (await (queries.get(name) as Query)(workspace, input)) as QueryResult<N>;
}
