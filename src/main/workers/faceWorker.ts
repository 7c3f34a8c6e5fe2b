/** Worker thread: detects faces in every n-th image of a dataset, then exits. */
import { placeOf, type StoredPixels } from '../../core/images/storedImages.ts';
import type { FoundFace } from '../../core/networks/findFaces.ts';
import { openFaceFinder, runtimeName } from '../networks/onnxRuntime.ts';
import { runJob } from './runJob.ts';

export interface FaceJob {
  readonly pixels: StoredPixels;
  /** This thread's images: part, part + of, part + 2 of … */
  readonly part: number;
  readonly of: number;
}

export interface FaceResult {
  readonly faces: readonly (readonly FoundFace[])[];
  readonly runtime: string;
}

runJob(async ({ pixels, part, of }: FaceJob, iterated): Promise<FaceResult> => {
  const { rows, cols, count } = pixels;
  const place = placeOf(pixels);
  const finder = await openFaceFinder();
  const faces: (readonly FoundFace[])[] = [];
  for (let n = part; n < count; n += of) {
    faces.push(await finder.find({ rows, cols, pixels: place(n) }));
    iterated();
  }
  return { faces, runtime: runtimeName() };
});
