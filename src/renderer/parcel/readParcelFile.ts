/** A parcel that was dropped on the page, as far as a person wants to know before anything is done with it. */
import type { DatasetSummary } from '../../core/contract/datasets.ts';
import type { ExternalMethodInfo } from '../../core/contract/methods.ts';
import { provenanceCommands } from '../../core/images/makingCommands.ts';
import { openParcel, type OpenedParcel } from '../../core/report/parcel/openParcel.ts';
import { PARCEL_MANIFEST } from '../../core/report/parcel/parcel.ts';
import { parseManifest, type RecordedManifest } from '../../core/study/plan/manifestFile.ts';
import { leftOutWords, rowsLeftOut, withoutRows, type LeftOut } from '../../core/study/plan/manifestRows.ts';
import { manifestSpec } from '../../core/study/plan/manifestSpec.ts';
import type { StudySpec } from '../../core/study/spec/spec.ts';

export interface ParcelFacts {
  readonly manifest: RecordedManifest;
  /** The dataset of this workspace with its images; null: there is none. */
  readonly dataset: DatasetSummary | null;
  readonly hasImages: boolean;
  readonly done: number;
  /** Rows of its table; why one cannot run here, or null. */
  readonly rows: readonly { readonly label: string; readonly why: string | null }[];
  /** Its attached vectors, by name. */
  readonly vectors: OpenedParcel['vectors'];
  /** Command lines that make its images. */
  readonly making: readonly string[];
  /** What can run here of its study; null: no row, or its dataset is not here. */
  readonly spec: StudySpec | null;
}

/** A page holds the whole file; larger ones are for the command line. */
const MOST = 512 * 2 ** 20;

/** Throws Error with the end of a sentence: what was expected and found. */
export async function readParcelFile(
  file: Pick<File, 'size' | 'arrayBuffer'>,
  datasets: readonly DatasetSummary[],
  outside: readonly ExternalMethodInfo[],
): Promise<ParcelFacts> {
  if (file.size > MOST) throw new Error(`expected at most ${MOST} bytes in the window, found ${file.size}`);
  const parcel = openParcel(new Uint8Array(await file.arrayBuffer()));
  const manifest = manifestOf(parcel.manifest);
  const versions = new Map(outside.map(({ id, version }) => [id, version]));
  const leftOut = rowsLeftOut(manifest, {}, (id) => versions.get(id));
  const out = new Map(leftOut.map((row) => [row.label, row]));
  const { name, hash, making } = manifest.dataset;
  const dataset = datasets.find((each) => each.hash === hash) ?? null;
  return {
    manifest,
    dataset,
    spec: leftOut.length < manifest.methods.length && dataset ? specOf(manifest, leftOut, dataset.name) : null,
    hasImages: parcel.images !== null,
    done: manifest.cells.filter(({ status }) => status === 'done').length,
    rows: manifest.methods.map(({ label }) => {
      const row = out.get(label);
      return { label, why: row ? leftOutWords(row) : null };
    }),
    vectors: parcel.vectors,
    making: provenanceCommands(making, name),
  };
}

function manifestOf(text: string): RecordedManifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`expected JSON in ${PARCEL_MANIFEST}, found another text`);
  }
  try {
    return parseManifest(json);
  } catch (error) {
    throw new Error(`its ${PARCEL_MANIFEST} ${(error as Error).message}`, { cause: error });
  }
}

function specOf(manifest: RecordedManifest, leftOut: readonly LeftOut[], dataset: string): StudySpec | null {
  const whole = manifestSpec(manifest);
  if (!whole.ok) throw new Error('expected a spec in it that can be run, found one with problems');
  const parsed = manifestSpec(withoutRows(manifest, leftOut, whole.spec), { dataset });
  return parsed.ok ? parsed.spec : null;
}
