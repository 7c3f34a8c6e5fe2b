/** The enlarged face, and the faces of the group it was opened from. */
import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { GreyImage } from './greyImage.ts';

export interface ZoomedFace {
  readonly title: string;
  readonly note?: string;
  /** Thumbnail, shown until the stored image is loaded. */
  readonly image: GreyImage | undefined;
  /** Location of the stored image, for images of a dataset. */
  readonly stored?: { readonly dataset: number; readonly position: number };
}

export const useFaceZoom = defineStore('faceZoom', () => {
  const faces = shallowRef<readonly ZoomedFace[]>([]);
  const place = shallowRef(0);

  function show(all: readonly ZoomedFace[], at = 0): void {
    faces.value = all;
    place.value = at;
  }

  /** Moves to the next face in this direction; stays at the ends. */
  function step(by: number): void {
    place.value = Math.max(0, Math.min(faces.value.length - 1, place.value + by));
  }

  function close(): void {
    faces.value = [];
  }

  return { faces, place, show, step, close };
});
