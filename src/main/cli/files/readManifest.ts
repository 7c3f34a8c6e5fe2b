import { parseManifest, type RecordedManifest } from '../../../core/study/plan/manifestFile.ts';
import { MOST_MANIFEST } from '../../../core/report/parcel/openParcel.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { Failure } from '../errors.ts';
import { readJson } from './textFile.ts';

/** Throws Failure with one sentence. */
export async function readManifest(path: string): Promise<RecordedManifest> {
  const json = await readJson(path, MOST_MANIFEST);
  try {
    return parseManifest(json);
  } catch (error) {
    throw new Failure(`${path} ${fileReason(error)}.`);
  }
}
