/** Handlers of the `datasets` calls of the contract. */
import { dirname } from 'node:path';
import type { EyeChoice } from '../../../core/contract/procedures.ts';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { importStage } from '../../../core/images/provenance.ts';
import { importCommand, provenanceCommands } from '../../../core/images/provenanceCommands.ts';
import {
  importDataset,
  scanImport,
  ImportError,
  ImportQuestion,
  type ImportedDataset,
  type ImportProgress,
} from '../../import/index.ts';
import { withUnpacked } from '../../import/archives/withSource.ts';
import { importStageOf } from '../../import/importDataset.ts';
import { suggestedName } from '../../import/scanImport.ts';
import { sourceArrays } from '../../import/sources/openSource.ts';
import { sampleImages } from '../../import/sampleImages.ts';
import { sampleSubjects } from '../../import/sampleSubjects.ts';
import type { Implementer, Services } from '../services.ts';
import { arrangeImages, requireUnused } from './excludeImages.ts';
import { attachmentHandlers } from './attachmentHandlers.ts';
import { auditStream } from './auditDataset.ts';
import { invalid, notFound } from '../errors.ts';
import { findDataset, requireImages } from './datasetReads.ts';
import { eyesMarked, eyesOfFile, type EyeSource, eyeHandlers } from './eyeHandlers.ts';
import { drawnFaces } from './drawnFaces.ts';
import { faceHandlers } from './faceHandlers.ts';
import { preprocessDataset, sourceOf } from './preprocessDataset.ts';
import { networkHandlers } from './networkHandlers.ts';
import { previewOf, previewOfDataset, previewSubjects, SHOWN_SUBJECTS } from './importPreviews.ts';
import { canonicalJson } from '../../../core/hash.ts';
import { requireFreeName } from './requireFreeName.ts';
import { readHandlers } from '../reader/readHandlers.ts';
import type { ImportEvent, ImportReport } from '../../../core/contract/imports.ts';
import { Cancelled } from '../../cancelled.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import { MeanRateMeter, SETTLING } from '../meanRateMeter.ts';
import { workStream } from '../latestStream.ts';
import { faultReason, reasonOfFault } from '../../workspace/workspaceErrors.ts';

/** Makes a dataset from files or from another one. Throws ImportError, Cancelled. */
export type Produce = (signal: AbortSignal, onProgress: (progress: ImportProgress) => void) => Promise<ImportedDataset>;

interface ImportJob {
  readonly name: string;
  /** Description of the source, as stored in the workspace. */
  readonly source: string;
  readonly read: Produce;
}

/** Imports with progress. Leaving the stream cancels; the dataset is stored as a whole at the end or not at all. */
function importStream(services: Services, { name, source, read }: ImportJob, signal: AbortSignal | undefined) {
  const meter = new MeanRateMeter(SETTLING);
  const progressEvent = (progress: ImportProgress): ImportEvent =>
    progress.unit === undefined
      ? { kind: 'progress', progress: meter.update(progress) }
      : {
          kind: 'progress',
          progress: { ...meter.update(progress), rate: null, secondsLeft: null },
          unit: progress.unit,
        };

  const over = services.importing(name);
  return workStream<ImportEvent>(services, signal, async (stop, offer) => {
    try {
      const imported = await read(stop, (progress) => offer(progressEvent(progress)));
      try {
        stop.throwIfAborted();
        requireFreeName(services, name);
        const onShare = (share: number): void =>
          offer(progressEvent({ done: Math.floor(100 * share), total: 100, unit: '%', running: `Storing ${name}` }));
        const dataset = await runInTimeSlices(services.workspace.datasets.store(name, imported, source), stop, onShare);
        services.workspace.requirePresent();
        return {
          kind: 'done',
          report: { dataset, problems: imported.problems, seconds: meter.seconds, ...reading(imported, name) },
        };
      } finally {
        imported.release?.();
      }
    } catch (error) {
      if (stop.aborted || error instanceof Cancelled) return { kind: 'cancelled' };
      if (error instanceof ImportQuestion) return { kind: 'question', doubts: error.doubts };
      if (!(error instanceof ImportError) && faultReason(error) === null)
        services.log.error({ err: error, path: source }, 'import failed');
      return { kind: 'failed', reason: error instanceof ImportError ? error.message : reasonOfFault(error) };
    } finally {
      over();
    }
  });
}

export function datasetHandlers(os: Implementer, services: Services) {
  const { workspace, files, reader } = services;
  const { datasets, studies, notebook } = workspace;

  const find = (id: number): DatasetSummary => findDataset(workspace, id);

  /** Large imports are buffered on the disk of the workspace, which must have room for them anyway. */
  const folder = dirname(workspace.path);

  /** Eye positions from a file, or those marked in the dataset with this id. */
  const eyeSourceOf = async (eyes: EyeChoice | undefined, id: number | null): Promise<EyeSource | null> => {
    if (eyes === undefined) return null;
    if (typeof eyes === 'string') return eyesOfFile((await files.resolve(eyes)).path);
    if (id === null) throw invalid([{ path: 'eyes', message: 'eyes: only the images of a dataset have marked eyes.' }]);
    return eyesMarked(workspace.eyes, id);
  };

  return {
    ...attachmentHandlers(os, services, find),
    ...eyeHandlers(os, services, find),
    ...networkHandlers(os, services, find),
    ...faceHandlers(os, services, find),
    list: os.datasets.list.handler(() => datasets.list()),
    ...readHandlers(os, 'datasets', reader, {
      export: ({ id }, file) => notebook.tryToRecord({ kind: 'dataset', id }, 'exported', `as ${file.name}`),
    }),
    annotate: os.datasets.annotate.handler(({ input: { id, change } }) => {
      find(id);
      notebook.change({ kind: 'dataset', id }, change);
      return find(id);
    }),
    making: os.datasets.making.handler(({ input }) => {
      const { id, name } = find(input.id);
      const stages = datasets.making(id);
      return { stages, commands: provenanceCommands(stages, name) };
    }),
    history: os.datasets.history.handler(({ input: { id } }) => {
      find(id);
      return notebook.history({ kind: 'dataset', id });
    }),
    rename: os.datasets.rename.handler(({ input }) => {
      const before = find(input.id).name;
      requireFreeName(services, input.name, input.id);
      workspace.transaction(() => {
        datasets.rename(input.id, input.name);
        studies.renameDataset(input.id, input.name);
        notebook.record({ kind: 'dataset', id: input.id }, 'renamed', `from ${before} to ${input.name}`);
      });
      return find(input.id);
    }),
    draw: os.datasets.draw.handler(({ input: { name, ...options } }) => {
      requireFreeName(services, name);
      return datasets.add(name, drawnFaces(options), 'generated');
    }),
    delete: os.datasets.delete.handler(({ input }) => {
      const { name } = find(input.id);
      workspace.transaction(() => {
        requireUnused(studies.ofDataset(input.id), name, 'deleted');
        datasets.hide(input.id);
      });
      return null;
    }),
    restore: os.datasets.restore.handler(({ input }) => {
      const name = datasets.hiddenName(input.id);
      if (name === null) throw notFound('There is no such deleted dataset.');
      requireFreeName(services, name);
      datasets.unhide(input.id);
      return find(input.id);
    }),
    exclude: os.datasets.exclude.handler(({ input: { id, index } }) => {
      requireImages(index, find(id));
      const out = new Set(index);
      return arrangeImages(workspace, id, (present) => present.filter((_, n) => !out.has(n)));
    }),
    include: os.datasets.include.handler(({ input: { id, keys } }) =>
      arrangeImages(workspace, id, (present, excluded) => {
        const absent = keys.find((key) => !excluded.includes(key));
        if (absent !== undefined)
          throw invalid([{ path: 'keys', message: `keys: no excluded image has key ${absent}.` }]);
        return [...new Set([...present, ...keys])];
      }),
    ),
    attributes: os.datasets.attributes.handler(({ input }) => datasets.attributes(find(input.id).id)),
    audit: os.datasets.audit.handler(async ({ input, signal }) => {
      const dataset = find(input.id);
      return auditStream(
        services,
        {
          dataset,
          near: input.near,
          eyeSource: await eyeSourceOf(input.eyes, dataset.id),
          search: workspace.faces.get(dataset.id),
        },
        signal,
      );
    }),
    sourceArrays: os.datasets.sourceArrays.handler(async ({ input, signal }) => {
      const { path } = await files.resolve(input.token);
      return withUnpacked(path, { signal }, undefined, (place) => sourceArrays(place.path, { signal }));
    }),
    previewImport: os.datasets.previewImport.handler(async ({ input, signal }) => {
      const { path, roots } = await files.resolve(input.token);
      const { recipe, size = null } = input;
      return scanImport(path, recipe, { size, ...bounds(roots), ...(signal && { signal }) });
    }),
    previewSubjects: os.datasets.previewSubjects.handler(async ({ input: { token, recipe, maxSide }, signal }) => {
      const { path, roots } = await files.resolve(token);
      const source = { path, ...(recipe && { recipe }), ...bounds(roots), ...(signal && { signal }) };
      return previewSubjects(await sampleSubjects(source, SHOWN_SUBJECTS), maxSide);
    }),
    previewSteps: os.datasets.previewSteps.handler(async ({ input: { of, steps, eyes, maxSide }, signal }) => {
      const options = { steps, eyeSource: await eyeSourceOf(eyes, 'id' in of ? of.id : null), maxSide };
      if ('id' in of) {
        const dataset = find(of.id);
        requireImages(of.index, dataset);
        return previewOfDataset(datasets, dataset, of.index, options);
      }
      const { path, roots } = await files.resolve(of.token);
      const { size = null, recipe, count } = of;
      return previewOf(
        await sampleImages({ path, size, recipe, ...bounds(roots), ...(signal && { signal }) }, count),
        options,
      );
    }),
    import: os.datasets.import.handler(async ({ input, signal }) => {
      requireFreeName(services, input.name);
      const { path, roots } = await files.resolve(input.token);
      const { name, size, recipe } = input;
      const read: Produce = (signal, onProgress) =>
        importDataset({ path, size, recipe, folder, ...bounds(roots), signal, onProgress });
      return importStream(services, { name, source: path, read }, signal);
    }),
    imported: os.datasets.imported.handler(async ({ input: { token, name, size, recipe }, signal }) => {
      const dataset = datasets.findByName(name);
      if (!dataset) return null;
      const { path, roots } = await files.resolve(token);
      const stage = await importStageOf({ path, size, recipe, ...bounds(roots), ...(signal && { signal }) });
      const [made, ...later] = datasets.making(dataset.id);
      const isSame = stage !== null && canonicalJson(made ?? null) === canonicalJson(stage);
      return isSame && later.every(({ kind }) => kind === 'exclude') ? find(dataset.id) : null;
    }),
    preprocess: os.datasets.preprocess.handler(async ({ input, signal }) => {
      const { id, name, steps, eyes } = input;
      const dataset = find(id);
      requireFreeName(services, name);
      const eyeSource = await eyeSourceOf(eyes, id);
      const read: Produce = (signal, onProgress) =>
        preprocessDataset({
          datasets,
          dataset,
          steps,
          eyeSource,
          search: workspace.faces.get(id),
          folder,
          signal,
          onProgress,
        });
      return importStream(services, { name, source: sourceOf(dataset, steps), read }, signal);
    }),
  };
}

/** What an import under `name` decided, and the command that repeats it; empty texts for a dataset that was derived. */
function reading({ making = [] }: ImportedDataset, name: string): Pick<ImportReport, 'decided' | 'command'> {
  const stage = making.length === 1 ? importStage(making) : null;
  if (stage === null) return { decided: '', command: '' };
  const named = name === suggestedName(stage.source) ? [] : ['--name', name];
  return { decided: stage.decided ?? '', command: importCommand(stage.source, stage.size, stage.recipe, named) };
}

function bounds(roots: readonly string[] | null): { readonly roots?: readonly string[] } {
  return roots === null ? {} : { roots };
}
