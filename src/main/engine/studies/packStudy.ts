/** Packs a study as a parcel. */
import { createHash } from 'node:crypto';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import type { StudyDetails } from '../../../core/contract/studies.ts';
import { encodeNpy } from '../../../core/formats/npy.ts';
import { zipParts } from '../../../core/formats/zipParts.ts';
import type { ImageSet } from '../../../core/images/imageSet.ts';
import { BUILT_IN, type RecordedNetwork } from '../../../core/networks/provenance.ts';
import { listPerturbations } from '../../../core/perturbations/registry.ts';
import { databaseTerms } from '../../../core/report/references/databases.ts';
import type { TableFormat } from '../../../core/report/formats.ts';
import { parcelEntries, type RunningDigest } from '../../../core/report/parcel/entries.ts';
import {
  type PARCEL_ALWAYS,
  PARCEL_IMAGES,
  PARCEL_MANIFEST,
  PARCEL_METHODS,
  PARCEL_VECTORS,
  type ParcelFile,
  type ParcelMethod,
} from '../../../core/report/parcel/parcel.ts';
import { isVersion } from '../../../core/methods/external/externalMethod.ts';
import { folderFiles, versionOf, type MethodFile } from '../../external/folderHash.ts';
import { stateOf } from '../../external/loadRegistered.ts';
import { readRegistry } from '../../external/registryFile.ts';

export interface PackOptions {
  /** Includes the images of the dataset. */
  readonly images: boolean;
  /** Includes the predictions of every method for every test image. */
  readonly predictions: boolean;
}

export interface PackSource {
  readonly study: Pick<StudyDetails, 'name' | 'note' | 'createdAt' | 'cells' | 'spec'>;
  readonly dataset: DatasetSummary;
  readonly exported: (format: TableFormat) => Promise<File>;
  /** The parts of the dataset's NPZ file, each generated on demand. */
  readonly images: () => Iterable<Uint8Array>;
  /** The attached vectors of this name; null if there are none. */
  readonly vectors: (name: string) => Pick<ImageSet, 'count' | 'rows' | 'data'> | null;
  /** The files of a version of an external method that the workspace keeps; null if it keeps none. */
  readonly methodFiles: (version: string) => readonly MethodFile[] | null;
}

/** Result files of a parcel, by format. */
const RESULTS = [
  { format: 'manifest', name: PARCEL_MANIFEST, about: 'what runs the study again, and every cell’s errors and hashes' },
  { format: 'markdown', name: 'results/table.md', about: 'the table, to read' },
  { format: 'csv', name: 'results/table.csv', about: 'the table, one row per entry' },
  { format: 'csv-long', name: 'results/cells.csv', about: 'every cell at every latent shape' },
  { format: 'report', name: 'results/report.html', about: 'the study on one page, with figures' },
  { format: 'bibtex', name: 'results/references.bib', about: 'what a paper cites' },
  { format: 'splits-json', name: 'splits.json', about: 'training and test images of every split' },
] as const satisfies readonly { format: TableFormat; name: (typeof PARCEL_ALWAYS)[number]; about: string }[];

const PREDICTIONS = {
  format: 'predictions',
  name: 'results/predictions.csv',
  about: 'what every method answers for every test image',
} as const;

export interface PackedStudy {
  /** The parts of the archive, each generated on demand. */
  readonly parts: Iterable<Uint8Array>;
  /** Methods whose files are missing, with the reason. */
  readonly lacks: readonly { readonly label: string; readonly missing: string }[];
  /** What others cannot compute again from the parcel, one sentence each. */
  readonly cautions: readonly string[];
}

/** Throws as the source does, and Error if the registry of external methods cannot be read. */
export async function packStudy(source: PackSource, { images, predictions }: PackOptions): Promise<PackedStudy> {
  const { study, dataset: summary } = source;
  const exported = async (format: TableFormat): Promise<Uint8Array> => (await source.exported(format)).bytes();
  const files: ParcelFile[] = [];
  for (const { format, name, about } of predictions ? [...RESULTS, PREDICTIONS] : RESULTS) {
    files.push(fileOf(name, about, await exported(format)));
  }
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  const {
    spec: recorded,
    methods: rows,
    dataset,
    engine,
  } = JSON.parse(new TextDecoder().decode(bytesOf(files[0]))) as Manifest;
  files.push(fileOf('spec.json', 'the spec of the study', text(`${JSON.stringify(recorded, null, 2)}\n`)));
  if (study.note !== '') files.push(fileOf('NOTE.md', 'the note on the study', text(study.note)));
  const { methods, folders } = packedMethods(study, rows, source.methodFiles);
  files.push(...folders);
  files.push(...usedVectors(Object.keys(dataset.attachments ?? {}), source));
  if (images) files.push(imagesOf(summary, source.images));
  const parts = zipParts(
    parcelEntries(
      {
        study: study.name,
        created: study.createdAt,
        version: engine.appVersion,
        dataset: { name: summary.name, hash: summary.hash, images: summary.count, subjects: summary.subjects },
        commands: dataset.commands ?? [],
        terms: databaseTerms(summary.layout) ?? null,
        hasImages: images,
        cells: study.cells,
        paragraph: new TextDecoder().decode(await exported('methods')),
        methods,
        files,
      },
      sha256,
    ),
  );
  return {
    parts,
    lacks: methods.flatMap(({ label, missing }) => (missing === null ? [] : [{ label, missing }])),
    cautions: vectorCautions(dataset, isPerturbed(study.spec)),
  };
}

/** The external methods of a study, with the files of the version that the study ran, registered or kept. */
function packedMethods(
  { spec }: Pick<StudyDetails, 'spec'>,
  rows: Manifest['methods'],
  kept: PackSource['methodFiles'],
) {
  const methods: ParcelMethod[] = [];
  const folders = new Map<string, ParcelFile[]>();
  for (const [at, { method: id, program }] of spec.methods.entries()) {
    if (program === undefined) continue;
    const { label } = rows[at];
    const methodFiles = filesOf(id, program.version, kept);
    methods.push({
      id,
      label,
      version: program.version,
      missing: typeof methodFiles === 'string' ? methodFiles : null,
    });
    if (typeof methodFiles === 'string' || folders.has(id)) continue;
    const about = `a file of ${label}`;
    folders.set(
      id,
      methodFiles.map(({ path, content }) => fileOf(`${PARCEL_METHODS}${id}/${path}`, about, content)),
    );
  }
  return { methods, folders: [...folders.values()].flat() };
}

/** The vectors that rows use instead of pixels; the rows cannot be rerun without them. */
function usedVectors(names: readonly string[], { vectors }: PackSource): ParcelFile[] {
  return names.flatMap((name) => {
    const attached = vectors(name);
    if (!attached) return [];
    const { count, rows: length, data } = attached;
    const about = `the attached vectors ${name}, ${length} numbers for each of the ${count} images in order`;
    const content = (): [Uint8Array] => [encodeNpy({ shape: [count, length], data })];
    return [{ name: `${PARCEL_VECTORS}${name}.npy`, about, content }];
  });
}

function sha256(): RunningDigest {
  const hash = createHash('sha256');
  return { add: (part) => void hash.update(part), hex: () => hash.digest('hex') };
}

/** The part of a manifest that a parcel records. */
interface Manifest {
  readonly spec: unknown;
  /** In the order of the spec. */
  readonly methods: readonly { readonly label: string }[];
  readonly engine: { readonly appVersion: string };
  readonly dataset: {
    readonly commands?: readonly string[];
    /** Keyed by the names of the attached vectors that rows use. */
    readonly attachments?: Readonly<Record<string, string>>;
    readonly networks?: Readonly<Record<string, RecordedNetwork>>;
  };
}

/** Whether conditions perturb the images. */
function isPerturbed({ perturbations }: Pick<StudyDetails['spec'], 'perturbations'>): boolean {
  return listPerturbations(perturbations).some(({ perturbation }) => perturbation !== null);
}

/** One sentence for each attached vectors that others cannot compute again without something of their own. */
function vectorCautions({ attachments = {}, networks = {} }: Manifest['dataset'], perturbs: boolean): string[] {
  return Object.keys(attachments).flatMap((name) => {
    const network = Object.hasOwn(networks, name) ? networks[name] : null;
    if (network?.file === BUILT_IN) return [];
    if (network === null)
      return [`The vectors "${name}" came from a file: others can use them, not compute them again.`];
    const needs = `"reproduce" computes the vectors "${name}" again with "--model ${network.file}" only`;
    const rows = perturbs ? ', and leaves out their rows without it' : '';
    return [`${needs} (SHA-256 ${network.hash.slice(0, 12)}…)${rows}; the parcel does not include the network.`];
  });
}

function fileOf(name: string, about: string, content: Uint8Array): ParcelFile {
  return { name, about, content: () => [content] };
}

const bytesOf = ({ content }: ParcelFile): Uint8Array => Buffer.concat([...content()]);

function imagesOf({ name, count, rows, cols }: DatasetSummary, content: ParcelFile['content']): ParcelFile {
  const about = `the ${count} images of ${name}, ${rows} × ${cols}, with subjects and attributes`;
  return { name: PARCEL_IMAGES, about, content, stored: true };
}

/** The files of a method in the version of the study, or the reason why they are missing. */
function filesOf(id: string, version: string, kept: PackSource['methodFiles']): readonly MethodFile[] | string {
  const entry = readRegistry().find(({ declaration }) => declaration.id === id);
  const isReady = entry && isVersion(entry, version) && stateOf(entry, { thorough: true }) === 'ready';
  const files = isReady ? [...folderFiles(entry.folder, entry.declaration.ignore)] : kept(version);
  if (files) return versionOf(files) === version ? files : 'its files do not prove a version of an earlier release';
  if (!entry) return 'it is not registered where the parcel was made';
  return isVersion(entry, version)
    ? 'its folder could not be read, or has changed, where the parcel was made'
    : `where the parcel was made, version ${entry.version} is registered`;
}
