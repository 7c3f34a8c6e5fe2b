import { parseManifest, type RecordedManifest } from '../../core/study/plan/manifestFile.ts';
import { fileReason } from '../disk/fileReason.ts';
import { Failure } from './errors.ts';
import { readJson } from './textFile.ts';

/** Bytes of a manifest at most: a cell takes about 500. */
const MOST = 256 * 2 ** 20;

/** Throws Failure with one sentence. */
export async function readManifest(path: string): Promise<RecordedManifest> {
  const json = await readJson(path, MOST);
  return refused(path, () => parseManifest(json));
}

/** What `read` throws, with the file for its subject. */
export function refused<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Failure(`${path} ${fileReason(error)}`);
  }
}
