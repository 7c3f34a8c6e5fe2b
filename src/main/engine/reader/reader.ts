/** Where reads that take long are done: here, or in threads, while the engine goes on answering. */
import type { Workspace } from '../../workspace/workspace.ts';
import { isLong, runQuery, type QueryAnswer, type QueryInput, type QueryName } from './queries.ts';
import { ReaderThread } from './readerThread.ts';

export interface Reader {
  /** Throws what the query throws; Cancelled after an abort, which a query in this thread does not notice. */
  readonly read: <N extends QueryName>(name: N, input: QueryInput<N>, signal?: AbortSignal) => Promise<QueryAnswer<N>>;
  readonly close: () => Promise<void>;
}

/** Reads over the connection of the engine itself. */
export function ownReader(workspace: Workspace): Reader {
  return { read: (name, input) => runQuery(workspace, name, input), close: async () => undefined };
}

/** Reads in two threads, of which one takes what may be long. */
export function threadedReader(path: string): Reader {
  const [quick, long] = [new ReaderThread(path, false), new ReaderThread(path, true)];
  return {
    read: (name, input, signal) => (isLong(name) ? long : quick).ask(name, input, signal),
    close: async () => {
      await Promise.all([quick.close(), long.close()]);
    },
  };
}
