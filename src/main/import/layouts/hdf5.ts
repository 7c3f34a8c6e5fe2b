/** HDF5 files: MATLAB's format 7.3, which is HDF5 after a header of 512 bytes, and those of other programs. */
import type { RequestedNames } from '../../../core/formats/namedArray.ts';
import type { SourceArray } from '../../../core/contract/imports.ts';
import type { Hdf5Arrays } from '../../workers/decoders/decoderMessages.ts';
import { hdf5Arrays, hdf5List } from '../../workers/decoders/readHdf5.ts';
import { readLimited } from '../decode/readLimited.ts';
import type { Watch } from '../source.ts';

/** The reader's memory holds the file and one array. */
const MAX_FILE = 2 ** 30;

const SIGNATURE = '\x89HDF\r\n\x1a\n';
const VERSION = 'MATLAB 7.3 MAT';

/** True if the first bytes, at least 128, are those of HDF5 or of a header that states version 7.3. */
export function isHdf5(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, SIGNATURE.length));
  return text === SIGNATURE || isMatlabFile(head);
}

/** True if the first bytes, at least 128, are MATLAB's header of version 7.3. */
export function isMatlabFile(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, VERSION.length));
  return text === VERSION || (head[124] === 0 && head[125] === 2 && head[126] === 0x49);
}

/**
 * The requested arrays of numbers and texts, by whole name ("data.fea" in the group `data`) or its last part, and the
 * names of all: MATLAB's with the first index fastest, others with the last. Throws FormatError for a damaged file,
 * Cancelled.
 */
export async function readHdf5(path: string, wanted: RequestedNames, watch: Watch): Promise<Hdf5Arrays> {
  return hdf5Arrays(await readLimited(path, MAX_FILE, watch.signal), wanted, watch);
}

/** Name and sizes of every array, in the order of its dimensions in `readHdf5`, without reading any. */
export async function listHdf5(path: string, watch: Watch): Promise<readonly SourceArray[]> {
  return hdf5List(await readLimited(path, MAX_FILE, watch.signal), watch);
}
