/** Solver thread: computes one cell at a time, of one study at a time, until it is ended. */
import { serveCells } from './serveCells.ts';
import { evaluateTask, attachStudy } from './evaluateTask.ts';

serveCells(evaluateTask, attachStudy);
