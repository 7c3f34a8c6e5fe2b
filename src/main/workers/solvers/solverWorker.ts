/** A solver thread: one cell after another, of one study after another, until it is ended. */
import { serveCells } from './serveCells.ts';
import { evaluateTask, attachStudy } from './evaluateTask.ts';

serveCells(evaluateTask, attachStudy);
