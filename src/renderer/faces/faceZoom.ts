/** The face that is shown enlarged, among those it was opened from. */
import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { GreyImage } from './greyImage.ts';

export interface ZoomedFace {
  readonly title: string;
  readonly note?: string;
  /** Shown until, or unless, the stored image has come. */
  readonly image: GreyImage | undefined;
  /** Where the image is stored, for images of a dataset. */
  readonly stored?: { readonly dataset: number; readonly position: number };
}

export const useFaceZoom = defineStore('faceZoom', () => {
  const faces = shallowRef<readonly ZoomedFace[]>([]);
  const place = shallowRef(0);

  function show(all: readonly ZoomedFace[], at = 0): void {
    faces.value = all;
    place.value = at;
  }

  /** To the next face in this direction; stays at the ends. */
  function step(by: number): void {
    place.value = Math.max(0, Math.min(faces.value.length - 1, place.value + by));
  }

  function close(): void {
    faces.value = [];
  }

  return { faces, place, show, step, close };
});
