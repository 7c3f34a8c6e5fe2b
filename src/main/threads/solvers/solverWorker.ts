/** A solver thread: one cell after another until it is ended. */
import { answerTasks } from './answerTasks.ts';
import { evaluateTask } from './evaluateTask.ts';

answerTasks(evaluateTask);
