import { existsSync } from 'node:fs';
import type { DatasetSummary } from '../../../../core/contract/datasets.ts';
import { FormatError } from '../../../../core/formats/formatError.ts';
import { type RecordedManifest, manifestSpec } from '../../../../core/study/plan/manifestFile.ts';
import {
  leftOutText,
  rowsLeftOut,
  withoutRows,
  type RequestedRows,
  type LeftOut,
} from '../../../../core/study/plan/manifestRows.ts';
import {
  compareNumbers,
  manifestDifferences,
  type NumberComparison,
} from '../../../../core/study/plan/reproducibility.ts';
import type { StudySpec } from '../../../../core/study/spec/spec.ts';
import type { Engine } from '../../../engine/engine.ts';
import { Failure } from '../../errors.ts';
import { attachPacked } from '../../../../core/report/parcel/attachVectors.ts';
import type { TableFormat } from '../../../../core/report/formats.ts';
import type { OpenedParcel } from '../../../../core/report/parcel/openParcel.ts';
import { PARCEL_METHODS } from '../../../../core/report/parcel/parcel.ts';
import { readManifestOrParcel, refused } from '../../files/readManifest.ts';
import { datasetOf, makeImages, missingImages, unpackImages } from '../../files/manifestImages.ts';
import { computer, freeName, verify } from '../../recomputation.ts';
import { withNewEngine } from '../../workspace.ts';
import { print, printJson, printNotice } from '../../terminal.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareReproduce } from '../../declarations/studyCommands.ts';
import { checkResults, resultFiles } from '../../../../core/report/parcel/checkResults.ts';
import { folderFiles } from '../../../external/folderHash.ts';
import { readRegistry } from '../../../external/registryFile.ts';

// Compares the files of a parcel with recomputed ones.

/** A recomputed study. */
interface Again {
  readonly after: Pick<RecordedManifest, 'engine' | 'methods'>;
  /** Whether all rows were recomputed and every number is identical bit for bit. */
  readonly isWhole: boolean;
  readonly exported: (format: TableFormat) => Promise<string>;
}

/** One sentence per differing file, and the names of result files that were not checked. */
async function checkParcel(
  parcel: OpenedParcel,
  { engine, spec }: Pick<RecordedManifest, 'engine' | 'spec'>,
  { after, isWhole, exported }: Again,
): Promise<{ readonly differences: string[]; readonly unchecked: readonly string[] }> {
  const methods = methodFileDifferences(parcel, new Set(after.methods.map(({ method }) => method)));
  // Another version may format its tables differently.
  if (!isWhole || engine.appVersion !== after.engine.appVersion) {
    return { differences: methods, unchecked: resultFiles(parcel) };
  }
  const results = await checkResults(parcel, spec, exported);
  return { differences: [...methods, ...results.differences], unchecked: results.unchecked };
}

/** For recomputed methods only: a registered folder has the version of the manifest, so its files must match. */
function methodFileDifferences({ names, file }: OpenedParcel, ids: ReadonlySet<string>): string[] {
  return readRegistry()
    .filter(
      ({ declaration: { id } }) => ids.has(id) && names.some((name) => name.startsWith(`${PARCEL_METHODS}${id}/`)),
    )
    .flatMap(({ folder, declaration: { id, ignore } }) => {
      const below = `${PARCEL_METHODS}${id}/`;
      const ran = new Map(Array.from(folderFiles(folder, ignore), ({ path, content }) => [`${below}${path}`, content]));
      const packed = names.filter((name) => name.startsWith(below));
      const other = packed.filter((name) => !Buffer.from(file(name)!).equals(ran.get(name) ?? Buffer.alloc(0)));
      const lacking = [...ran.keys()].filter((name) => !packed.includes(name));
      return [
        ...other.map((name) => `${name} is not the file that computed the rows of ${id}.`),
        ...lacking.map((name) => `${name} is missing.`),
      ];
    });
}

/**
 * eigenbench reproduce: recomputes the study of a manifest or parcel on the dataset of the same hash, compares labels,
 * errors and numbers, and removes the recomputed study. `images` creates the dataset first, as the manifest says, from
 * that folder or file; otherwise a parcel's own images are used. The dataset is kept. If interrupted, the same command
 * continues. Rows that cannot run here (imported results, external methods that are not registered) or are not selected
 * are left out and listed. Fails if labels or errors differ, if numbers differ with the same kernels, or if nothing is
 * left to compute.
 */
export async function reproduceCommand(path: string, options: OptionsOf<typeof declareReproduce>): Promise<void> {
  const { images, keep, only, without, json, ...where } = options;
  if (images !== undefined && !existsSync(images)) {
    throw new Failure(`--images ${images}: there is no such file or folder.`);
  }
  const { manifest, parcel } = await readManifestOrParcel(path);
  await withNewEngine(where, async (engine) => {
    const { client } = engine;
    const { before, leftOut } = await computedHere(engine, manifest, path, { only, without }, parcel);
    const spec = await specOf(engine, before, path, { images, json }, parcel);
    const { study, computedNow, computedBefore } = await verify(engine, spec, before, { json: json === true });
    const { id } = study;
    const exported = async (format: TableFormat): Promise<string> =>
      (await client.studies.export({ id, format })).text();
    const after = JSON.parse(await exported('manifest')) as RecordedManifest;
    const numbers = compareNumbers(before, after);
    const kernels = [before.engine.kernel, after.engine.kernel] as const;
    const cells = [...manifestDifferences(before, after), ...otherNumbers(numbers, kernels)];
    const isWhole = leftOut.length === 0 && cells.length + numbers.different.length === 0;
    const files =
      parcel && (await checkedFiles(path, () => checkParcel(parcel, manifest, { after, isWhole, exported })));
    const differences = [...cells, ...(files?.differences ?? [])];
    if (keep) await client.studies.rename({ id, name: await freeName(engine, nameOf(before, 'reproduced')) });
    else await client.studies.delete({ id, forGood: true });
    const facts = {
      identical: differences.length === 0 && numbers.different.length === 0,
      cells: before.cells.length,
      computedNow,
      computedBefore,
      numbers: { compared: numbers.compared, different: numbers.different.length },
      leftOut,
      filesNotChecked: files?.unchecked ?? [],
      kernels,
      versions: [before.engine.appVersion, after.engine.appVersion],
      differences,
    };
    if (json) printJson(facts);
    const resumed = computedBefore === 0 ? '' : `, ${computedBefore} by an earlier run of this verification`;
    const done = `Computed now: ${computedNow} of ${before.cells.length} cells${resumed}, by ${computer(after.engine)}. Compared with: ${computer(before.engine)}.`;
    const notChecked = leftOut.length === 0 ? [] : [`Left out, so not checked: ${leftOutText(leftOut)}.`];
    notChecked.push(...packedMethods(path, leftOut, parcel));
    if (files?.unchecked.length) notChecked.push(`Not checked in ${path}: ${files.unchecked.join(', ')}.`);
    if (differences.length > 0) {
      const why =
        kernels[0] === kernels[1]
          ? []
          : [`The kernels differ: ${kernels.join(', now ')}; their results differ in the last bits.`];
      throw new Failure([`Not identical:`, ...differences, ...why, done, ...notChecked].join('\n  '));
    }
    if (!json) print(`${[verdict(before.cells.length, numbers), done, ...notChecked].join('\n')}\n`);
  });
}

/** Throws Failure with the damaged file of the parcel. */
async function checkedFiles<T>(path: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw error instanceof FormatError ? new Failure(`${path}: ${error.message}.`) : error;
  }
}

/** The manifest without the rows that are left out. Throws Failure if none remains, or a label is unknown. */
async function computedHere(
  { client }: Engine,
  manifest: RecordedManifest,
  path: string,
  rows: RequestedRows,
  parcel: OpenedParcel | null,
): Promise<{ before: RecordedManifest; leftOut: readonly LeftOut[] }> {
  const registered = new Map((await client.methods.outside()).map((method) => [method.id, method]));
  const leftOut = refused(path, () => rowsLeftOut(manifest, rows, (method) => registered.get(method)));
  if (leftOut.length === 0) return { before: manifest, leftOut };
  if (leftOut.length === manifest.methods.length) {
    const sentence = `${path}: no row is left to run again here: ${leftOutText(leftOut)}.`;
    throw new Failure([sentence, ...packedMethods(path, leftOut, parcel)].join('\n  '));
  }
  return { before: withoutRows(manifest, leftOut, parsedSpec(manifest, path)), leftOut };
}

/** Notes on packed methods that are not registered: a person should read them before running anything from them. */
function packedMethods(path: string, leftOut: readonly LeftOut[], parcel: OpenedParcel | null): string[] {
  const unregistered = new Set(leftOut.flatMap(({ method, why }) => (why === 'unregistered' ? [method] : [])));
  return (parcel?.methods ?? [])
    .filter((id) => unregistered.has(id))
    .map(
      (id) =>
        `${path} has the files of ${id} in ${PARCEL_METHODS}${id}. Unpack and read them, register what you trust ("eigenbench methods add <folder>"), then reproduce again.`,
    );
}

/** With the same kernels, every number must be identical bit for bit. */
function otherNumbers({ different }: NumberComparison, [before, after]: readonly [string, string]): string[] {
  return before === after
    ? different.map((cell) => `Cell ${cell} has other numbers (likelihoods, measures or choices).`)
    : [];
}

function verdict(cells: number, { different }: NumberComparison): string {
  const labels = `all ${cells} cells predict the same labels`;
  if (different.length === 0) return `Identical: ${labels}, and all their numbers are the same bit for bit.`;
  return `Identical labels: ${labels}. Other numbers of ${different.length} cells differ, as the kernels do.`;
}

function nameOf({ spec }: RecordedManifest, what: string): string {
  return `${spec.name.slice(0, 100)} (${what})`;
}

/**
 * The spec of a manifest on the dataset of this workspace. Throws Failure without the dataset and the images for it.
 */
async function specOf(
  engine: Engine,
  manifest: RecordedManifest,
  path: string,
  { images, json }: Pick<OptionsOf<typeof declareReproduce>, 'images' | 'json'>,
  parcel: OpenedParcel | null,
): Promise<StudySpec> {
  let dataset = await datasetOf(engine, manifest.dataset);
  if (dataset === null && images !== undefined) {
    dataset = await makeImages(engine, manifest.dataset, images, { json: json === true });
    printNotice(`Made "${dataset.name}" from ${images}: every file matches the manifest.`);
  } else if (dataset === null) {
    if (!parcel?.images) throw missingImages(manifest.dataset);
    dataset = await unpackImages(engine, manifest.dataset, { path, images: parcel.images, json: json === true });
    printNotice(`Took "${dataset.name}" from ${path}: its images match the manifest.`);
  }
  const attached = parcel ? await attachVectors(engine, manifest, dataset, path, parcel) : [];
  if (attached.length > 0) printNotice(`Attached ${attached.join(', ')} to "${dataset.name}" from ${path}.`);
  return parsedSpec(manifest, path, { name: nameOf(manifest, 'reproducing'), dataset: dataset.name });
}

/** Attaches vectors that rows use and the dataset lacks. Throws Failure if the parcel's vectors are invalid. */
async function attachVectors(
  { client }: Engine,
  { dataset: { attachments } }: RecordedManifest,
  { id }: DatasetSummary,
  path: string,
  { vectors }: OpenedParcel,
): Promise<string[]> {
  return checkedFiles(path, () => attachPacked(client.datasets, id, attachments, vectors));
}

/** Throws Failure with the problems of the spec. */
function parsedSpec(manifest: RecordedManifest, path: string, change: Partial<StudySpec> = {}): StudySpec {
  const parsed = manifestSpec(manifest, change);
  if (!parsed.ok) throw Object.assign(new Failure(`${path} has no usable spec.`), { problems: parsed.problems });
  return parsed.spec;
}
