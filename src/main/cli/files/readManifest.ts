import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseManifest, type RecordedManifest } from '../../../core/study/plan/manifestFile.ts';
import { type OpenedParcel, MOST_PARCEL, openParcel } from '../../../core/report/parcel/openParcel.ts';
import { PARCEL_MANIFEST } from '../../../core/report/parcel/parcel.ts';
import { isZip } from '../../../core/formats/zip.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { readHead, readLimited } from '../../import/decode/readLimited.ts';
import { Failure } from '../errors.ts';
import { parseJson, readJson } from './textFile.ts';

/** Maximum bytes of a manifest; a cell takes about 500. */
const MOST = 256 * 2 ** 20;

/** Throws Failure with one sentence. */
export async function readManifest(path: string): Promise<RecordedManifest> {
  const json = await readJson(path, MOST);
  return refused(path, () => parseManifest(json));
}

/** Reads what to reproduce: a manifest, or a parcel with one. Throws Failure with one sentence. */
export async function readManifestOrParcel(
  path: string,
): Promise<{ readonly manifest: RecordedManifest; readonly parcel: OpenedParcel | null }> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    const inside = existsSync(join(path, PARCEL_MANIFEST)) ? `, or ${join(path, PARCEL_MANIFEST)} in it` : '';
    throw new Failure(`${path}: expected a manifest or a parcel (.zip), found a folder. Name the file${inside}.`);
  }
  let parcel: OpenedParcel | null;
  try {
    parcel = (await isParcel(path)) ? await readParcel(path) : null;
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${fileReason(error)}.`);
  }
  if (parcel === null) return { manifest: await readManifest(path), parcel };
  const json = parseJson(`${path}, ${PARCEL_MANIFEST}`, parcel.manifest);
  return { manifest: refused(`${path}, ${PARCEL_MANIFEST}`, () => parseManifest(json)), parcel };
}

/** Rethrows errors of `read` as Failure that names the file. */
export function refused<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Failure(`${path} ${fileReason(error)}`);
  }
}

/** Whether a file starts like an archive. Throws as `readHead` does. */
async function isParcel(path: string): Promise<boolean> {
  return isZip(await readHead(path, 64));
}

/** Throws as `openParcel`, and file system errors. */
async function readParcel(path: string): Promise<OpenedParcel> {
  return openParcel(await readLimited(path, MOST_PARCEL));
}
