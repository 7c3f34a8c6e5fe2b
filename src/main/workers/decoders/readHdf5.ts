/**
 * Reads HDF5 files, MATLAB's of version 7.3 among them, with the HDF5 library, each in its own thread: a file cannot
 * affect the library for the next one.
 */
import { FormatError } from '../../../core/formats/formatError.ts';
import type { RequestedNames } from '../../../core/formats/namedArray.ts';
import type { SourceArray } from '../../../core/contract/imports.ts';
import { DecoderThread, ThreadLost, type ThreadOptions, type Waiting } from './decoderThread.ts';
import type { DecoderJob, DecoderResults, Hdf5Arrays } from './decoderMessages.ts';

/** The requested arrays. Transfers `bytes`. Throws FormatError, Cancelled. */
export function hdf5Arrays(
  bytes: Uint8Array,
  wanted: RequestedNames,
  waiting: Waiting,
  options?: ThreadOptions,
): Promise<Hdf5Arrays> {
  return alone({ kind: 'hdf5-arrays', bytes, wanted }, waiting, options);
}

/** Name and sizes of every array of numbers or text. Transfers `bytes`. Throws as `hdf5Arrays`. */
export function hdf5List(
  bytes: Uint8Array,
  waiting: Waiting,
  options?: ThreadOptions,
): Promise<readonly SourceArray[]> {
  return alone({ kind: 'hdf5-list', bytes }, waiting, options);
}

async function alone<J extends DecoderJob>(
  job: J,
  waiting: Waiting,
  options?: ThreadOptions,
): Promise<DecoderResults[J['kind']]> {
  const thread = new DecoderThread(options);
  try {
    const { buffer, byteLength } = job.bytes;
    const whole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
    return await thread.ask(job, waiting, whole ? [buffer] : []);
  } catch (error) {
    if (!(error instanceof ThreadLost)) throw error;
    throw new FormatError(`expected a readable HDF5 file, found a damaged one (${error.message})`);
  } finally {
    thread.retire();
  }
}
