/** A worker that says how far its fit is and never comes back. */
import { serveCells } from '../../../../src/main/workers/solvers/serveCells.ts';

serveCells((_, tell) => {
  tell('at (3, 2): iteration 4 of 9');
  for (;;);
});
