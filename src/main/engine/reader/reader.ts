/** Runs slow reads in this thread or in reader threads, so the engine stays responsive. */
import type { Workspace } from '../../workspace/workspace.ts';
import { contract } from '../../../core/contract/contract.ts';
import { runQuery, type QueryResult, type QueryInput, type QueryName } from './queries.ts';
import { ReaderPool } from './readerPool.ts';
import { ReaderThread } from './readerThread.ts';
import { SharedAnswers } from './sharedAnswers.ts';

export interface Reader {
  /** Throws what the query throws; Cancelled after an abort, which a running query in this thread ignores. */
  readonly read: <N extends QueryName>(name: N, input: QueryInput<N>, signal?: AbortSignal) => Promise<QueryResult<N>>;
  readonly close: () => Promise<void>;
}

/** Reads over the engine's own connection. */
export function inProcessReader(workspace: Workspace): Reader {
  return { read: (name, input) => runQuery(workspace, name, input), close: async () => undefined };
}

/** The contract's read-only calls by name, and how long each may take. */
const calls = new Map<string, 'quick' | 'long'>(
  (['datasets', 'studies'] as const).flatMap((domain) =>
    Object.entries(contract[domain]).flatMap(
      ([
        call,
        {
          '~orpc': { meta },
        },
      ]) => ('reads' in meta ? [[`${domain}.${call}`, meta.reads] as const] : []),
    ),
  ),
);

/** Bytes of answers that are kept. */
const KEPT = 64 * 2 ** 20;

/**
 * Reads in threads: one takes the quick queries, up to `long` others those that may take long. Calls of the contract
 * share answers.
 */
export function threadedReader({ path, state }: Pick<Workspace, 'path' | 'state'>, long: number): Reader {
  const pools = {
    quick: new ReaderPool([new ReaderThread(path, false)]),
    long: new ReaderPool(Array.from({ length: long }, () => new ReaderThread(path, true))),
  };
  const shared = new SharedAnswers(state, KEPT);
  return {
    async read<N extends QueryName>(name: N, input: QueryInput<N>, signal?: AbortSignal) {
      const call = calls.get(name);
      const request = { name, input: input as never, sized: call !== undefined };
      const pool = pools[call ?? 'long'];
      const result = call
        ? await shared.get(JSON.stringify([name, input]), (end, begin) => pool.ask(request, end, begin), signal)
        : (await pool.ask(request, signal, () => undefined)).result;
      return result as QueryResult<N>;
    },
    close: async () => {
      await Promise.all([pools.quick.close(), pools.long.close()]);
    },
  };
}
