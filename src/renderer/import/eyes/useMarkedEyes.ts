/** The marked eyes of a dataset: kept with every change, one call at a time, and taken back one by one. */
import { computed, ref, shallowReactive } from 'vue';
import type { MarkedEyes } from '../../../core/contract/eyes.ts';
import { failureOf, type Client, type Failure } from '../../api/client.ts';
import { unmarked, type FacePlaces } from './eyeMarks.ts';

/** Milliseconds after the last change of a face until it is kept: an arrow that is held down is one change. */
const PAUSE = 200;

export function useMarkedEyes(client: Client, id: number) {
  const places = shallowReactive(new Map<number, FacePlaces>());
  const failure = ref<Failure | null>(null);
  const loaded = ref(false);
  /** Increases with every stored change; previews depend on it. */
  const kept = ref(0);
  const undone: { readonly index: number; readonly before: FacePlaces; readonly gesture: string }[] = [];
  const undoable = ref(0);
  const waiting = new Map<number, FacePlaces>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> = Promise.resolve();

  const marked = computed<readonly MarkedEyes[]>(() =>
    [...places]
      .flatMap(([index, { left, right }]) => (left && right ? [{ index, left, right }] : []))
      .sort((a, b) => a.index - b.index),
  );

  async function load(): Promise<void> {
    try {
      const marks = await client.datasets.markedEyes({ id });
      places.clear();
      for (const { index, left, right } of marks) places.set(index, { left, right });
      failure.value = null;
      loaded.value = true;
      kept.value++;
    } catch (error) {
      failure.value = failureOf(error);
    }
  }

  const placesOf = (index: number): FacePlaces => places.get(index) ?? unmarked;

  /** Sets the marks of a face. Changes of one `gesture` in a row are taken back together. */
  function set(index: number, to: FacePlaces, gesture: string): void {
    const last = undone.at(-1);
    if (last?.index !== index || last.gesture !== gesture) undone.push({ index, before: placesOf(index), gesture });
    undoable.value = undone.length;
    change(index, to);
  }

  /** Undoes the last change and returns its face; null if there is no change. */
  function undo(): number | null {
    const last = undone.pop();
    undoable.value = undone.length;
    if (!last) return null;
    change(last.index, last.before);
    return last.index;
  }

  function change(index: number, to: FacePlaces): void {
    places.set(index, to);
    waiting.set(index, to);
    clearTimeout(timer);
    timer = setTimeout(() => void save(), PAUSE);
  }

  /** Keeps what waits; ends when the engine has it. */
  function save(): Promise<void> {
    clearTimeout(timer);
    const batch = [...waiting];
    waiting.clear();
    if (batch.length > 0) saving = saving.then(() => send(batch));
    return saving;
  }

  async function send(batch: readonly (readonly [number, FacePlaces])[]): Promise<void> {
    try {
      for (const [index, { left, right }] of batch) {
        await client.datasets.markEyes({ id, index, eyes: left && right ? [left, right] : null });
      }
      failure.value = null;
      kept.value++;
    } catch (error) {
      // The marks stay on the screen; the next change tries again.
      for (const [index, to] of batch) if (!waiting.has(index)) waiting.set(index, to);
      failure.value = failureOf(error);
    }
  }

  return { placesOf, marked, failure, loaded, kept, undoable, load, set, undo, save };
}
