/**
 * A decoder that does what the first byte of the file says: a thread that answers, hangs, crashes, ends or fills its
 * memory.
 */
import { parentPort } from 'node:worker_threads';
import { HANGING } from './hanging.ts';
import type { DecoderRequest } from '../../../../../src/main/workers/decoders/decoderMessages.ts';

parentPort?.on('message', (request: DecoderRequest) => answerAsTold(request));

function answerAsTold({ id, job }: DecoderRequest): void {
  const kind = String.fromCharCode(job.bytes[0]);
  const answer = (samples: Uint8Array): void =>
    parentPort?.postMessage({ id, kind: 'done', result: { rows: 1, cols: 1, channels: 1, maxval: 255, samples } });
  if (kind === 'h') {
    new BroadcastChannel(HANGING).postMessage(null);
    for (;;);
  }
  if (kind === 'c') throw new Error('memory access out of bounds');
  if (kind === 'e') process.exit(3);
  if (kind === 'm') for (const kept: object[] = []; ;) kept.push({ list: [kept.length] });
  if (kind === 'r' || kind === 'w') {
    const reason = 'expected something else';
    return parentPort?.postMessage({ id, kind: 'refused', reason, worn: kind === 'w' });
  }
  if (kind === 'l') return answer(new Uint8Array(7));
  if (kind === 's') {
    for (let n = 0; n < 10; n++) parentPort?.postMessage({ id, kind: 'share', share: n / 10 });
  }
  if (kind === 'n') return undefined;
  return answer(Uint8Array.of(job.bytes[1]));
}
