/** Composition root: opens a workspace, wires the services and implements the contract. Hosts connect transports. */
import { availableParallelism } from 'node:os';
import { createRouterClient } from '@orpc/server';
import { pino, type Logger } from 'pino';
import type { Activity, Resume, StudyEnd, ThemeChoice } from '../../core/contract/activity.ts';
import type { DatasetSummary } from '../../core/contract/datasets.ts';
import type { Choice } from '../../core/contract/files.ts';
import type { Printing } from '../../core/contract/desktopShell.ts';
import type { ImageStream } from '../../core/formats/imageStream.ts';
import type { ImageSet } from '../../core/images/imageSet.ts';
import { imagesOfPixels } from '../../core/images/storedImages.ts';
import type { DatasetFacts } from '../../core/dataset.ts';
import { trackActivity } from './activity.ts';
import { datasetHandlers } from './datasets/datasetHandlers.ts';
import { embeddingHandlers } from './embeddingHandlers.ts';
import type { PackedStudy, PackOptions } from './studies/packStudy.ts';
import { datasetParts, exportName, storedImages, type StreamedFormat } from './datasets/exportDataset.ts';
import { figureHandlers, generalHandlers } from './generalHandlers.ts';
import { implementer, type Services } from './services.ts';
import { cellModels } from './models/refittedCells.ts';
import { modelHandlers } from './models/modelHandlers.ts';
import { requireFreeName } from './datasets/requireFreeName.ts';
import { paperHandlers } from './paperHandlers.ts';
import { inProcessReader, threadedReader } from './reader/reader.ts';
import { reproductionHandlers } from './reproduction/reproductionHandlers.ts';
import type { EngineClient, EngineRouter } from './router.ts';
import { packedParts } from './studies/packedStudy.ts';
import { studyHandlers } from './studies/studyHandlers.ts';
import { fileTokens } from './fileTokens.ts';
import type { ImportedDataset } from '../import/types.ts';
import { createStudyRunner } from '../runner/studyRunner.ts';
import { applyKernelChoice } from '../kernelChoice.ts';
import { loadRegistered } from '../external/loadRegistered.ts';
import { faultReason } from '../workspace/workspaceErrors.ts';
import { vectorPixels } from '../workspace/datasets/attachments.ts';
import { removeUnpacked } from '../import/archives/withSource.ts';
import { openWorkspace, type Workspace } from '../workspace/workspace.ts';
import { escapedHidden } from '../../core/text/hiddenCharacters.ts';
import { appendToLog, toStandardError } from '../disk/logFile.ts';

// Log of unexpected errors. Logging never throws, because that would hide the error being logged.

/** Standard error, nothing, or a file. */
export type LogTarget = 'stderr' | 'none' | { readonly file: string };

export function openLog(target: LogTarget = 'stderr'): Logger {
  const write = typeof target === 'object' ? (line: string) => appendToLog(target.file, line) : toStandardError;
  // Terminals would interpret escape sequences in names.
  return pino({ enabled: target !== 'none' }, { write: (line) => quietly(() => write(escapedHidden(line))) });
}

/** Ignores write errors: a desktop application may have no standard error, and a pipe may be closed. */
function quietly(write: () => void): void {
  try {
    write();
  } catch {
    // Logging failed; ignore.
  }
}

export interface EngineOptions {
  /** The workspace file; created if absent. See `defaultWorkspacePath`. */
  readonly workspacePath: string;
  readonly host: 'desktop' | 'browser';
  /** Folders that `files.list` may show and imports may read. */
  readonly roots: readonly string[];
  /** Opens the native dialog and returns a path; null if dismissed (desktop only). */
  readonly chooseNative?: (kind: Choice) => Promise<string | null>;
  /** Prints with the native dialog; false if dismissed (desktop only). */
  readonly printNative?: (document: Printing) => Promise<boolean>;
  /** Worker threads of this process, overriding the user's setting; 0: one per processor. */
  readonly workers?: number;
  /** Destination of unexpected errors. @default 'stderr' */
  readonly log?: LogTarget;
  /** Studies to resume at once, in this order. */
  readonly resume?: readonly Resume[];
  /** Why this engine replaces an earlier one, as a sentence for the user. */
  readonly restart?: string | null;
  /** Runs work that may block the event loop; a host that monitors the loop is notified first. */
  readonly announced?: <T>(work: () => T) => T;
  /** Runs slow reads in threads. @default false: a command waits for its reads */
  readonly readers?: boolean;
  /** Called with the initial activity and after every change. */
  readonly onActivity?: (activity: Activity) => void;
  readonly onStudyEnd?: (study: StudyEnd) => void;
  /** Called if the user changes the theme. */
  readonly onTheme?: (theme: ThemeChoice) => void;
}

/** Images with subject numbers 0 … K−1. */
export interface LabelledImages {
  readonly images: ImageSet;
  readonly labels: Int32Array;
  readonly facts: DatasetFacts;
}

export interface Engine {
  readonly router: EngineRouter;
  /** In-process client of the contract. */
  readonly client: EngineClient;
  /**
   * Returns a token for a path that the user named outside the contract (command line). Throws if no such file exists.
   */
  readonly grant: (path: string) => string;
  /** Stores generated images as a dataset. Throws if the name is taken or the workspace is read-only. */
  readonly addDataset: (name: string, dataset: ImportedDataset, source: string) => DatasetSummary;
  /** All images of a dataset by name; null if no such dataset exists. */
  readonly imageSet: (name: string) => LabelledImages | null;
  /** Vectors attached to the images of a dataset; null if it has no such vectors. Throws `WorkspaceError`. */
  readonly attachedVectors: (dataset: number, name: string) => ImageSet | null;
  /** All images and metadata of a dataset for export, read image by image. Throws ExportError above 2 GiB. */
  readonly storedImages: (dataset: DatasetSummary) => ImageStream;
  /** The exported file of a dataset in parts, each generated on demand. Throws ExportError. */
  readonly exportParts: (dataset: DatasetSummary, format: StreamedFormat) => Iterable<Uint8Array>;
  /** A study as a parcel. Throws ExportError if its images are too large. */
  readonly packedParts: (study: number, options: PackOptions) => Promise<PackedStudy>;
  /** Notices about the workspace file, one sentence each. */
  readonly notices: readonly string[];
  /** Throws `WorkspaceError` if the workspace is read-only: for commands that work long before their first change. */
  readonly requireWritable: () => void;
  /** Stops running work (cells in progress become pending again) and closes the workspace. */
  readonly close: () => Promise<void>;
}

/** Most threads for reads that may take long; more would only share the processors. */
const MOST_READERS = 4;

/** Opens (or creates) a workspace. Throws `WorkspaceError` with one sentence if the file cannot be used. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const log = openLog(options.log);
  applyKernelChoice(process.env, (why) => log.warn({ why }, 'kernels stay at 128 bits on this machine'));
  loadRegistered();
  const workspace = openWorkspace(options.workspacePath);
  removeUnpacked();
  const closing = new AbortController();
  // All threads of the desktop share the memory for their objects.
  const longReaders = options.host === 'desktop' ? 1 : Math.min(MOST_READERS, availableParallelism());
  const threaded = options.readers && workspace.readers;
  const reader = threaded ? threadedReader(workspace, longReaders) : inProcessReader(workspace);
  const workers = (): number => options.workers ?? workspace.settings.get().workers;
  const runner = createStudyRunner({
    workspace,
    workers,
    load: (study, attributes) => reader.read('loadStudy', { study, attributes }),
    // The study reports faults that have a sentence; others are defects, logged with their stack.
    onFault: (error) => {
      if (faultReason(error) === null) log.error({ err: error }, 'study stopped');
    },
  });
  const tracker = trackActivity({
    runner,
    studies: workspace.studies,
    onActivity: options.onActivity ?? (() => undefined),
    onStudyEnd: (end) => void reportEnd(end),
  });
  const services: Services = {
    workspace,
    runner,
    files: fileTokens(options.roots),
    workers: () => workers() || availableParallelism(),
    host: options.host,
    chooseNative: options.chooseNative ?? null,
    printNative: options.printNative ?? null,
    log,
    closing: closing.signal,
    reader,
    importing: tracker.importing,
    announced: options.announced ?? ((work) => work()),
    onTheme: options.onTheme ?? (() => undefined),
    restart: options.restart ?? null,
  };
  const os = implementer(services);
  const models = cellModels(services);
  const router: EngineRouter = os.router({
    ...generalHandlers(os, services),
    datasets: datasetHandlers(os, services),
    embeddings: embeddingHandlers(os, services),
    figures: figureHandlers(os),
    models: modelHandlers(os, services, models),
    papers: paperHandlers(os, services),
    reproductions: reproductionHandlers(os, services, () => client),
    studies: studyHandlers(os, services, models),
  });
  const client: EngineClient = createRouterClient(router);
  const { onStudyEnd } = options;
  /** With the verdict on a finished study; without it if it cannot be read. */
  async function reportEnd(end: Omit<StudyEnd, 'headline'>): Promise<void> {
    if (!onStudyEnd) return;
    const judged = end.state === 'finished' && end.fault === null && end.failed === 0;
    const verdict = judged ? client.studies.verdict({ id: end.id }) : null;
    onStudyEnd({ ...end, headline: (await verdict?.catch(() => null))?.headline ?? null });
  }
  for (const { study, shard } of options.resume ?? []) {
    const cells = workspace.studies.get(study)?.cells;
    if (cells && cells.done + cells.failed < cells.total) runner.start(study, shard ?? undefined);
  }
  tracker.report();
  return {
    router,
    client,
    notices: workspace.notices,
    requireWritable: workspace.requireWritable,
    grant: services.files.grant,
    addDataset(name, dataset, source) {
      workspace.requireWritable();
      requireFreeName(services, name);
      return workspace.datasets.add(name, dataset, source);
    },
    imageSet: (name) => labelledImages(workspace, name),
    attachedVectors(dataset, name) {
      const attachment = workspace.attachments.get(dataset, name);
      return attachment && imagesOfPixels(vectorPixels(attachment));
    },
    storedImages: (dataset) => storedImages(workspace.datasets, dataset),
    *exportParts(dataset, format) {
      yield* datasetParts(storedImages(workspace.datasets, dataset), format);
      const item = { kind: 'dataset', id: dataset.id } as const;
      workspace.notebook.tryToRecord(item, 'exported', `as ${exportName(dataset, format)}`);
    },
    packedParts: (id, options) => packedParts(workspace, workspace.studies.get(id)!, options),
    async close() {
      closing.abort();
      await runner.close();
      tracker.close();
      await reader.close();
      removeUnpacked();
      workspace.close();
    },
  };
}

function labelledImages({ datasets }: Workspace, name: string): LabelledImages | null {
  const dataset = datasets.findByName(name);
  if (!dataset) return null;
  const images = imagesOfPixels(datasets.loadPixels(dataset.id));
  // Attributes are read lazily, possibly after the workspace has been closed.
  const facts = { ...datasets.factsOf(dataset.id) };
  return { images, labels: Int32Array.from(facts.labels), facts };
}
