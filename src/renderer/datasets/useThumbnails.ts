/** Reads thumbnails in batches as they come into view, and keeps them. */
import { ref, shallowReactive } from 'vue';
import { failureOf, type Client, type Failure } from '../api/client.ts';

export interface Thumbnail {
  readonly rows: number;
  readonly cols: number;
  /** RGBA, ready for a canvas. */
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
}

/** The contract's limit for one call is 500. */
const BATCH = 120;

export function useThumbnails(client: Client, id: number, maxSide: number) {
  const images = shallowReactive(new Map<number, Thumbnail>());
  const failure = ref<Failure | null>(null);
  const asked = new Set<number>();
  let waiting: number[] = [];
  let scheduled = false;

  /** Asks for an image once; it appears in `images` when it has come. */
  function want(index: number): void {
    if (asked.has(index)) return;
    asked.add(index);
    waiting.push(index);
    if (scheduled) return;
    scheduled = true;
    // All lines that come into view in one turn share a call.
    queueMicrotask(() => {
      scheduled = false;
      const all = waiting;
      waiting = [];
      for (let from = 0; from < all.length; from += BATCH) void read(all.slice(from, from + BATCH));
    });
  }

  async function read(index: number[]): Promise<void> {
    try {
      const block = await client.datasets.thumbnails({ id, index, maxSide });
      const grey = Uint8Array.from(atob(block.pixels), (letter) => letter.charCodeAt(0));
      const size = block.rows * block.cols;
      index.forEach((n, i) => {
        images.set(n, { rows: block.rows, cols: block.cols, rgba: toRgba(grey.subarray(i * size, (i + 1) * size)) });
      });
      failure.value = null;
    } catch (error) {
      failure.value = failureOf(error);
      // Scrolling past them again asks once more; the line keeps its empty ground meanwhile.
      for (const n of index) asked.delete(n);
    }
  }

  return { images, failure, want };
}

export function toRgba(grey: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(grey.length * 4);
  grey.forEach((value, i) => rgba.set([value, value, value, 255], i * 4));
  return rgba;
}
