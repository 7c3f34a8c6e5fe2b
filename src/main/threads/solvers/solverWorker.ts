/** A solver thread: one cell after another, of one study after another, until it is ended. */
import { answerTasks } from './answerTasks.ts';
import { evaluateTask, takeUp } from './evaluateTask.ts';

answerTasks(evaluateTask, takeUp);
