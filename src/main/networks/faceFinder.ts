/** The networks that find faces, opened. */
import { findFaces, type FoundFace } from '../../core/networks/findFaces.ts';
import { LANDMARK_SIDE } from '../../core/networks/landmarks.ts';
import type { Raster } from '../../core/images/resample.ts';
import { networkFile } from './files.ts';
import { openNetwork } from './runtime.ts';

export interface FaceFinder {
  /** The faces of a grey image of 0 … 255, the largest first. */
  readonly find: (image: Raster) => Promise<FoundFace[]>;
  readonly close: () => Promise<void>;
}

export async function openFaceFinder(): Promise<FaceFinder> {
  const detector = await openNetwork(networkFile('detector'), 'detector.onnx');
  const landmarks = await openNetwork(networkFile('landmarks'), 'landmarks.onnx');
  const networks = {
    detector: async (input: Float32Array, side: number) => (await detector.run(input, [1, 3, side, side])).values,
    landmarks: async (input: Float32Array) => (await landmarks.run(input, [1, 3, LANDMARK_SIDE, LANDMARK_SIDE])).values,
  };
  return {
    find: (image) => findFaces(image, networks),
    close: async () => {
      await detector.close();
      await landmarks.close();
    },
  };
}
