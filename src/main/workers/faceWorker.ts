/** Worker thread: detects faces in some images of a dataset, sends those of each image at once, then exits. */
import { placeOf, type StoredPixels } from '../../core/images/storedImages.ts';
import type { FoundFace } from '../../core/networks/findFaces.ts';
import { openFaceFinder } from '../networks/onnxRuntime.ts';
import { runJob } from './runJob.ts';

export interface FaceJob {
  readonly pixels: StoredPixels;
  /** Positions of this thread's images. */
  readonly images: readonly number[];
}

/** What the thread sends of each image. */
export interface ImageFound {
  readonly image: number;
  readonly faces: readonly FoundFace[];
}

runJob(async ({ pixels, images }: FaceJob, iterated): Promise<null> => {
  const { rows, cols } = pixels;
  const place = placeOf(pixels);
  const finder = await openFaceFinder();
  for (const image of images) {
    const faces = await finder.find({ rows, cols, pixels: place(image) });
    iterated({ image, faces } satisfies ImageFound);
  }
  return null;
});
