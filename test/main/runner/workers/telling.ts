/** A worker that says how far its fit is and never comes back. */
import { answerTasks } from '../../../../src/main/threads/solvers/answerTasks.ts';

answerTasks((_, tell) => {
  tell('at (3, 2): iteration 4 of 9');
  for (;;);
});
