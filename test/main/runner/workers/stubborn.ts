/** A worker that never comes back from a cell and never looks at the cancel flag. */
import { serveCells } from '../../../../src/main/threads/solvers/answerTasks.ts';

serveCells(() => {
  for (;;);
});
