/**
 * How replies of the engine travel to the page. Small ones are strings. Large ones are bytes, which threads transfer
 * without a copy and a host may split, so no single message blocks its thread.
 */

export interface ReplyChunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the bytes of all parts together are UTF-8 text; otherwise the reply contains a file. */
  readonly text: boolean;
  readonly last: boolean;
}

export type ReplyMessage = string | ReplyChunk;

/** Last message of a port that is closed because an invalid call arrived. */
export const REFUSED = null;

export function isPart(data: unknown): data is ReplyChunk {
  return typeof data === 'object' && data !== null && (data as ReplyChunk).bytes instanceof Uint8Array;
}

/** Parts of at most `size` bytes, each with its own buffer: sending a view would send its whole buffer. */
export function* cut(part: ReplyChunk, size: number): Generator<ReplyChunk> {
  const { bytes, text, last } = part;
  if (bytes.length <= size) return yield part;
  for (let from = 0; from < bytes.length; from += size) {
    const end = from + size;
    yield { bytes: bytes.slice(from, end), text, last: last && end >= bytes.length };
  }
}
