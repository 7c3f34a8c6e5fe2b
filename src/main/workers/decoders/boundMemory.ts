const PAGE = 65_536;

/**
 * Keeps every WebAssembly memory of this thread from growing beyond `most` bytes. A decoder that asks for more is told
 * that there is none, which it answers as a full machine: its allocation fails.
 */
export function boundMemory(most: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    const wanted = this.buffer.byteLength + pages * PAGE;
    if (wanted > most) throw new RangeError(`expected at most ${most} bytes of memory, found a need of ${wanted}`);
    return grow.call(this, pages);
  };
}
