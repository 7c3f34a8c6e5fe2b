/**
 * Frames between the application and a method's program: one line of JSON, then the arrays that it announces, each an
 * NPY file of the stated number of bytes.
 */
import { depthOf } from '../../text/jsonErrors.ts';

/** An array in a frame: its NPY file. */
export interface FrameArray {
  readonly name: string;
  readonly npy: Uint8Array;
}

export interface Frame {
  /** All fields of the line except `arrays`. */
  readonly head: Readonly<Record<string, unknown>>;
  readonly arrays: readonly FrameArray[];
}

/** Maximum bytes of a line: longer ones are not frames. */
const LONGEST_LINE = 16 * 2 ** 20;
/** Maximum nesting of lists and objects in a line; replies have three levels. */
const DEEPEST = 64;
export const MOST_BYTES = 2 ** 31 - 1;

/** The parts of a frame, to be written in order. */
export function frameParts({ head, arrays }: Frame): Uint8Array[] {
  const line = JSON.stringify({ ...head, arrays: arrays.map(({ name, npy }) => ({ name, bytes: npy.length })) });
  return [new TextEncoder().encode(`${line}\n`), ...arrays.map(({ npy }) => npy)];
}

/** Thrown for bytes that are not a frame; `text` is what they contain instead. */
export class NoFrameError extends Error {
  override readonly name = 'NoFrameError';
  readonly text: string;

  constructor(text: string, reason: string) {
    super(reason);
    this.text = text;
  }
}

/** Takes the bytes of a stream and returns the frames that they complete. Throws NoFrameError. */
export class FrameReader {
  #parts: Uint8Array[] = [];
  #held = 0;
  #wanted: { readonly head: Frame['head']; readonly sizes: readonly { name: string; bytes: number }[] } | null = null;

  take(chunk: Uint8Array): Frame[] {
    this.#parts.push(chunk);
    this.#held += chunk.length;
    const frames: Frame[] = [];
    for (let frame = this.#next(chunk); frame; frame = this.#next(null)) frames.push(frame);
    return frames;
  }

  /** Whether the stream may end here, i.e. not in the middle of a frame. */
  get between(): boolean {
    return this.#held === 0 && this.#wanted === null;
  }

  #next(latest: Uint8Array | null): Frame | null {
    if (!this.#wanted) {
      // While a long line grows, only its newest bytes can contain its end.
      if (latest && this.#parts.length > 1 && !latest.includes(10)) {
        if (this.#held > LONGEST_LINE) throw new NoFrameError('', 'a line without an end');
        return null;
      }
      const all = this.#joined();
      const end = all.indexOf(10);
      if (end < 0) {
        if (this.#held > LONGEST_LINE) throw new NoFrameError('', 'a line without an end');
        return null;
      }
      this.#wanted = parseLine(new TextDecoder().decode(all.subarray(0, end)));
      this.#keep(all.subarray(end + 1));
    }
    const { head, sizes } = this.#wanted;
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    if (this.#held < total) return null;
    const all = this.#joined();
    let from = 0;
    const arrays = sizes.map(({ name, bytes }) => ({ name, npy: all.slice(from, (from += bytes)) }));
    this.#keep(all.subarray(total));
    this.#wanted = null;
    return { head, arrays };
  }

  #joined(): Uint8Array {
    if (this.#parts.length === 1) return this.#parts[0];
    const all = new Uint8Array(this.#held);
    let offset = 0;
    for (const part of this.#parts) {
      all.set(part, offset);
      offset += part.length;
    }
    this.#parts = [all];
    return all;
  }

  #keep(rest: Uint8Array): void {
    this.#parts = rest.length === 0 ? [] : [rest];
    this.#held = rest.length;
  }
}

function parseLine(line: string): { head: Frame['head']; sizes: { name: string; bytes: number }[] } {
  if (depthOf(line) > DEEPEST) throw new NoFrameError('', `lists or objects more than ${DEEPEST} levels deep`);
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    throw new NoFrameError(line, 'a line that is not JSON');
  }
  if (json === null || typeof json !== 'object' || Array.isArray(json)) {
    throw new NoFrameError(line, 'a line that is not an object of JSON');
  }
  const { arrays = [], ...head } = json as Record<string, unknown>;
  // Some languages write empty lists as {} or "", or null for none.
  const list = Array.isArray(arrays) ? arrays : isEmpty(arrays) ? [] : [arrays];
  const sizes = list.map((entry: unknown) => {
    const { name, bytes } = (entry ?? {}) as { name?: unknown; bytes?: unknown };
    if (typeof name !== 'string' || !Number.isSafeInteger(bytes) || (bytes as number) < 0) {
      throw new NoFrameError(line, 'a frame with an array without name or number of bytes');
    }
    return { name, bytes: bytes as number };
  });
  if (sizes.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_BYTES) {
    throw new NoFrameError(line, 'a frame of more than 2 GiB');
  }
  return { head, sizes };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}
