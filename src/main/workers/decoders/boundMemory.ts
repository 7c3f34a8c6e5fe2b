const PAGE = 65_536;

/**
 * Limits every WebAssembly memory of this thread to `most` bytes. Beyond that growing fails, which a decoder handles as
 * out of memory: its allocation fails.
 */
export function boundMemory(most: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    const wanted = this.buffer.byteLength + pages * PAGE;
    if (wanted > most) throw new RangeError(`expected at most ${most} bytes of memory, found a need of ${wanted}`);
    return grow.call(this, pages);
  };
}
