/** Worker thread with its own read-only connection: answers queries one after another until it is terminated. */
import { serialize } from 'node:v8';
import { workerData } from 'node:worker_threads';
import { ORPCError } from '@orpc/client';
import { pino } from 'pino';
import { applyKernelChoice } from '../../kernelChoice.ts';
import { openWorkspace } from '../../workspace/workspace.ts';
import { serveRequests } from '../../workerClient.ts';
import { toContractError } from '../errors.ts';
import type { ReaderReply, ReaderRequest } from './readerThread.ts';
import { runQuery } from './queries.ts';

applyKernelChoice();
const workspace = openWorkspace((workerData as { path: string }).path, { readOnly: true });
const silent = pino({ enabled: false });

serveRequests<ReaderRequest, ReaderReply>(async ({ name, input, sized }, send) => {
  try {
    const result = await runQuery(workspace, name, input);
    if (result instanceof File) {
      const bytes = await result.arrayBuffer();
      send({ kind: 'file', name: result.name, type: result.type, bytes }, [bytes]);
    } else send({ kind: 'done', result, bytes: sized ? serialize(result).byteLength : null });
  } catch (error) {
    send(replyTo(error));
  }
});

/** Contract errors are passed on; the engine reports unexpected ones. */
function replyTo(error: unknown): ReaderReply {
  const contractError = toContractError(error, '', silent);
  if (contractError instanceof ORPCError && contractError.code !== 'INTERNAL_SERVER_ERROR') {
    const { code, status, message, data } = contractError;
    return { kind: 'refused', code, status, message, data };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failed', message, stack };
}
