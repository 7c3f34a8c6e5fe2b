/** Worker thread with its own read-only connection: answers queries one after another until it is terminated. */
import { parentPort, workerData } from 'node:worker_threads';
import { ORPCError } from '@orpc/client';
import { pino } from 'pino';
import { applyKernelChoice } from '../../kernelChoice.ts';
import { openWorkspace } from '../../workspace/workspace.ts';
import { toContractError } from '../errors.ts';
import type { ReaderReply, ReaderRequest } from './readerThread.ts';
import { runQuery } from './queries.ts';

applyKernelChoice();
const workspace = openWorkspace((workerData as { path: string }).path, { readOnly: true });
const silent = pino({ enabled: false });

async function answer({ name, input }: ReaderRequest): Promise<void> {
  try {
    const result = await runQuery(workspace, name, input);
    if (result instanceof File) {
      const bytes = await result.arrayBuffer();
      const reply: ReaderReply = { kind: 'file', name: result.name, type: result.type, bytes };
      parentPort!.postMessage(reply, [bytes]);
    } else parentPort!.postMessage({ kind: 'done', result } satisfies ReaderReply);
  } catch (error) {
    parentPort!.postMessage(replyTo(error));
  }
}

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

parentPort!.on('message', (request: ReaderRequest) => void answer(request));
