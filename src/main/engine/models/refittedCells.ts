/** Refits cells of studies for queries: looks them up, and keeps their models open for a while. */
import type { CellQueryResult, CellQuery } from '../../../core/figures/figureSource.ts';
import { IMPORTED } from '../../../core/methods/importedMethod.ts';
import { findMethod } from '../../../core/methods/registry.ts';
import { cellTask } from '../../../core/study/cells/cellTask.ts';
import { attributesFor, type LoadStudy } from '../../runner/loadStudy.ts';
import { networkTasks } from '../../runner/networkTasks.ts';
import { ModelRefusal } from '../../workers/modelThread.ts';
import type { ModelJob } from '../../workers/modelWorker.ts';
import { conflict, isConflict, notFound } from '../errors.ts';
import type { Services } from '../services.ts';
import { finishedCell, type CellAtShape } from '../studies/cells/finishedCell.ts';
import { plannedStudy } from '../studies/studyResults.ts';
import { modelStore, type OpenedModel } from './modelStore.ts';

export type Cell = CellAtShape & { readonly id: number };

/** Maximum cached replies to figures; each holds at most some faces or numbers. */
const MOST_ANSWERS = 400;

export function cellModels({ workspace, reader, closing }: Pick<Services, 'workspace' | 'reader' | 'closing'>) {
  const store = modelStore(closing);
  /** In order of use, the most recently used last. */
  const answers = new Map<string, CellQueryResult>();

  /** Properties of a cell that need no model. Throws as `finishedCell` does. */
  const lookUp = ({ id, label, condition, repeat, shape }: Cell) => {
    const study = workspace.studies.get(id);
    if (!study) throw notFound('There is no such study.');
    if (study.spec.methods.some((entry) => entry.label === label && entry.method === IMPORTED)) {
      throw conflict(`"${label}" was computed elsewhere: there is no model to inspect.`);
    }
    const cell = { label, condition, repeat, shape };
    const { split, methodKey, nearest } = finishedCell(workspace, study, cell);
    const planned = plannedStudy(study, workspace.cells.all(study.id)).methods.find(({ key }) => key === methodKey);
    const method = planned && findMethod(planned.methodId);
    if (!planned || !method) {
      throw conflict('The cell was computed by a version with other default settings; create the study again.');
    }
    const { labels, subjects } = workspace.datasets.factsOf(study.datasetId);
    const loadStudy: LoadStudy = (of, attributes) => reader.read('loadStudy', { study: of, attributes });
    const task = cellTask(cell, planned, { ...study.spec, datasetHash: study.datasetHash }, split);
    const load = async (): Promise<ModelJob> => ({
      shared: await loadStudy(study, attributesFor([planned])),
      task: await networkTasks(workspace, study, loadStudy, closing).ready(task),
      shape,
    });
    const key = JSON.stringify([id, study.datasetHash, condition, repeat, methodKey, shape]);
    return { key, load, study, planned, method, split, nearest, labels, subjects };
  };
  type ResolvedCell = ReturnType<typeof lookUp>;

  /** Queries the model of a cell; fits it if it is not open. Throws CONFLICT if the model refuses the query. */
  const withModel = async <T>(resolved: ResolvedCell, ask: (model: OpenedModel) => Promise<T>): Promise<T> => {
    try {
      return await ask(await store.get(resolved.key, resolved.load));
    } catch (error) {
      throw error instanceof ModelRefusal ? conflict(error.message) : error;
    }
  };

  const answerOf = async (id: number, { cell, name, question }: CellQuery): Promise<CellQueryResult> => {
    try {
      const resolved = lookUp({ id, ...cell });
      const key = JSON.stringify([resolved.key, name, question]);
      const answer = answers.get(key) ?? (await withModel(resolved, ({ thread }) => thread.ask(name, question)));
      answers.delete(key);
      answers.set(key, answer);
      for (const oldest of answers.keys()) if (answers.size > MOST_ANSWERS) answers.delete(oldest);
      return answer;
    } catch (error) {
      if (isConflict(error)) return { refused: error.message };
      throw error;
    }
  };

  return {
    store,
    lookUp,
    withModel,
    /** Answers the queries of figures in order, one model at a time. Throws the abort reason. */
    async answers(id: number, questions: readonly CellQuery[], signal?: AbortSignal): Promise<CellQueryResult[]> {
      const results: CellQueryResult[] = [];
      for (const question of questions) {
        signal?.throwIfAborted();
        results.push(await answerOf(id, question));
      }
      return results;
    },
  };
}

export type CellModels = ReturnType<typeof cellModels>;
