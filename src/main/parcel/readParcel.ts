/** Parcels of unknown origin, as files. */
import { isZip } from '../../core/formats/archives/zip.ts';
import { MOST_PARCEL, openParcel, type OpenedParcel } from '../../core/report/parcel/openParcel.ts';
import { readHead, readLimited } from '../import/decode/readLimited.ts';

/** Whether a file begins as an archive. Throws as `readHead` does. */
export async function isParcel(path: string): Promise<boolean> {
  return isZip(await readHead(path, 64));
}

/** Throws as `openParcel`, and the system's errors. */
export async function readParcel(path: string): Promise<OpenedParcel> {
  return openParcel(await readLimited(path, MOST_PARCEL));
}
