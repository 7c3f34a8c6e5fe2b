/** MATLAB's format 7.3: HDF5 after a header of 512 bytes. */
import { open } from 'node:fs/promises';
import type { SourceArray } from '../../../core/contract/imports.ts';
import type { Hdf5Arrays } from '../../workers/decoders/decoderMessages.ts';
import { hdf5Arrays, hdf5List } from '../../workers/decoders/readHdf5.ts';
import type { RequestedNames } from '../../../core/formats/namedArray.ts';
import { readLimited } from '../decode/readLimited.ts';
import type { Watch } from '../source.ts';

/** The reader's memory holds the file and one array. */
const MAX_FILE = 2 ** 30;

const HEADER = 128;

/** True if the header states version 7.3. */
export async function isHdf5Mat(path: string): Promise<boolean> {
  const head = new Uint8Array(HEADER);
  const file = await open(path, 'r');
  try {
    await file.read(head, 0, HEADER, 0);
  } finally {
    await file.close();
  }
  const text = String.fromCharCode(...head.subarray(0, 16));
  return text.startsWith('MATLAB 7.3 MAT') || (head[124] === 0 && head[125] === 2 && head[126] === 0x49);
}

/** The numeric arrays that the recipe requests. Throws FormatError for a damaged file, Cancelled. */
export async function readHdf5(path: string, wanted: RequestedNames, watch: Watch): Promise<Hdf5Arrays> {
  return hdf5Arrays(await readLimited(path, MAX_FILE, watch.signal), wanted, watch);
}

/** Name and sizes of every numeric array, in MATLAB's order, without reading numbers. */
export async function listHdf5(path: string, watch: Watch): Promise<readonly SourceArray[]> {
  return hdf5List(await readLimited(path, MAX_FILE, watch.signal), watch);
}
