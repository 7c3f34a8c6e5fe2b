/** Answers that it is ready, and ends. */
import { parentPort } from 'node:worker_threads';
import type { FromThread } from '../../../../src/main/engineThread/messages.ts';

const ready: FromThread = { kind: 'ready', path: '/here', notices: [], theme: 'system' };
parentPort!.postMessage(ready);
process.exit(1);
