/** Opens manifests and parcels: computes and stores nothing, and reads no more than they declare. */
import { createHash } from 'node:crypto';
import { existsSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FormatError } from '../../../core/formats/formatError.ts';
import { decodeNpy } from '../../../core/formats/npy.ts';
import { isZip, type ZipSource } from '../../../core/formats/zip.ts';
import {
  MOST_MANIFEST,
  MOST_PARCEL,
  openParcel,
  verifyParcel,
  type OpenedParcel,
} from '../../../core/report/parcel/openParcel.ts';
import {
  PARCEL_MANIFEST,
  PARCEL_METADATA,
  PARCEL_METHODS,
  PARCEL_VECTORS,
} from '../../../core/report/parcel/parcel.ts';
import { parseManifest, type RecordedManifest } from '../../../core/study/plan/manifestFile.ts';
import { depthOf, jsonFault } from '../../../core/text/jsonErrors.ts';
import { versionOf } from '../../external/folderHash.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { openRegular, type Within } from '../../import/decode/readLimited.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import { vectorsHash } from '../../workspace/datasets/attachments.ts';

/** Maximum nesting; manifests are a tenth as deep. */
const DEEPEST = 100;

/** A manifest, or a parcel with one: complete, with the digests that it lists. */
export interface Evidence {
  /** Name of the file. */
  readonly file: string;
  readonly manifest: RecordedManifest;
  readonly parcel: OpenedParcel | null;
  /** ISO date of the study; null if the parcel does not state it, or without a parcel. */
  readonly created: string | null;
  readonly close: () => Promise<void>;
}

/** What cannot be opened or reproduced: a sentence, and lines below it. */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError';
  readonly lines: readonly string[];

  constructor(message: string, lines: readonly string[] = []) {
    super(message);
    this.lines = lines;
  }
}

/** A file by its path, or its content. */
export type EvidenceSource =
  | { readonly path: string; readonly within: Within }
  | { readonly name: string; readonly bytes: Uint8Array };

/** Throws EvidenceError for a file that is neither, is damaged or incomplete, or has another digest; Cancelled. */
export async function openEvidence(source: EvidenceSource, signal?: AbortSignal): Promise<Evidence> {
  const file = basename('path' in source ? source.path : source.name);
  const content = await contentOf(source, file);
  try {
    return await read(file, content, signal);
  } catch (error) {
    await content.close();
    throw error instanceof FormatError ? new EvidenceError(`${file} cannot be read: ${fileReason(error)}.`) : error;
  }
}

/** Bytes of a file, read on demand. */
interface Content extends ZipSource {
  readonly close: () => Promise<void>;
}

async function contentOf(source: EvidenceSource, file: string): Promise<Content> {
  if ('bytes' in source) {
    const { bytes } = source;
    return { length: bytes.length, read: (from, to) => bytes.subarray(from, to), close: () => Promise.resolve() };
  }
  const { path, within } = source;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    const inside = existsSync(join(path, PARCEL_MANIFEST)) ? `, or ${join(file, PARCEL_MANIFEST)} in it` : '';
    throw new EvidenceError(`${file}: expected a manifest or a parcel (.zip), found a folder. Name the file${inside}.`);
  }
  try {
    const handle = await openRegular(path, within);
    const { size } = await handle.stat();
    return {
      length: size,
      read(from, to) {
        const bytes = new Uint8Array(to - from);
        for (let offset = 0; offset < bytes.length;) {
          const count = readSync(handle.fd, bytes, offset, bytes.length - offset, from + offset);
          if (count === 0) throw new FormatError('the file ended while it was read');
          offset += count;
        }
        return bytes;
      },
      close: () => handle.close(),
    };
  } catch (error) {
    throw new EvidenceError(`${file} cannot be read: ${fileReason(error)}.`);
  }
}

async function read(file: string, content: Content, signal: AbortSignal | undefined): Promise<Evidence> {
  const { length, close } = content;
  if (length === 0) throw new FormatError('the file is empty');
  if (!isZip(content.read(0, Math.min(length, 64)))) {
    if (length > MOST_MANIFEST) {
      throw new FormatError(`expected at most ${MOST_MANIFEST} bytes, found a file of ${length}`);
    }
    const manifest = manifestOf(file, new TextDecoder().decode(content.read(0, length)));
    return { file, manifest, parcel: null, created: null, close };
  }
  if (length > MOST_PARCEL) throw new FormatError(`expected at most ${MOST_PARCEL} bytes, found a file of ${length}`);
  const parcel = openParcel(content);
  const manifest = manifestOf(`${file}, ${PARCEL_MANIFEST}`, parcel.manifest);
  const { dataset, spec } = manifest;
  const methods = new Set(spec.methods.flatMap(({ method, program }) => (program ? [String(method)] : [])));
  try {
    await runInTimeSlices(verifyParcel(parcel, { dataset, methods }, sha256), signal);
    requireVectors(parcel, dataset);
    requireMethods(parcel, spec);
  } catch (error) {
    throw error instanceof FormatError ? new EvidenceError(`${file}: ${error.message}.`) : error;
  }
  return { file, manifest, parcel, created: dateOf(parcel), close };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** `subject`: the file, as sentences begin. */
function manifestOf(subject: string, text: string): RecordedManifest {
  const depth = depthOf(text);
  if (depth > DEEPEST) {
    throw new EvidenceError(`${subject}: expected lists and fields at most ${DEEPEST} levels deep, found ${depth}.`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new EvidenceError(jsonFault(subject, text));
  }
  try {
    return parseManifest(json);
  } catch (error) {
    throw new EvidenceError(`${subject} ${(error as Error).message}`);
  }
}

/** Throws FormatError for vectors that the manifest does not name. */
function requireVectors({ vectors }: OpenedParcel, { attachments = {}, images }: RecordedManifest['dataset']): void {
  for (const [name, hash] of Object.entries(attachments)) {
    const bytes = vectors(name);
    if (bytes === null) continue;
    const { shape, data } = decodeNpy(bytes);
    const actual = shape.length === 2 && shape[0] === images ? vectorsHash(shape[1], Float64Array.from(data)) : null;
    if (actual === hash) continue;
    const is = actual === null ? `shape ${shape.join(' × ')}` : `SHA-256 ${actual.slice(0, 12)}…`;
    throw new FormatError(
      `${PARCEL_VECTORS}${name}.npy does not hold the vectors of the manifest (${is}, expected ${hash.slice(0, 12)}…)`,
    );
  }
}

/** Throws FormatError unless packed methods have the versions of the spec, which follow from their files. */
function requireMethods({ files, methods, file }: OpenedParcel, spec: RecordedManifest['spec']): void {
  for (const id of methods) {
    const below = `${PARCEL_METHODS}${id}/`;
    const inside = files.filter(({ name }) => name.startsWith(below));
    const version = versionOf(inside.map(({ name }) => ({ path: name.slice(below.length), content: file(name)! })));
    const recorded = spec.methods.flatMap(({ method, program }) =>
      method === id ? [(program as { readonly version?: unknown } | undefined)?.version] : [],
    );
    if (recorded.includes(version)) continue;
    throw new FormatError(
      `${PARCEL_METHODS}${id} does not hold the program of ${id} that computed its rows (found version ${version}, expected ${recorded.join(', ')})`,
    );
  }
}

/** The date that the metadata of a parcel state. */
function dateOf({ file }: OpenedParcel): string | null {
  const bytes = file(PARCEL_METADATA);
  if (bytes === null) return null;
  try {
    const { '@graph': graph } = JSON.parse(new TextDecoder().decode(bytes)) as { '@graph'?: unknown };
    const entities = Array.isArray(graph) ? (graph as { '@id'?: unknown; datePublished?: unknown }[]) : [];
    const date = entities.find((entity) => entity['@id'] === './')?.datePublished;
    return typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) ? date : null;
  } catch {
    return null;
  }
}
