/** Messages to and from the thread of the third-party decoders. */
import type { NumberedRequest } from '../../workerClient.ts';
import type { SourceArray } from '../../../core/contract/imports.ts';
import type { Picture } from '../../../core/images/grey.ts';
import type { NamedArray, NamedText, RequestedNames } from '../../../core/formats/namedArray.ts';

/** A job for a third-party decoder. The caller reads the bytes; decoders have no access to paths or the disk. */
export type DecoderJob =
  /** A compressed image of the named format; `page` counts from 0. */
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly format: string; readonly page: number }
  /** Arrays of an HDF5 file. */
  | { readonly kind: 'hdf5-arrays'; readonly bytes: Uint8Array; readonly wanted: RequestedNames }
  /** Names and sizes of its arrays. */
  | { readonly kind: 'hdf5-list'; readonly bytes: Uint8Array };

export interface Hdf5Arrays {
  readonly arrays: readonly NamedArray[];
  readonly texts: readonly NamedText[];
  /** Names of all arrays and texts, requested or not: "data.fea" is in the group `data`. */
  readonly names: readonly string[];
}

/** Results by kind of job. */
export interface DecoderResults {
  readonly picture: Picture;
  readonly 'hdf5-arrays': Hdf5Arrays;
  readonly 'hdf5-list': readonly SourceArray[];
}

export type DecoderRequest = NumberedRequest<DecoderJob>;

export type DecoderMessage =
  /** A sign of life with the share of the job that is done, 0 … 1. */
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'done'; readonly result: DecoderResults[DecoderJob['kind']] }
  /**
   * The file violates its format; `reason` is a clause without a full stop. `worn`: the file may have damaged the
   * decoder's memory, and a new thread is needed.
   */
  | { readonly kind: 'refused'; readonly reason: string; readonly worn: boolean };
