/** models of the contract. */
import { ELSEWHERE } from '../../../core/methods/elsewhere.ts';
import { findMethod } from '../../../core/methods/registry.ts';
import type { Split } from '../../../core/protocols/split.ts';
import type { ModelSummary } from '../../../core/contract/models.ts';
import { cellTask } from '../../../core/study/cells/cellTask.ts';
import { NO_COMMON_MODEL, type Answer, type Question, type QuestionName } from '../../../core/study/model/answers.ts';
import type { ModelFacts } from '../../../core/study/model/openModel.ts';
import { attributesFor, type LoadStudy } from '../../runner/loadStudy.ts';
import { networkTasks } from '../../runner/networkTasks.ts';
import { ModelRefusal } from '../../threads/modelThread.ts';
import type { ModelJob } from '../../threads/modelWorker.ts';
import { conflict, notFound } from '../errors.ts';
import type { Implementer } from '../implementer.ts';
import type { Services } from '../services.ts';
import { fitStream } from '../streams/fitStream.ts';
import { finishedCell, type CellAtShape } from '../studies/cells/finishedCell.ts';
import { plannedStudy } from '../studies/studyResults.ts';
import { cellNumbers, type AskedCell, type CellPlace } from './cellNumbers.ts';
import { aroundGrey, holesOf, onScale, withoutMissing } from './modelPictures.ts';
import { modelStore, type OpenedModel } from './modelStore.ts';

type Cell = CellAtShape & { readonly id: number };

export function modelHandlers(os: Implementer, services: Services) {
  const { workspace, reader, closing } = services;
  const store = modelStore(closing);

  /** What is known of a cell without its model. Throws as `finishedCell` does. */
  const lookUp = ({ id, label, condition, repeat, shape }: Cell) => {
    const study = workspace.studies.get(id);
    if (!study) throw notFound('There is no such study.');
    if (study.spec.methods.some((entry) => entry.label === label && entry.method === ELSEWHERE)) {
      throw conflict(`"${label}" was computed elsewhere: there is no model to inspect.`);
    }
    const cell = { label, condition, repeat, shape };
    const { split, methodKey, nearest } = finishedCell(workspace, study, cell);
    const planned = plannedStudy(study, workspace.cells.all(study.id)).methods.find(({ key }) => key === methodKey);
    const method = planned && findMethod(planned.methodId);
    if (!planned || !method) {
      throw conflict('The cell was computed by a version with other default settings; create the study again.');
    }
    const { labels, subjects } = workspace.datasets.facts(study.datasetId)!;
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
  type Found = ReturnType<typeof lookUp>;

  const ask = async <N extends QuestionName>(cell: Cell, name: N, question: Question<N>) => {
    const found = lookUp(cell);
    try {
      const model = await store.get(found.key, found.load);
      return { ...found, model, ...(await asked(model, name, question)) };
    } catch (error) {
      throw error instanceof ModelRefusal ? conflict(error.message) : error;
    }
  };

  /** The answer of a cell, and how many test images its decisions differ for from those that are stored. */
  const askNumbers = async <N extends 'scores' | 'codes'>(
    id: number,
    place: CellPlace,
    name: N,
  ): Promise<AskedCell<N>> => {
    const found = lookUp({ id, ...place });
    try {
      const model = await store.get(found.key, found.load);
      const { same, tests } = summary(model, found);
      return {
        answer: await model.thread.ask<N>(name, null as Question<N>),
        split: found.split,
        otherwise: tests - same,
      };
    } catch (error) {
      throw error instanceof ModelRefusal ? conflict(error.message) : error;
    }
  };

  const subjectsAt = (images: readonly number[], { labels, subjects }: Found): string[] =>
    images.map((image) => subjects[labels[image]]);

  return {
    open: os.models.open.handler(({ input, signal }) => {
      const found = lookUp(input);
      return fitStream({
        method: found.method,
        settings: found.planned.settings,
        signal,
        services,
        start: (abort, tell) => store.follow(found.key, found.load, abort, tell),
        finish: (model: OpenedModel) => summary(model, found),
      });
    }),
    basis: os.models.basis.handler(async ({ input: { from, count, order, ...cell } }) => {
      const { answer } = await ask(cell, 'basis', { from, count, order });
      const { images, ...basis } = answer;
      return { ...basis, ...aroundGrey(images) };
    }),
    rebuilt: os.models.rebuilt.handler(async ({ input: { tests, block, ...cell } }) => {
      const { answer, facts, ...found } = await ask(cell, 'rebuilt', { tests, block });
      const positions = answer.tests.map((place) => found.split.test[place]);
      return {
        tests: answer.tests,
        rmse: answer.rmse,
        positions,
        subjects: subjectsAt(positions, found),
        originals: onScale(withoutMissing(answer.originals, facts.range.low), facts.range),
        reconstructions: onScale(answer.images, facts.range),
      };
    }),
    errors: os.models.errors.handler(async ({ input }) => (await ask(input, 'errors', null)).answer),
    spectra: os.models.spectra.handler(async ({ input }) => (await ask(input, 'spectra', null)).answer),
    map: os.models.map.handler(async ({ input: { axes, ...cell } }) => {
      const { answer, model, split, labels } = await ask(cell, 'map', { axes });
      const gallery = split.gallery ?? split.train;
      const positions = { train: [...split.train], test: [...split.test] };
      // Verification recognises no image.
      if (split.pairs) {
        return {
          ...answer,
          positions,
          nearest: positions.test.map(() => null),
          wrong: positions.test.map(() => false),
        };
      }
      const matched = Array.from(model.nearest, (place) => gallery[place]);
      return {
        ...answer,
        positions,
        nearest: Array.from(model.nearest, (place) => (split.gallery ? null : place)),
        wrong: Array.from(split.test, (image, t) => labels[image] !== labels[matched[t]]),
      };
    }),
    samples: os.models.samples.handler(async ({ input: { seed, count, ...cell } }) => {
      const { answer, facts } = await ask(cell, 'samples', { seed, count });
      return { means: answer.means && onScale(answer.means, facts.range), images: onScale(answer.images, facts.range) };
    }),
    imputation: os.models.imputation.handler(async ({ input: { tests, hidden, fraction, seed, ...cell } }) => {
      const { answer, facts, ...found } = await ask(cell, 'imputation', { tests, hidden, fraction, seed });
      const positions = answer.tests.map((place) => found.split.test[place]);
      return {
        tests: answer.tests,
        rmse: answer.rmse,
        rmseOfMean: answer.rmseOfMean,
        positions,
        subjects: subjectsAt(positions, found),
        originals: onScale(withoutMissing(answer.originals, facts.range.low), facts.range),
        holes: holesOf(answer.holed),
        filled: onScale(answer.filled, facts.range),
      };
    }),
    numbers: os.models.numbers.handler(({ input }) => {
      const study = workspace.studies.get(input.id);
      if (!study) throw notFound('There is no such study.');
      return cellNumbers(workspace, study, input, (place, name) => askNumbers(input.id, place, name));
    }),
    components: os.models.components.handler(async ({ input }) => {
      const { answer, facts, split } = await ask(input, 'components', null);
      const positions = answer.tests.map((place) => split.test[place]);
      return { ...answer, positions, means: onScale(answer.means, facts.range) };
    }),
  };
}

/** Throws ModelRefusal where every subject has a model of its own. */
async function asked<N extends QuestionName>(
  { facts, thread }: OpenedModel,
  name: N,
  question: Question<N>,
): Promise<{ facts: ModelFacts; answer: Answer<N> }> {
  if (!facts) throw new ModelRefusal(NO_COMMON_MODEL);
  return { facts, answer: await thread.ask(name, question) };
}

function summary(
  { seconds, facts, nearest }: OpenedModel,
  found: {
    readonly study: { readonly datasetId: number };
    readonly split: Split;
    readonly nearest: ArrayLike<number>;
    readonly labels: ArrayLike<number>;
  },
): ModelSummary {
  const gallery = found.split.gallery ?? found.split.train;
  // Of verification they are ranks of the pairs' scores.
  const subjectsOf = (places: ArrayLike<number>): number[] =>
    Array.from(places, (place) => (found.split.pairs ? place : found.labels[gallery[place]]));
  const [before, now] = [found.nearest, nearest].map(subjectsOf);
  return {
    datasetId: found.study.datasetId,
    seconds,
    facts,
    same: now.filter((subject, t) => subject === before[t]).length,
    tests: now.length,
  };
}
