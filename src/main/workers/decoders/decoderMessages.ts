/** What the thread of the foreign decoders is asked, and what it answers. */
import type { SourceArray } from '../../../core/contract/imports.ts';
import type { Picture } from '../../../core/images/grey.ts';
import type { NamedArray, RequestedNames } from '../../../core/formats/namedArray.ts';

/** Work for a decoder that others wrote. Bytes are read by this program; decoders see no path and no disk. */
export type DecoderJob =
  /** A compressed image of a format by its name; `page` counts from 0. */
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly format: string; readonly page: number }
  /** Arrays of a MATLAB 7.3 file. */
  | { readonly kind: 'hdf5-arrays'; readonly bytes: Uint8Array; readonly wanted: RequestedNames }
  /** Names and sizes of its arrays. */
  | { readonly kind: 'hdf5-list'; readonly bytes: Uint8Array };

export interface Hdf5Arrays {
  readonly arrays: readonly NamedArray[];
  /** Every array at the top of the file, wanted or not. */
  readonly names: readonly string[];
}

/** What a job is answered with. */
export interface DecoderResults {
  readonly picture: Picture;
  readonly 'hdf5-arrays': Hdf5Arrays;
  readonly 'hdf5-list': readonly SourceArray[];
}

export interface DecoderRequest {
  readonly id: number;
  readonly job: DecoderJob;
}

export type DecoderReply =
  /** A sign of life: the share of the job that is done, 0 … 1. */
  | { readonly id: number; readonly kind: 'share'; readonly share: number }
  | { readonly id: number; readonly kind: 'done'; readonly result: DecoderResults[DecoderJob['kind']] }
  /**
   * The file is not what its format promises; `reason` is a clause without a full stop. `worn`: what the file did to
   * the decoder's memory may outlast it, and a fresh thread has a fresh one.
   */
  | { readonly id: number; readonly kind: 'refused'; readonly reason: string; readonly worn: boolean };
