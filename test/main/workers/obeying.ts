/** A worker that does what each request says: it answers, reports, hangs, throws, ends or fills its memory. */
import { serveRequests } from '../../../src/main/workerClient.ts';

export type Order = 'answer' | 'report' | 'hang' | 'throw' | 'exit' | 'hoard' | 'wait';

export type Answer =
  | { readonly kind: 'done'; readonly order: Order }
  | { readonly kind: 'share'; readonly share: number };

serveRequests<Order, Answer>((order, send) => {
  if (order === 'wait') return;
  if (order === 'hang') for (;;);
  if (order === 'throw') throw new Error('a defect');
  if (order === 'exit') process.exit(3);
  if (order === 'hoard') for (const kept: object[] = []; ;) kept.push({ list: [kept.length] });
  if (order === 'report') for (const share of [0.25, 0.5]) send({ kind: 'share', share });
  send({ kind: 'done', order });
});
