/** Reads thumbnails in batches as they come into view, and keeps the latest of them. */
import { ref, shallowReactive } from 'vue';
import { failureOf, type Client, type Failure } from '../api/client.ts';
import { pixelImages, type GreyImage } from './greyImage.ts';

/** The contract's limit for one call is 500. */
const BATCH = 120;
/** Calls under way at a time: what scrolls by faster is not read at all. */
const CALLS = 2;
/** Images that wait for a call; of more, those asked for first are dropped: they have left the view. */
const WAITING = 600;
/** Thumbnails kept, 60 MB of them at 72 × 72: more than any screen shows. */
const KEPT = 3000;

export function useThumbnails(client: Client, id: number, maxSide: number) {
  const images = shallowReactive(new Map<number, GreyImage>());
  const failure = ref<Failure | null>(null);
  /** Images that are there or on the way, the latest wanted last. */
  const asked = new Set<number>();
  let waiting: number[] = [];
  let underWay = 0;
  let scheduled = false;

  /** Asks for an image once; it appears in `images` when it has come. */
  function want(index: number): void {
    const known = asked.delete(index);
    asked.add(index);
    if (known) return;
    waiting.push(index);
    if (scheduled) return;
    scheduled = true;
    // All lines that come into view in one turn share a call.
    queueMicrotask(() => {
      scheduled = false;
      for (const n of waiting.splice(0, waiting.length - WAITING)) asked.delete(n);
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
      const found = pixelImages(await client.datasets.thumbnails({ id, index, maxSide }));
      index.forEach((n, i) => images.set(n, found[i]));
      failure.value = null;
      forget();
    } catch (error) {
      failure.value = failureOf(error);
      // Scrolling past them again asks once more; the line keeps its empty ground meanwhile.
      for (const n of index) asked.delete(n);
    }
    underWay--;
    proceed();
  }

  function forget(): void {
    for (const n of asked) {
      if (images.size <= KEPT) return;
      if (images.delete(n)) asked.delete(n);
    }
  }

  return { images, failure, want };
}
