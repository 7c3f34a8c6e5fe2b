/** A solver thread that holds more and more objects. */
import { answerTasks } from '../../../../src/main/threads/solvers/answerTasks.ts';

answerTasks(() => {
  const held: unknown[] = [];
  for (;;) held.push(Array.from({ length: 1000 }, (_, n) => ({ n })));
});
