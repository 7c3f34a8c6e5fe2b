/** Recreates the images of a manifest from a folder or file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import type { Doubt } from '../../../core/readings/reading.ts';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
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
import { plural } from '../../../core/text/phrases.ts';
import { PARCEL_IMAGES } from '../../../core/report/parcel/parcel.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { writeFile } from '../../disk/writeFile.ts';
import type { Engine } from '../../engine/engine.ts';
import { followImport, OpenQuestion } from '../commands/datasets/import.ts';
import { Failure } from '../errors.ts';

type Recorded = RecordedManifest['dataset'];

/** The dataset of this workspace with the images of a manifest; null if there is none. */
export async function datasetOf({ client }: Engine, { hash }: Recorded): Promise<DatasetSummary | null> {
  return (await client.datasets.list()).find((dataset) => dataset.hash === hash) ?? null;
}

/** Why a manifest cannot run here, and how to create its images. */
export function missingImages({ name, hash, making }: Recorded): Failure {
  const missing = `The workspace has no dataset with the images of "${name}" (hash ${hash.slice(0, 12)}…)`;
  if (making.length === 0) return new Failure(`${missing}: import it first.`);
  const files = importStage(making)?.files;
  const of = files === undefined ? '' : ` of ${plural(files.length, 'file')}`;
  const from = files === undefined ? [] : [`"--images <path>" makes it from the folder or file${of}.`];
  return new Failure([`${missing}. It was made by:`, ...provenanceCommands(making, name), ...from].join('\n  '));
}

/** Answers to the questions of an import that are tried, at most. */
const MOST_TRIES = 64;

/** Decisions that imports made before manifests recorded them. */
const UNRECORDED: readonly ImportRecipe[] = [{ pixelOrder: 'columns' }, { pixelOrder: 'rows' }];

/**
 * Imports `path`, excludes images and preprocesses as the manifest says, and returns the dataset. If the import now has
 * questions that it did not have when the manifest was written, all answers are tried in order: the hash of the images
 * tells the right one. Throws Failure with each file that is missing, additional or different, or if no images have
 * that hash, and removes what it stored.
 */
export async function makeImages(
  engine: Engine,
  recorded: Recorded,
  path: string,
  { json }: { readonly json: boolean },
): Promise<DatasetSummary> {
  const stage = importStage(recorded.making);
  if (stage === null)
    throw new Failure(`The manifest does not say how the images of "${recorded.name}" were imported.`);
  const recipes = [stage.recipe];
  if (stage.decided === undefined && stage.recipe.pixelOrder === undefined) {
    recipes.push(...UNRECORDED.map((part) => ({ ...stage.recipe, ...part })));
  }
  const hashes = new Set<string>();
  let failure: Failure | null = null;
  // Answers are inserted while the list is read.
  for (const recipe of recipes) {
    try {
      const made = await makeOnce(engine, recorded, { ...stage, recipe }, path, json);
      if (typeof made !== 'string') return made;
      hashes.add(made);
    } catch (error) {
      if (error instanceof OpenQuestion)
        recipes.splice(recipes.indexOf(recipe) + 1, 0, ...answersTo(error.doubts, recipe));
      else if (recipe === stage.recipe || !(error instanceof Failure)) throw error;
      // An answer may not suit the files.
      else failure = error;
    }
    if (recipes.length > MOST_TRIES) break;
  }
  if (hashes.size === 0 && failure !== null) throw failure;
  const starts = [...hashes].map((hash) => `${hash.slice(0, 12)}…`).join(', ');
  throw new Failure(
    `${path} holds the files of the manifest, but they gave other images (hash ${starts}, ` +
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
  engine: Engine,
  recorded: Recorded,
  { size, recipe }: ImportStage,
  path: string,
  json: boolean,
): Promise<DatasetSummary | string> {
  const { client } = engine;
  const nameOf = async (n: number): Promise<string> =>
    unusedName(await client.datasets.list(), nameInSource(recorded.making, n, recorded.name));
  const made: number[] = [];
  const removed = async (): Promise<void> => {
    for (const id of made) await client.datasets.delete({ id });
  };
  try {
    const input = { token: engine.grant(resolve(path)), name: await nameOf(0), size, recipe };
    let { dataset } = await followImport(json, (signal) => client.datasets.import(input, { signal }));
    made.push(dataset.id);
    const { stages } = await client.datasets.making({ id: dataset.id });
    requireFiles(recorded.making, stages, path);
    for (const [n, next] of recorded.making.entries()) {
      if (next.kind === 'exclude') dataset = await without(engine, dataset, next.files);
      if (next.kind !== 'preprocess') continue;
      dataset = await preprocessed(engine, dataset, next, await nameOf(n), json);
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

/**
 * Adds the images of a parcel as a dataset. Throws Failure if they are damaged or not those of the manifest, and
 * removes what it stored.
 */
export async function unpackImages(
  engine: Engine,
  recorded: Recorded,
  { path, images, json }: { readonly path: string; readonly images: () => Uint8Array; readonly json: boolean },
): Promise<DatasetSummary> {
  const { client } = engine;
  const name = unusedName(await client.datasets.list(), recorded.name);
  const dataset = await inFolder(async (folder) => {
    const file = join(folder, basename(PARCEL_IMAGES));
    writeFile(file, refusedEntry(path, PARCEL_IMAGES, images));
    const input = { token: engine.grant(file), name, size: null, recipe: {} };
    return (await followImport(json, (signal) => client.datasets.import(input, { signal }))).dataset;
  });
  if (dataset.hash === recorded.hash) return dataset;
  await client.datasets.delete({ id: dataset.id });
  throw new Failure(
    `${path}, ${PARCEL_IMAGES} does not hold the images of the manifest (hash ${dataset.hash.slice(0, 12)}…, expected ${recorded.hash.slice(0, 12)}…).`,
  );
}

/** Reads an entry of a parcel. Throws Failure with its name. */
function refusedEntry<T>(path: string, entry: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Failure(`${path}, ${entry} cannot be read: ${fileReason(error)}.`);
  }
}

/** Runs `work` with a temporary folder. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'eigenbench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws Failure with each file that differs. */
function requireFiles(recorded: DatasetProvenance, now: DatasetProvenance, path: string): void {
  const [before, after] = [recorded, now].map((making) => importStage(making)?.files ?? []);
  const differences = fileDifferences(before, after, ['the manifest', basename(path)]);
  if (differences.length === 0) return;
  throw new Failure([`${path} does not hold the images of the manifest:`, ...differences].join('\n  '));
}

/** Excludes these images from the dataset and returns it. */
async function without({ client }: Engine, dataset: DatasetSummary, files: readonly string[]): Promise<DatasetSummary> {
  const { bySubject } = await client.datasets.get({ id: dataset.id });
  const out = new Set(files);
  const index = bySubject.flatMap(({ images }) => images.filter(({ file }) => out.has(file)).map(({ index }) => index));
  return index.length === 0 ? dataset : client.datasets.exclude({ id: dataset.id, index });
}

/** A preprocessed dataset with that name, as the stage says. */
async function preprocessed(
  engine: Engine,
  dataset: DatasetSummary,
  stage: Extract<ProvenanceStage, { kind: 'preprocess' }>,
  name: string,
  json: boolean,
): Promise<DatasetSummary> {
  const steps = stage.steps.map((text) => {
    const step = parseStep(text);
    if (step === null) throw new Failure(`The manifest names an unknown preprocessing step: "${text}".`);
    return step;
  });
  return inFolder(async (folder) => {
    const eyes = join(folder, 'eyes.txt');
    if (stage.eyes) writeFile(eyes, eyeListOf(stage.eyes));
    const input = { id: dataset.id, name, steps, ...(stage.eyes && { eyes: engine.grant(eyes) }) };
    return (await followImport(json, (signal) => engine.client.datasets.preprocess(input, { signal }))).dataset;
  });
}

type Point = readonly [number, number];

function eyeListOf(eyes: readonly { readonly file: string; readonly left: Point; readonly right: Point }[]): string {
  const point = ([x, y]: Point): { x: number; y: number } => ({ x, y });
  return encodeEyeList(eyes.map(({ file, left, right }) => ({ file, left: point(left), right: point(right) })));
}
