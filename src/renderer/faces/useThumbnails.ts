/** Reads thumbnails in batches when they scroll into view, and keeps the latest of them. */
import { ref, shallowReactive } from 'vue';
import { failureOf, type Client, type Failure } from '../api/client.ts';
import { pixelImages, type GreyImage } from './greyImage.ts';

/** The contract's limit for one call is 500. */
const BATCH = 120;
/** Maximum concurrent calls: images that scroll by faster are skipped. */
const CALLS = 2;
/** Maximum queued images; beyond it the oldest requests are dropped, because they have left the view. */
const WAITING = 600;
/** Maximum thumbnails to keep, 60 MB at 72 × 72: more than any screen shows. */
const KEPT = 3000;

export function useThumbnails(client: Client, id: number, maxSide: number) {
  const images = shallowReactive(new Map<number, GreyImage>());
  const failure = ref<Failure | null>(null);
  /** Images that are loaded or requested, the most recently used last. */
  const requested = new Set<number>();
  let waiting: number[] = [];
  let underWay = 0;
  let scheduled = false;

  /** Requests an image once; it appears in `images` when it is loaded. */
  function want(index: number): void {
    const wasRequested = requested.delete(index);
    requested.add(index);
    if (wasRequested) return;
    waiting.push(index);
    if (scheduled) return;
    scheduled = true;
    // All lines that come into view in one turn share a call.
    queueMicrotask(() => {
      scheduled = false;
      for (const n of waiting.splice(0, waiting.length - WAITING)) requested.delete(n);
      proceed();
    });
  }

  function proceed(): void {
    while (underWay < CALLS && waiting.length > 0) {
      const batch = waiting.slice(-BATCH);
      waiting = waiting.slice(0, -BATCH);
      void read(batch);
    }
  }

  async function read(index: number[]): Promise<void> {
    underWay++;
    try {
      const thumbnails = pixelImages(await client.datasets.thumbnails({ id, index, maxSide }));
      index.forEach((n, i) => images.set(n, thumbnails[i]));
      failure.value = null;
      forget();
    } catch (error) {
      failure.value = failureOf(error);
      // Scrolling past them requests them again; the line stays empty meanwhile.
      for (const n of index) requested.delete(n);
    }
    underWay--;
    proceed();
  }

  function forget(): void {
    for (const n of requested) {
      if (images.size <= KEPT) return;
      if (images.delete(n)) requested.delete(n);
    }
  }

  return { images, failure, want };
}
