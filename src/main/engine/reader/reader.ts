/** Runs slow reads in this thread or in reader threads, so the engine stays responsive. */
import type { Workspace } from '../../workspace/workspace.ts';
import { contract } from '../../../core/contract/contract.ts';
import { runQuery, type QueryResult, type QueryInput, type QueryName } from './queries.ts';
import { ReaderThread } from './readerThread.ts';

export interface Reader {
  /** Throws what the query throws; Cancelled after an abort, which a running query in this thread ignores. */
  readonly read: <N extends QueryName>(name: N, input: QueryInput<N>, signal?: AbortSignal) => Promise<QueryResult<N>>;
  readonly close: () => Promise<void>;
}

/** Reads over the engine's own connection. */
export function inProcessReader(workspace: Workspace): Reader {
  return { read: (name, input) => runQuery(workspace, name, input), close: async () => undefined };
}

/** Contract calls that declare quick reads; all others may be slow. */
const quick = new Set<string>(
  (['datasets', 'studies'] as const).flatMap((domain) =>
    Object.entries(contract[domain]).flatMap(
      ([
        call,
        {
          '~orpc': { meta },
        },
      ]) => ('reads' in meta && meta.reads === 'quick' ? [`${domain}.${call}`] : []),
    ),
  ),
);

/** Reads in two threads; one takes the slow queries. */
export function threadedReader(path: string): Reader {
  const [first, second] = [new ReaderThread(path, false), new ReaderThread(path, true)];
  return {
    read: (name, input, signal) => (quick.has(name) ? first : second).ask(name, input, signal),
    close: async () => {
      await Promise.all([first.close(), second.close()]);
    },
  };
}
