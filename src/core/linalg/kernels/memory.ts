/** Block allocator of one worker's WebAssembly memory. Block addresses never influence results. */

/** A request that kernel memory cannot satisfy; sizes in bytes. */
export class KernelMemoryError extends Error {
  override readonly name = 'KernelMemoryError';
  readonly needed: number;
  readonly available: number;

  constructor(needed: number, available: number) {
    super(
      `Not enough memory: ${megabytes(needed)} needed, ${megabytes(available)} available. Use fewer or smaller images.`,
    );
    this.needed = needed;
    this.available = available;
  }
}

const PAGE = 65536;
/** Cache lines: blocks never share one. */
const ALIGNMENT = 64;
/** Readable bytes beyond the last block: tiles at the rim of a matrix read a few entries more. */
const MARGIN = 64;

interface Hole {
  at: number;
  size: number;
}

/**
 * First-fit allocator over a growing memory; freed neighbours merge, and free space at the end is reused for growth.
 */
export class Arena {
  private readonly memory: WebAssembly.Memory;
  private readonly limit: number;
  private readonly holes: Hole[] = [];
  private readonly sizes = new Map<number, number>();
  private end: number;
  private cached: Float64Array;
  private taken = 0;

  /** @param start first free address @param limit bytes the memory may grow to */
  constructor(memory: WebAssembly.Memory, start: number, limit: number) {
    this.memory = memory;
    this.limit = limit;
    this.end = Math.ceil(start / ALIGNMENT) * ALIGNMENT;
    this.cached = new Float64Array(memory.buffer);
  }

  /** The whole memory as float64; fetch it again after any allocation, which may move the buffer. */
  get values(): Float64Array {
    if (this.cached.buffer !== this.memory.buffer) this.cached = new Float64Array(this.memory.buffer);
    return this.cached;
  }

  /** Bytes in use. */
  get used(): number {
    return this.taken;
  }

  /** Bytes obtained from the JavaScript engine so far; they are kept for later blocks. */
  get reserved(): number {
    return this.memory.buffer.byteLength;
  }

  /** Bytes that can still be allocated in one piece, up to the limit. */
  get available(): number {
    let largest = this.limit - this.end;
    for (const hole of this.holes) largest = Math.max(largest, hole.size);
    return largest;
  }

  /** Address of a block of `count` float64 values, contents undefined. Throws KernelMemoryError. */
  allocate(count: number): number {
    const size = Math.max(ALIGNMENT, Math.ceil((count * 8) / ALIGNMENT) * ALIGNMENT);
    const index = this.holes.findIndex((hole) => hole.size >= size);
    const address = index >= 0 ? this.fromHole(index, size) : this.fromEnd(size);
    this.sizes.set(address, size);
    this.taken += size;
    return address;
  }

  /** Frees a block. Throws Error for an address that is not one. */
  free(at: number): void {
    const size = this.sizes.get(at);
    if (size === undefined) throw new Error(`Arena: ${at} is not an allocated block`);
    this.sizes.delete(at);
    this.taken -= size;
    const after = this.holes.findIndex((hole) => hole.at > at);
    const place = after < 0 ? this.holes.length : after;
    this.holes.splice(place, 0, { at, size });
    this.join(place);
    if (place > 0) this.join(place - 1);
    const last = this.holes[this.holes.length - 1];
    if (last && last.at + last.size === this.end) {
      this.end = last.at;
      this.holes.pop();
    }
  }

  private fromHole(index: number, size: number): number {
    const hole = this.holes[index];
    const address = hole.at;
    if (hole.size === size) this.holes.splice(index, 1);
    else {
      hole.at += size;
      hole.size -= size;
    }
    return address;
  }

  private fromEnd(size: number): number {
    const address = this.end;
    const needed = address + size;
    if (needed > this.limit) throw new KernelMemoryError(size, this.available);
    const missing = Math.ceil((needed + MARGIN - this.memory.buffer.byteLength) / PAGE);
    if (missing > 0) {
      try {
        this.memory.grow(missing);
      } catch {
        throw new KernelMemoryError(size, this.memory.buffer.byteLength - address);
      }
    }
    this.end = needed;
    return address;
  }

  private join(index: number): void {
    const hole = this.holes[index];
    const next = this.holes[index + 1];
    if (next && hole.at + hole.size === next.at) {
      hole.size += next.size;
      this.holes.splice(index + 1, 1);
    }
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 2 : 0)} MiB`;
}
