/** Computes the study of a manifest or parcel again, and compares everything with what it records. */
import { basename } from 'node:path';
import type { ReproductionEvent } from '../../../core/contract/reproductions.ts';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { otherRuntime } from '../../../core/methods/external/externalMethod.ts';
import { attachPacked } from '../../../core/report/parcel/attachVectors.ts';
import type { OpenedParcel } from '../../../core/report/parcel/openParcel.ts';
import { checkResults } from '../../../core/report/parcel/checkResults.ts';
import { PARCEL_IMAGES, PARCEL_MANIFEST, PARCEL_METHODS, PARCEL_VECTORS } from '../../../core/report/parcel/parcel.ts';
import type { TableFormat } from '../../../core/report/formats.ts';
import { manifestSpec, parseManifest, type RecordedManifest } from '../../../core/study/plan/manifestFile.ts';
import {
  cellRows,
  leftOutText,
  rowsLeftOut,
  rowsWithoutVectors,
  withoutRows,
  type LeftOut,
  type RequestedRows,
} from '../../../core/study/plan/manifestRows.ts';
import { compareManifests, type Compared, type ManifestComparison } from '../../../core/study/plan/reproducibility.ts';
import {
  headlineOf,
  outcomeOf,
  type ReproductionProgram,
  type ReproductionVerdict,
  type VerifiedFile,
} from '../../../core/study/plan/reproductionVerdict.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { unusedName } from '../../../core/text/nameLookup.ts';
import type { JobParts } from '../../workers/runJob.ts';
import { recomputeVectors, type RecomputedVectors } from '../datasets/networkVectors.ts';
import { MeanRateMeter, SETTLING } from '../meanRateMeter.ts';
import type { EngineClient } from '../router.ts';
import type { Services } from '../services.ts';
import { EvidenceError, type Evidence } from './openEvidence.ts';
import { datasetOf, makeImages, MissingImages, packedImages, type ImageServices } from './recordedImages.ts';
import { beginVerification, computeStudy } from './computeStudy.ts';

export interface ReproduceOptions extends RequestedRows {
  /** Folder or file from which the images are imported if the workspace lacks them. */
  readonly images?: string;
  /** Models of networks of one's own. */
  readonly models: readonly string[];
  /** Keeps the new study. */
  readonly keep: boolean;
}

export interface ReproduceContext {
  readonly services: Services;
  /** In-process client of the contract. */
  readonly calls: EngineClient;
  /** Aborting abandons running work; finished cells are kept. */
  readonly signal: AbortSignal;
  readonly report: (change: Partial<ReproductionEvent>) => void;
  /** Called with the study that computes the cells, before it runs. */
  readonly onStudy: (id: number) => void;
}

/**
 * Throws EvidenceError if the evidence is not as it states or cannot be computed here, Stopped, Cancelled, and the
 * errors of the contract.
 */
export async function reproduce(
  context: ReproduceContext,
  evidence: Evidence,
  options: ReproduceOptions,
): Promise<ReproductionVerdict> {
  const { calls, report, onStudy } = context;
  const { manifest, parcel } = evidence;
  let leftOut = await leftOutHere(calls, evidence, options);
  let before = computedHere(evidence, leftOut);
  report({ step: 'images', progress: null, unit: 'images' });
  const images = await imagesOf(context, evidence, options);
  const attached = parcel
    ? await attachPacked(calls.datasets, images.dataset.id, before.dataset.attachments, parcel.vectors)
    : [];
  if (attached.length > 0) {
    report({ notices: [`Attached ${attached.join(', ')} to "${images.dataset.name}" from ${evidence.file}.`] });
  }
  const vectors = await computeVectors(context, before, images.dataset, options.models);
  const lacking = await rowsLacking(calls, before, images.dataset.id);
  if (lacking.length > 0) {
    leftOut = [...leftOut, ...lacking];
    before = computedHere(evidence, leftOut);
  }
  report({ step: 'cells', progress: null, unit: 'cells' });
  const spec = specOf(before, { name: nameOf(before, 'reproducing'), dataset: images.dataset.name });
  const study = await beginVerification(calls, spec, before);
  onStudy(study.id);
  const finished = await computeStudy({ ...context, onProgress: (progress) => report({ progress }) }, study);
  report({ step: 'comparison' });
  const exported = async (format: TableFormat): Promise<string> =>
    (await calls.studies.export({ id: study.id, format, shown: true })).text();
  const after = parseManifest(JSON.parse(await exported('manifest')));
  const comparison = compareManifests(before, after);
  const isWhole =
    leftOut.length === 0 &&
    comparison.pending === 0 &&
    comparison.differences.length + comparison.cellDifferences.length === 0 &&
    comparison.numbers.same === comparison.numbers.compared;
  const results =
    parcel && isWhole && before.engine.appVersion === after.engine.appVersion
      ? await checkResults(
          parcel,
          { spec: manifest.spec, identities: manifest.dataset.identities, sameFiles: images.sameFiles === true },
          exported,
        )
      : { differences: [], compared: [] };
  const differences = [
    ...comparison.differences,
    ...images.differences,
    ...vectors.flatMap(otherVectors),
    ...comparison.cellDifferences.map(({ text }) => text),
    ...results.differences,
  ];
  const counts = { ...countsOf(evidence, before, leftOut, { ...comparison, vectors }), differences, leftOut };
  const kept = options.keep ? await keep(calls, study.id, before) : null;
  if (kept === null) await calls.studies.delete({ id: study.id, forGood: true });
  const outcome = outcomeOf(counts);
  return {
    outcome,
    headline: headlineOf(counts, outcome),
    study: manifest.spec.name,
    digest: manifest.digest,
    date: new Date().toISOString(),
    ...counts,
    computedNow: finished.cells.done - study.cells.done,
    computedBefore: study.cells.done,
    pending: comparison.pending,
    then: programOf(before.engine),
    now: programOf(after.engine),
    otherRuntimes: otherRuntimes(before, after),
    files: verifiedFiles(evidence, { ...results, images, manifest: isWhole, vectors }),
    remarks: vectors.flatMap(vectorRemarks),
    cellDifferences: comparison.cellDifferences,
    kept,
  };
}

/** What came of computing vectors of the manifest again. */
interface VectorsHere {
  readonly name: string;
  readonly outcome: RecomputedVectors;
}

/** Computes the vectors of networks that the remaining rows use again. Throws Cancelled. */
async function computeVectors(
  { services: { workspace }, signal, report }: ReproduceContext,
  manifest: RecordedManifest,
  dataset: DatasetSummary,
  models: readonly string[],
): Promise<VectorsHere[]> {
  const { attachments = {}, networks = {} } = manifest.dataset;
  const computed: VectorsHere[] = [];
  for (const [name, hash] of Object.entries(attachments)) {
    if (!Object.hasOwn(networks, name)) continue;
    const meter = new MeanRateMeter(SETTLING);
    const onProgress = (parts: JobParts): void => report({ progress: meter.update(parts), unit: 'images' });
    const recorded = { name, hash, network: networks[name], models };
    computed.push({ name, outcome: await recomputeVectors(workspace, dataset, recorded, { signal, onProgress }) });
  }
  return computed;
}

/** Rows whose vectors or network the dataset lacks. */
async function rowsLacking(calls: EngineClient, manifest: RecordedManifest, id: number): Promise<LeftOut[]> {
  const usable = (await calls.datasets.attachments({ id })).filter((each) => each.usable);
  const attachments = Object.fromEntries(
    usable.map(({ name, hash, length, network }) => [name, { hash, length, ...(network && { network }) }]),
  );
  return rowsWithoutVectors(manifest, specOf(manifest), attachments);
}

function otherVectors({ name, outcome }: VectorsHere): string[] {
  return outcome.kind === 'different'
    ? [`The vectors "${name}" that their network computes here are others (SHA-256 ${outcome.hash.slice(0, 12)}…).`]
    : [];
}

function vectorRemarks({ name, outcome }: VectorsHere): string[] {
  switch (outcome.kind) {
    case 'same':
      return [`The vectors "${name}" were computed again by their network, and are the same bit for bit.`];
    case 'lacking':
      return [`The vectors "${name}" were not computed again: ${outcome.reason}.`];
    case 'different':
      return [];
  }
}

/** Rows that cannot be computed here or were not asked for. Throws EvidenceError for a label that is none. */
export async function leftOutHere(
  calls: Pick<EngineClient, 'methods'>,
  { file, manifest }: Pick<Evidence, 'file' | 'manifest'>,
  rows: RequestedRows = {},
): Promise<LeftOut[]> {
  const registered = new Map((await calls.methods.outside()).map((method) => [method.id, method]));
  try {
    return rowsLeftOut(manifest, rows, (method) => registered.get(method));
  } catch (error) {
    throw new EvidenceError(`${file} ${(error as Error).message}`);
  }
}

/** The manifest without the rows that are left out. Throws EvidenceError if nothing remains to be compared. */
function computedHere({ file, manifest, parcel }: Evidence, leftOut: readonly LeftOut[]): RecordedManifest {
  if (leftOut.length === manifest.methods.length) {
    throw new EvidenceError(
      `${file}: no row is left to run again here: ${leftOutText(leftOut)}.`,
      invitations(file, leftOut, parcel),
    );
  }
  const before = leftOut.length === 0 ? manifest : withoutRows(manifest, leftOut, specOf(manifest));
  if (before.cells.every(({ status }) => status === 'pending')) {
    throw new EvidenceError(`${file} has no finished cell, so nothing can be compared.`);
  }
  return before;
}

/** Notes on packed methods that are not registered: a person should read them before running anything from them. */
export function invitations(
  file: string,
  leftOut: readonly LeftOut[],
  parcel: Pick<OpenedParcel, 'methods'> | null,
): string[] {
  const unregistered = new Set(leftOut.flatMap(({ method, why }) => (why === 'unregistered' ? [method] : [])));
  return (parcel?.methods ?? [])
    .filter((id) => unregistered.has(id))
    .map(
      (id) =>
        `${file} has the files of ${id} in ${PARCEL_METHODS}${id}. Unpack and read them, register what you trust ("eigenbench methods add <folder>"), then reproduce again.`,
    );
}

interface RecordedImages {
  readonly dataset: DatasetSummary;
  /** Whether the dataset has the files of the images in the parcel; null if these were not read. */
  readonly sameFiles: boolean | null;
  readonly differences: readonly string[];
}

/** The dataset with the images of the manifest; those of a parcel are decoded and compared in any case. */
async function imagesOf(
  context: ReproduceContext,
  { file, manifest: { dataset: recorded }, parcel }: Evidence,
  { images }: ReproduceOptions,
): Promise<RecordedImages> {
  const { services, calls, signal, report } = context;
  const meter = new MeanRateMeter(SETTLING);
  const make: ImageServices = {
    services,
    calls,
    signal,
    onProgress: (progress) => report({ progress: meter.update(progress), unit: progress.unit ?? 'images' }),
  };
  const existing = datasetOf(services, recorded);
  if (parcel?.images && (existing !== null || images === undefined)) {
    const packed = await packedImages(make, recorded, { file, parcel, existing });
    if (packed.stored)
      report({ notices: [`Took "${packed.dataset.name}" from ${file}: its images match the manifest.`] });
    return packed;
  }
  if (existing !== null) return { dataset: existing, sameFiles: null, differences: [] };
  if (images === undefined) throw new MissingImages(recorded);
  const dataset = await makeImages(make, recorded, images);
  report({ notices: [`Made "${dataset.name}" from ${basename(images)}: every file matches the manifest.`] });
  return { dataset, sameFiles: null, differences: [] };
}

function countsOf(
  { manifest, parcel }: Evidence,
  before: RecordedManifest,
  leftOut: readonly LeftOut[],
  {
    splits,
    cells,
    numbers,
    cellDifferences,
    vectors: computed,
  }: ManifestComparison & { vectors: readonly VectorsHere[] },
): Pick<ReproductionVerdict, 'rows' | 'images' | 'splits' | 'cells' | 'numbers' | 'methodFiles' | 'vectors'> {
  const whole = specOf(manifest);
  const notRequested = leftOut.filter(({ why }) => why === 'not-asked-for');
  const requested = withoutRows(manifest, notRequested, whole);
  const rowOf = cellRows(whole);
  const different = new Set(cellDifferences.map(({ label }) => rowOf.get(label)));
  const all = (count: number): Compared => ({ total: count, compared: count, same: count });
  const idsOf = ({ spec }: RecordedManifest): Set<string> =>
    new Set(spec.methods.flatMap(({ method, program }) => (program ? [String(method)] : [])));
  const packed = (ids: ReadonlySet<string>): number => (parcel?.methods ?? []).filter((id) => ids.has(id)).length;
  const vectors = (of: RecordedManifest): number => Object.keys(of.dataset.attachments ?? {}).length;
  const used = Object.keys(before.dataset.attachments ?? {});
  const others = computed.filter(({ name, outcome }) => used.includes(name) && outcome.kind === 'different').length;
  return {
    rows: {
      total: requested.methods.length,
      compared: before.methods.length,
      same: before.methods.filter(({ label }) => !different.has(label)).length,
    },
    images: all(before.dataset.images),
    splits,
    cells: { ...cells, total: requested.cells.length },
    numbers: { ...numbers, total: requested.cells.length },
    methodFiles: { ...all(packed(idsOf(before))), total: packed(idsOf(requested)) },
    vectors: { total: vectors(requested), compared: vectors(before), same: vectors(before) - others },
  };
}

/** Rows whose program ran on another interpreter or with other packages than when the manifest was written. */
function otherRuntimes(before: RecordedManifest, after: RecordedManifest): ReproductionVerdict['otherRuntimes'] {
  return before.methods.flatMap(({ label, runsOn: [then] = [] }) => {
    const [now] = after.methods.find((row) => row.label === label)?.runsOn ?? [];
    const text = then !== undefined && now !== undefined ? otherRuntime(then, now) : null;
    return text === null ? [] : [{ label, text }];
  });
}

/** Keeps the recomputed study under a free name. */
async function keep({ studies }: EngineClient, id: number, before: RecordedManifest): Promise<number> {
  await studies.rename({ id, name: unusedName(await studies.list(), nameOf(before, 'reproduced')) });
  return id;
}

function nameOf({ spec }: RecordedManifest, what: string): string {
  return `${spec.name.slice(0, 100)} (${what})`;
}

function specOf(manifest: RecordedManifest, change: Partial<StudySpec> = {}): StudySpec {
  const parsed = manifestSpec(manifest, change);
  if (!parsed.ok) throw new EvidenceError(`The manifest has no usable spec: ${parsed.problems[0].message}`);
  return parsed.spec;
}

/** The program that a manifest names. */
export function programOf({ appVersion, commit, runtime, kernel }: RecordedManifest['engine']): ReproductionProgram {
  return { version: appVersion, commit, runtime, kernel };
}

/** Files that were computed again: images, vectors and compared results; others are as packed. */
function verifiedFiles(
  { parcel }: Evidence,
  {
    differences,
    compared,
    images,
    manifest,
    vectors,
  }: {
    readonly differences: readonly string[];
    readonly compared: readonly string[];
    readonly images: RecordedImages;
    /** Whether the manifest is the same. */
    readonly manifest: boolean;
    readonly vectors: readonly VectorsHere[];
  },
): VerifiedFile[] {
  const same = (isSame: boolean): VerifiedFile['state'] => (isSame ? 'same' : 'different');
  return (parcel?.files ?? []).map((file): VerifiedFile => {
    const { name } = file;
    if (name === PARCEL_MANIFEST) return { ...file, state: same(manifest) };
    if (name === PARCEL_IMAGES) {
      return { ...file, state: images.sameFiles === true ? same(images.differences.length === 0) : 'intact' };
    }
    const computed = vectors.find((each) => name === `${PARCEL_VECTORS}${each.name}.npy`);
    if (computed?.outcome.kind === 'lacking') return { ...file, state: 'intact' };
    if (computed) return { ...file, state: same(computed.outcome.kind === 'same') };
    const isVerified = [PARCEL_VECTORS, PARCEL_METHODS].some((part) => name.startsWith(part));
    if (isVerified) return { ...file, state: 'same' };
    if (!compared.includes(name)) return { ...file, state: 'intact' };
    return { ...file, state: same(!differences.some((sentence) => sentence.startsWith(`${name} `))) };
  });
}
