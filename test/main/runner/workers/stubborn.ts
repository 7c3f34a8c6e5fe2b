/** A worker that never comes back from a cell and never looks at the cancel flag. */
import { serveCells } from '../../../../src/main/workers/solvers/serveCells.ts';

serveCells(() => {
  for (;;);
});
