/** Handlers of the `studies` calls of the contract. */
import type { StudyDetails, StudyEvent } from '../../../core/contract/studies.ts';
import type { StudySplit, StudyMistakes } from '../../../core/contract/studyResults.ts';
import { figureOf, type FigureSpec } from '../../../core/figures/registry.ts';
import { tableFormat } from '../../../core/report/formats.ts';
import { available, plural } from '../../../core/text/phrases.ts';
import { appearancesOf } from '../../../core/methods/appearance.ts';
import { designWarnings, weakCondition } from '../../../core/study/spec/designWarning.ts';
import { checkSpec } from '../../../core/study/spec/check.ts';
import { resolveSpecSettings, withStoredSplits } from '../../../core/study/spec/resolvedSpec.ts';
import { measureOn, measuresOf } from '../../../core/measures/measures.ts';
import { costedCells, studyCost } from '../../../core/study/plan/cost.ts';
import { planSize, type Shard } from '../../../core/study/plan/plan.ts';
import { planStudy } from '../../../core/study/study.ts';
import { perturbationWarnings } from '../../../core/perturbations/registry.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { exceedsUsualSize, reducedSize } from '../../../core/images/resize.ts';
import { duplicatesAcross, duplicateWarnings, surplusDuplicates } from '../../../core/study/plan/duplicateWarnings.ts';
import { nearTrainingSentences } from '../../../core/study/plan/nearTraining.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import { nearTraining } from '../datasets/splitFacts.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import { drawnFaces, DRAWN_FACES } from '../datasets/drawnFaces.ts';
import type { Implementer, Services } from '../services.ts';
import {
  demoStudy,
  createStudy,
  requireFreeStudyName,
  restoreStudy,
  extendedPlan,
  extendStudy,
} from './createStudy.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { changedRowsOf, computeAgain, keepMethodFiles, requireUnchanged, specOfAgain } from './changedMethods.ts';
import { loadRegistered } from '../../external/loadRegistered.ts';
import {
  addImportedResults,
  listImportedResults,
  previewImportedResults,
  removeImportedResults,
  addPublished,
  removePublished,
} from './importedResults.ts';
import { readHandlers } from '../reader/readHandlers.ts';
import type { CellModels } from '../models/refittedCells.ts';
import { pixelRange } from './studyResults.ts';
import { findStudy } from './studyReads.ts';
import { withStudySplits } from './withStudySplits.ts';
import { numberProvenance } from './numberProvenance.ts';
import { storedSplit } from './storedSplits.ts';
import { duplicateGroups } from '../datasets/auditDataset.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { finishedCell, type CellAtShape } from './cells/finishedCell.ts';
import { machineSpeed } from '../../machineSpeed.ts';
import { measuredCosts, methodsOf } from '../../runner/measuredCosts.ts';
import type { StudyRunner } from '../../runner/studyRunner.ts';
import { latestStream } from '../latestStream.ts';
import type { Reader } from '../reader/reader.ts';

/** Caches the last design spread by study and condition, because forms query it after every change of a draft. */
export function cachedDesignSpread(reader: Reader): (study: StoredStudy, condition: string) => Promise<number | null> {
  let last: { readonly key: string; readonly spread: number | null } | null = null;
  return async ({ id, revision }, condition) => {
    const key = JSON.stringify([id, revision, condition]);
    if (last?.key !== key) last = { key, spread: await reader.read('designSpread', { id, condition }) };
    return last.spread;
  };
}

/** Names of the studies of the demo. */
const [DEMO_STUDY, DEMO_OF_ALL] = ['Demo: drawn faces', 'Demo: drawn faces, all methods'];

export function studyHandlers(os: Implementer, services: Services, models: CellModels) {
  const { workspace, runner, reader } = services;
  const { datasets, studies, cells, notebook } = workspace;

  const duplicatesOf = duplicateGroups(workspace);
  const spreadOf = cachedDesignSpread(reader);

  const find = (id: number): StoredStudy => findStudy(workspace, id);

  /** The study, if it is not running. Throws CONFLICT if it is. */
  const atRest = (id: number): StoredStudy => {
    const study = find(id);
    if (runner.isActive(id)) throw conflict(`"${study.name}" is running; wait until it has stopped.`);
    return study;
  };

  /** Another program, such as the command line, may have registered a method of the study again. */
  const refreshMethods = ({ spec }: StoredStudy): void => {
    if (spec.methods.some(({ program }) => program !== undefined)) loadRegistered();
  };

  /** Starts or resumes a study. Throws CONFLICT if a method has changed since its results. */
  const start = (study: StoredStudy, shard?: Shard): void => {
    refreshMethods(study);
    requireUnchanged(workspace, study);
    keepMethodFiles(workspace, study);
    runner.start(study.id, shard);
  };

  const findSplit = ({ id, condition, repeat }: { id: number; condition: string; repeat: number }): StudySplit => {
    const split = storedSplit(workspace, find(id), condition, repeat);
    if (!split) throw notFound('The study has no such split.');
    return split;
  };

  /** The replies of refitted models that a figure needs. */
  const fitted = async (ids: readonly number[], figure: FigureSpec, signal: AbortSignal | undefined) => {
    const asks = figureOf(figure.kind).questions !== undefined;
    const questions = asks ? await reader.read('figureQuestions', { ids, figure }, signal) : [];
    return models.answers(ids[0], questions, signal);
  };

  /**
   * Dataset and warnings of a spec, and the spec with the splits of the study that its protocol names; `stored`: the
   * study that it extends. Throws INVALID with every problem.
   */
  const check = (given: StudySpec, stored?: StoredStudy) => {
    const spec = withStoredSplits(given, stored?.spec);
    const summary = datasets.findByName(spec.dataset);
    if (!summary) {
      const names = datasets.list().map((dataset) => `"${dataset.name}"`);
      throw invalid([
        {
          path: 'dataset',
          message: `dataset: there is no dataset "${spec.dataset}"; ${available(names, 'the workspace has none')}.`,
        },
      ]);
    }
    const facts = datasets.factsOf(summary.id);
    const resolved = withStudySplits(workspace, spec, facts);
    const { problems, warnings } = checkSpec(resolved, facts);
    if (problems.length > 0) throw invalid(problems);
    return { spec: resolved, summary, facts, warnings };
  };

  return {
    list: os.studies.list.handler(() => studies.list()),
    get: os.studies.get.handler(({ input }) => {
      const study = find(input.id);
      refreshMethods(study);
      return details(workspace, { ...study, fault: runner.fault(study.id) });
    }),
    preview: os.studies.preview.handler(async ({ input }) => {
      const extended = input.extends === undefined ? null : find(input.extends);
      if (extended) requireUnchanged(workspace, extended);
      const { spec, summary, facts, warnings } = check(input.spec, extended ?? undefined);
      if (extended) extendedPlan(workspace, extended, resolveSpecSettings(spec, extended.spec), { facts });
      const weak = weakCondition(spec, facts);
      const spread = weak && extended && (await spreadOf(extended, weak.key));
      const design = designWarnings(spec, facts, spread);
      const noise = perturbationWarnings(spec.perturbations, datasets.pixelFacts(summary.id)!);
      const groups = await duplicatesOf(summary);
      const [duplicates] = duplicateWarnings(spec, facts, groups);
      const near = nearTrainingSentences(await runInTimeSlices(nearTraining(datasets, summary.id, spec, facts)));
      const speed = machineSpeed();
      const planned = planStudy(spec);
      const measured = measuredCosts(workspace, speed, methodsOf(spec));
      const costAt = (size: { readonly rows: number; readonly cols: number }) =>
        studyCost(costedCells(planned, { ...facts, ...size }, speed), measured);
      const smaller = reducedSize(facts);
      const fitsSmaller = exceedsUsualSize(facts) && checkSpec(spec, { ...facts, ...smaller }).problems.length === 0;
      return {
        ...planSize(planned, facts),
        warnings: [...warnings, ...design, ...noise, ...(duplicates ? [duplicates] : []), ...near],
        duplicates: { warning: duplicates ?? null, surplus: surplusDuplicates(spec, facts, groups) },
        smaller: fitsSmaller ? { ...smaller, seconds: costAt(smaller).seconds } : null,
        weakDesign: design.length > 0,
        cost: { ...costAt(facts), workers: services.workers() },
      };
    }),
    create: os.studies.create.handler(async ({ input }) => {
      const { spec: given, summary, facts } = check(input.spec);
      const spec = resolveSpecSettings(given);
      // The footer of its tables says which test images have copies in training.
      await duplicatesOf(summary);
      return details(workspace, find(await createStudy(workspace, spec, summary, facts, input)));
    }),
    demo: os.studies.demo.handler(async ({ input: { all } }) => {
      const name = all ? DEMO_OF_ALL : DEMO_STUDY;
      const there = studies.findByName(name);
      if (there) return details(workspace, there);
      if (!datasets.findByName(DRAWN_FACES)) datasets.add(DRAWN_FACES, drawnFaces(), 'generated');
      const spec = demoStudy(name, DRAWN_FACES, all);
      const { summary, facts } = check(spec);
      return details(workspace, find(await createStudy(workspace, resolveSpecSettings(spec), summary, facts)));
    }),
    extend: os.studies.extend.handler(({ input }) => {
      const study = find(input.id);
      if (runner.isActive(study.id)) throw conflict(`"${study.name}" is running; extend it when it has stopped.`);
      requireUnchanged(workspace, study);
      const spec = resolveSpecSettings(input.spec, study.spec);
      extendStudy(workspace, study, spec, check(spec));
      return details(workspace, find(study.id));
    }),
    delete: os.studies.delete.handler(({ input }) => {
      const { name } = find(input.id);
      if (runner.isActive(input.id)) throw conflict(`"${name}" is running; cancel it first.`);
      if (input.forGood) studies.remove(input.id);
      else studies.hide(input.id);
      return null;
    }),
    previewElsewhere: os.studies.previewElsewhere.handler(({ input: { id, files } }) =>
      previewImportedResults(workspace, find(id), files),
    ),
    addElsewhere: os.studies.addElsewhere.handler(({ input: { id, files, label, replace } }) => {
      addImportedResults(workspace, atRest(id), files, label, replace);
      return details(workspace, find(id));
    }),
    listElsewhere: os.studies.listElsewhere.handler(({ input }) => listImportedResults(workspace, find(input.id))),
    removeElsewhere: os.studies.removeElsewhere.handler(({ input: { id, label } }) => {
      removeImportedResults(workspace, atRest(id), label);
      return details(workspace, find(id));
    }),
    addPublished: os.studies.addPublished.handler(({ input: { id, file, replace } }) =>
      addPublished(workspace, find(id), file, replace),
    ),
    listPublished: os.studies.listPublished.handler(({ input: { id } }) => workspace.published.list(find(id).id)),
    removePublished: os.studies.removePublished.handler(({ input: { id, source } }) => ({
      removed: removePublished(workspace, find(id), source),
    })),
    annotate: os.studies.annotate.handler(({ input: { id, change } }) => {
      find(id);
      notebook.change({ kind: 'study', id }, change);
      return details(workspace, find(id));
    }),
    history: os.studies.history.handler(({ input: { id } }) => {
      find(id);
      return notebook.history({ kind: 'study', id });
    }),
    rename: os.studies.rename.handler(({ input: { id, name } }) => {
      const before = find(id).name;
      workspace.transaction(() => {
        requireFreeStudyName(workspace, name, id);
        studies.rename(id, name);
        notebook.record({ kind: 'study', id }, 'renamed', `from ${before} to ${name}`);
      });
      return details(workspace, find(id));
    }),
    restore: os.studies.restore.handler(({ input: { id } }) => {
      workspace.transaction(() => restoreStudy(workspace, id));
      return details(workspace, find(id));
    }),
    ...readHandlers(os, 'studies', reader, {
      export({ id, format, shown }) {
        if (!shown) notebook.tryToRecord({ kind: 'study', id }, 'exported', `as ${tableFormat(format).title}`);
      },
    }),
    run: os.studies.run.handler(({ input }) => {
      const study = find(input.id);
      const { done, failed, total } = study.cells;
      if (done + failed < total) start(study, input.shard);
      return null;
    }),
    pause: os.studies.pause.handler(({ input }) => {
      find(input.id);
      runner.pause(input.id);
      return null;
    }),
    cancel: os.studies.cancel.handler(async ({ input }) => {
      find(input.id);
      await runner.cancel(input.id);
      return null;
    }),
    retryFailed: os.studies.retryFailed.handler(({ input }) => {
      const study = find(input.id);
      if (runner.isActive(input.id)) throw conflict(`"${study.name}" is running; retry when it has stopped.`);
      requireUnchanged(workspace, study);
      const again = cells.retryFailed(input.id);
      if (again === 0) return null;
      notebook.tryToRecord({ kind: 'study', id: input.id }, 'retried', plural(again, 'failed cell'));
      start(study);
      return null;
    }),
    computeAgain: os.studies.computeAgain.handler(({ input: { id, labels, spec: given } }) => {
      const study = atRest(id);
      loadRegistered();
      const spec = specOfAgain(study, labels, given);
      const checked = check(spec, study);
      computeAgain(workspace, study, labels, checked.spec, checked.facts);
      return details(workspace, find(id));
    }),
    watch: os.studies.watch.handler(({ input, signal }) => {
      find(input.id);
      return watchStudy(runner, input.id, signal);
    }),
    provenance: os.studies.provenance.handler(({ input: { id, label, condition } }) =>
      numberProvenance(workspace, find(id), label, condition),
    ),
    figure: os.studies.figure.handler(async ({ input, signal }) => {
      return reader.read('drawFigure', { ...input, answers: await fitted(input.ids, input.figure, signal) }, signal);
    }),
    wrongPairs: os.studies.wrongPairs.handler(async ({ input: { id, figure }, signal }) =>
      reader.read('namedWrongPairs', { id, figure, answers: await fitted([id], figure, signal) }, signal),
    ),
    mistakes: os.studies.mistakes.handler(({ input }) => mistakesOf(workspace, find(input.id), input)),
    split: os.studies.split.handler(({ input }) => findSplit(input)),
    splitDuplicates: os.studies.splitDuplicates.handler(async ({ input }) => {
      const split = findSplit(input);
      return duplicatesAcross(split, await duplicatesOf(datasets.get(split.datasetId)!));
    }),
  };
}

function details(workspace: Workspace, study: StoredStudy): StudyDetails {
  // Fields for the engine alone are not sent.
  const { datasetId: _id, datasetHash: _hash, revision: _revision, ...rest } = study;
  const { spec } = rest;
  const planned = planStudy(spec);
  const appearances = appearancesOf(planned.rows);
  const scale = { range: pixelRange(workspace.datasets, study), features: spec.features };
  const measures = measuresOf(spec).map((measure) => measureOn(measure, scale));
  const changes = new Map(changedRowsOf(workspace, study, planned).map(({ label, change }) => [label, change]));
  const methods = planned.rows.map(({ label, methodId }) => {
    const changed = changes.get(label);
    return { label, methodId, appearance: appearances.get(label)!, ...(changed !== undefined && { changed }) };
  });
  return { ...rest, methods, measures };
}

/** The misclassified test images of a finished cell, in test order. */
function mistakesOf(workspace: Workspace, study: StoredStudy, cell: CellAtShape): StudyMistakes {
  const { split, nearest } = finishedCell(workspace, study, cell);
  if (split.pairs) throw conflict(`"${study.name}" compares pairs: no test image is recognised.`);
  const { labels, subjects } = workspace.datasets.factsOf(study.datasetId);
  const gallery = split.gallery ?? split.train;
  const mistakes = Array.from(split.test, (image, t) => ({ image, nearest: gallery[nearest[t]] }))
    .filter((pair) => labels[pair.image] !== labels[pair.nearest])
    .map((pair) => ({
      ...pair,
      truth: subjects[labels[pair.image]],
      predicted: subjects[labels[pair.nearest]],
      right: gallery.find((candidate) => labels[candidate] === labels[pair.image]) ?? null,
    }));
  return { datasetId: study.datasetId, tests: split.test.length, mistakes };
}

/**
 * Interval for polling a study that another process runs, which sends no events. Rate and time left change without
 * events.
 */
const POLL_MS = 1000;

/** State and progress of a study, initially and after every change, until it stops. */
function watchStudy(runner: StudyRunner, study: number, signal: AbortSignal | undefined) {
  const close = (): void => {
    clearInterval(timer);
    unsubscribe();
  };
  const look = (): void => {
    const event = runner.event(study);
    if (event) offer(event);
    if (event?.state !== 'running') end();
  };
  const timer = setInterval(look, POLL_MS);
  const unsubscribe = runner.subscribe(study, look);
  const { stream, offer, end } = latestStream<StudyEvent>(signal, close);
  look();
  return stream;
}
