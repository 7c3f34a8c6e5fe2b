/** Images of a manifest: those of this workspace, of the parcel, or imported again as recorded. */
import { basename, dirname, join } from 'node:path';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import type { ImportEvent } from '../../../core/contract/imports.ts';
import type { Doubt } from '../../../core/readings/reading.ts';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import { canonicalJson } from '../../../core/hash.ts';
import { imageIdentities } from '../../../core/identities.ts';
import { encodeEyeList } from '../../../core/formats/eyePositions.ts';
import {
  importStage,
  nameInSource,
  type DatasetProvenance,
  type ImportStage,
  type ProvenanceStage,
} from '../../../core/images/provenance.ts';
import { fileDifferences, provenanceCommands } from '../../../core/images/provenanceCommands.ts';
import { parseStep } from '../../../core/images/preprocess/steps.ts';
import type { RecordedManifest } from '../../../core/study/plan/manifestFile.ts';
import { unusedName } from '../../../core/text/nameLookup.ts';
import type { OpenedParcel } from '../../../core/report/parcel/openParcel.ts';
import { PARCEL_IMAGES } from '../../../core/report/parcel/parcel.ts';
import { Cancelled } from '../../cancelled.ts';
import { temporaryTree } from '../../disk/temporaryTree.ts';
import { importDataset, ImportError, type ImportedDataset, type ImportProgress } from '../../import/index.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import { imageEntries } from '../datasets/imageEntries.ts';
import type { EngineClient } from '../router.ts';
import type { Services } from '../services.ts';
import { EvidenceError } from './openEvidence.ts';

type Recorded = RecordedManifest['dataset'];

/** Services that make images, and the listener of their progress. */
export interface ImageServices {
  readonly services: Services;
  /** In-process client of the contract. */
  readonly calls: EngineClient;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
}

/**
 * The dataset of this workspace with the images of a manifest, preferably with the same names; null if there is none.
 */
export function datasetOf({ workspace }: Pick<Services, 'workspace'>, recorded: Recorded): DatasetSummary | null {
  const { datasets } = workspace;
  const matches = datasets.list().filter(({ hash }) => hash === recorded.hash);
  const named = matches.find(({ id }) => datasets.factsOf(id).identities?.listing === recorded.identities);
  return named ?? matches.at(0) ?? null;
}

/** Neither the workspace nor the parcel has the images. */
export class MissingImages extends EvidenceError {
  constructor({ name, hash, making }: Recorded) {
    const missing = `The workspace has no dataset with the images of "${name}" (hash ${hash.slice(0, 12)}…)`;
    const commands = provenanceCommands(making, name);
    super(`${missing}${commands.length === 0 ? ': import it first.' : '. It was made by:'}`, commands);
  }
}

// Import as recorded.

/** Answers to the questions of an import that are tried, at most. */
const MOST_TRIES = 64;

/** Decisions that imports made before manifests recorded them. */
const UNRECORDED: readonly ImportRecipe[] = [{ pixelOrder: 'columns' }, { pixelOrder: 'rows' }];

/** The import can be read in several ways; nothing was stored. */
class OpenQuestion extends EvidenceError {
  readonly doubts: readonly Doubt[];

  constructor(doubts: readonly Doubt[]) {
    super(doubts.map(({ title, text }) => `${title} ${text}`).join(' '));
    this.doubts = doubts;
  }
}

/**
 * Imports `path`, excludes images and preprocesses as the manifest says, and returns the dataset. If the import now has
 * questions that it did not have when the manifest was written, all answers are tried in order: the hash of the images
 * tells the right one. Throws EvidenceError with each file that is missing, additional or different, or if no images
 * have that hash, and removes what it stored; Cancelled.
 */
export async function makeImages(context: ImageServices, recorded: Recorded, path: string): Promise<DatasetSummary> {
  const stage = importStage(recorded.making);
  if (stage === null) {
    throw new EvidenceError(`The manifest does not say how the images of "${recorded.name}" were imported.`);
  }
  const recipes = [stage.recipe];
  if (stage.decided === undefined && stage.recipe.pixelOrder === undefined) {
    recipes.push(...UNRECORDED.map((part) => ({ ...stage.recipe, ...part })));
  }
  const hashes = new Set<string>();
  let failure: EvidenceError | null = null;
  // Answers are inserted while the list is read.
  for (const recipe of recipes) {
    try {
      const made = await makeOnce(context, recorded, { ...stage, recipe }, path);
      if (typeof made !== 'string') return made;
      hashes.add(made);
    } catch (error) {
      if (error instanceof OpenQuestion)
        recipes.splice(recipes.indexOf(recipe) + 1, 0, ...answersTo(error.doubts, recipe));
      else if (recipe === stage.recipe || !(error instanceof EvidenceError)) throw error;
      // An answer may not suit the files.
      else failure = error;
    }
    if (recipes.length > MOST_TRIES) break;
  }
  if (hashes.size === 0 && failure !== null) throw failure;
  const starts = [...hashes].map((hash) => `${hash.slice(0, 12)}…`).join(', ');
  throw new EvidenceError(
    `${basename(path)} holds the files of the manifest, but they gave other images (hash ${starts}, ` +
      `expected ${recorded.hash.slice(0, 12)}…): "eigenbench diff" says whether programs and libraries differ.`,
  );
}

/** The recipe with each combination of answers, the proposed ones first. */
function answersTo(doubts: readonly Doubt[], recipe: ImportRecipe): ImportRecipe[] {
  return doubts.reduce<ImportRecipe[]>(
    (answered, { choices }) => answered.flatMap((before) => choices.map((choice) => ({ ...before, ...choice.recipe }))),
    [recipe],
  );
}

/** One attempt of `makeImages` with this import: the dataset, or the hash of other images, which are removed again. */
async function makeOnce(
  context: ImageServices,
  recorded: Recorded,
  { size, recipe }: ImportStage,
  path: string,
): Promise<DatasetSummary | string> {
  const { calls, services, signal } = context;
  const nameOf = async (n: number): Promise<string> =>
    unusedName(await calls.datasets.list(), nameInSource(recorded.making, n, recorded.name));
  const made: number[] = [];
  const removed = async (): Promise<void> => {
    for (const id of made) await calls.datasets.delete({ id });
  };
  try {
    const input = { token: services.files.grant(path), name: await nameOf(0), size, recipe };
    let dataset = await followImport(context, await calls.datasets.import(input, { signal }));
    made.push(dataset.id);
    requireFiles(recorded.making, services.workspace.datasets.making(dataset.id), path);
    for (const [n, next] of recorded.making.entries()) {
      if (next.kind === 'exclude') dataset = await without(calls, dataset, next.files);
      if (next.kind !== 'preprocess') continue;
      dataset = await preprocessed(context, dataset, next, await nameOf(n));
      made.push(dataset.id);
    }
    if (dataset.hash === recorded.hash) return dataset;
    await removed();
    return dataset.hash;
  } catch (error) {
    await removed();
    throw error;
  }
}

/** The dataset at the end of an import. Throws OpenQuestion, EvidenceError, Cancelled. */
async function followImport(
  { onProgress }: ImageServices,
  events: AsyncIterable<ImportEvent>,
): Promise<DatasetSummary> {
  for await (const event of events) {
    switch (event.kind) {
      case 'progress': {
        const { done, total, running } = event.progress;
        onProgress({ done, total, running: running.join('; '), ...(event.unit && { unit: event.unit }) });
        break;
      }
      case 'done':
        return event.report.dataset;
      case 'question':
        throw new OpenQuestion(event.doubts);
      case 'failed':
        throw new EvidenceError(event.reason);
      case 'cancelled':
        throw new Cancelled();
    }
  }
  throw new Cancelled();
}

/** Throws EvidenceError with each file that differs. */
function requireFiles(recorded: DatasetProvenance, now: DatasetProvenance, path: string): void {
  const [before, after] = [recorded, now].map((making) => importStage(making)?.files ?? []);
  const differences = fileDifferences(before, after, ['the manifest', basename(path)]);
  if (differences.length === 0) return;
  throw new EvidenceError(`${basename(path)} does not hold the images of the manifest:`, differences);
}

/** Excludes these images from the dataset and returns it. */
async function without(
  calls: EngineClient,
  dataset: DatasetSummary,
  files: readonly string[],
): Promise<DatasetSummary> {
  const { bySubject } = await calls.datasets.get({ id: dataset.id });
  const out = new Set(files);
  const index = bySubject.flatMap(({ images }) => images.filter(({ file }) => out.has(file)).map(({ index }) => index));
  return index.length === 0 ? dataset : calls.datasets.exclude({ id: dataset.id, index });
}

/** A preprocessed dataset with that name, as the stage says. */
async function preprocessed(
  context: ImageServices,
  dataset: DatasetSummary,
  stage: Extract<ProvenanceStage, { kind: 'preprocess' }>,
  name: string,
): Promise<DatasetSummary> {
  const { calls, services, signal } = context;
  const steps = stage.steps.map((text) => {
    const step = parseStep(text);
    if (step === null) throw new EvidenceError(`The manifest names an unknown preprocessing step: "${text}".`);
    return step;
  });
  return withFile('eyes.txt', stage.eyes && Buffer.from(eyeListOf(stage.eyes)), async (path) => {
    const input = { id: dataset.id, name, steps, ...(path !== null && { eyes: services.files.grant(path) }) };
    return followImport(context, await calls.datasets.preprocess(input, { signal }));
  });
}

type Point = readonly [number, number];

function eyeListOf(eyes: readonly { readonly file: string; readonly left: Point; readonly right: Point }[]): string {
  const point = ([x, y]: Point): { x: number; y: number } => ({ x, y });
  return encodeEyeList(eyes.map(({ file, left, right }) => ({ file, left: point(left), right: point(right) })));
}

/** Runs `work` with a temporary file of this content, which disappears with the process if that is killed. */
async function withFile<T>(
  name: string,
  content: Uint8Array | null,
  work: (path: string | null) => Promise<T>,
): Promise<T> {
  if (content === null) return work(null);
  const tree = temporaryTree();
  try {
    const file = tree.create(name);
    file.write(content);
    file.close();
    return await work(join(tree.path, name));
  } finally {
    tree.remove();
  }
}

// Images of a parcel.

/** The images of a parcel: those of the manifest, by their hash. */
export interface PackedImages {
  readonly dataset: DatasetSummary;
  /** Whether the workspace had no such dataset, and has one now. */
  readonly stored: boolean;
  /** Whether the dataset has the same files: images of the same names may come from other folders. */
  readonly sameFiles: boolean;
  /** What of them differs from the manifest or the dataset of the workspace, one sentence each. */
  readonly differences: readonly string[];
}

/**
 * Decodes the images of a parcel, whatever the workspace has, and stores them as a dataset if `existing`, the dataset
 * with these images, is null. Throws EvidenceError if they are damaged or not those of the manifest; Cancelled.
 */
export async function packedImages(
  { services, signal, onProgress }: ImageServices,
  recorded: Recorded,
  {
    file,
    parcel,
    existing,
  }: { readonly file: string; readonly parcel: OpenedParcel; readonly existing: DatasetSummary | null },
): Promise<PackedImages> {
  const { datasets, path: workspacePath, requirePresent } = services.workspace;
  const source = `${file}, ${PARCEL_IMAGES}`;
  const content = await runInTimeSlices(parcel.read(PARCEL_IMAGES), signal);
  return withFile(basename(PARCEL_IMAGES), content, async (path) => {
    const images = await importDataset({
      path: path!,
      size: null,
      folder: dirname(workspacePath),
      signal,
      onProgress,
    }).catch((error: unknown) => {
      throw error instanceof ImportError ? new EvidenceError(`${source}: ${error.message}`) : error;
    });
    try {
      if (images.hash !== recorded.hash) {
        throw new EvidenceError(
          `${source} does not hold the images of the manifest (hash ${images.hash.slice(0, 12)}…, expected ${recorded.hash.slice(0, 12)}…).`,
        );
      }
      const differences = [
        ...(listingOf(images) === recorded.identities ? [] : [`${PARCEL_IMAGES} gives its images other names.`]),
        ...(existing === null || hasAttributes(services, existing, images)
          ? []
          : [`${PARCEL_IMAGES} has other attributes of its images than "${existing.name}".`]),
      ];
      if (existing !== null) {
        const files = imageEntries(datasets, existing.id).map((entry) => entry.file);
        const sameFiles = canonicalJson(files) === canonicalJson(images.files);
        return { dataset: existing, stored: false, sameFiles, differences };
      }
      const name = unusedName(datasets.list(), recorded.name);
      const over = services.importing(name);
      try {
        const dataset = await runInTimeSlices(datasets.store(name, images, source), signal);
        requirePresent();
        return { dataset, stored: true, sameFiles: true, differences };
      } finally {
        over();
      }
    } finally {
      images.release?.();
    }
  });
}

/** Digest of the subjects and names of images. */
function listingOf({ subjects, files }: ImportedDataset): string {
  return imageIdentities([...subjects.keys()], subjects, files).listing;
}

/** Whether a dataset has the attributes of these images. */
function hasAttributes(
  { workspace }: Services,
  { id }: DatasetSummary,
  { attributes }: Pick<ImportedDataset, 'attributes'>,
): boolean {
  const stored = imageEntries(workspace.datasets, id).map((entry) => entry.attributes);
  return canonicalJson(stored) === canonicalJson(attributes);
}
