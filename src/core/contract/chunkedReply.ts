/**
 * How an answer of the engine travels to the page. Small ones are strings; large ones are bytes that threads hand over
 * without a copy, and that a host may cut into parts, so that no single message keeps its thread.
 */

export interface ReplyChunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The bytes of all parts together are UTF-8 text; else they are an answer with a file in it. */
  readonly text: boolean;
  readonly last: boolean;
}

export type ReplyMessage = string | ReplyChunk;

/** The last message of a port that is closed because what came over it was no call. */
export const REFUSED = null;

export function isPart(data: unknown): data is ReplyChunk {
  return typeof data === 'object' && data !== null && (data as ReplyChunk).bytes instanceof Uint8Array;
}

/** Parts of at most `size` bytes, each with memory of its own: a view would be sent with all that it looks at. */
export function* cut(part: ReplyChunk, size: number): Generator<ReplyChunk> {
  const { bytes, text, last } = part;
  if (bytes.length <= size) return yield part;
  for (let from = 0; from < bytes.length; from += size) {
    const end = from + size;
    yield { bytes: bytes.slice(from, end), text, last: last && end >= bytes.length };
  }
}
