/** A solver thread that holds more and more objects. */
import { serveCells } from '../../../../src/main/workers/solvers/serveCells.ts';

serveCells(() => {
  const held: unknown[] = [];
  for (;;) held.push(Array.from({ length: 1000 }, (_, n) => ({ n })));
});
