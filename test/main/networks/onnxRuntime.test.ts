import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Eyes } from '../../../src/core/images/preprocess/align.ts';
import { boxesOf, detectorInput } from '../../../src/core/networks/findFaces.ts';
import { concernsOf, eyeUncertainty } from '../../../src/core/networks/faceSearch.ts';
import { eyeDistance } from '../../../src/core/images/preprocess/eyes.ts';
import { imagePyramid } from '../../../src/core/networks/input.ts';
import { openFaceFinder, type FaceFinder, openNetwork } from '../../../src/main/networks/onnxRuntime.ts';
import { networkFile } from '../../../src/main/networks/networkFiles.ts';
import { drawnFace, drawnScene, paste } from '../../support/drawnScenes.ts';
import { boxesOfFaceApi } from '../../support/faceApi.ts';
import { withNetworks } from '../../support/networks.ts';

withNetworks();

let finder: FaceFinder;
beforeAll(async () => {
  finder = await openFaceFinder();
});
afterAll(() => finder.close());

/** Mean distance of the eyes as share of the true eye distance. */
function error(found: Eyes, truth: Eyes): number {
  const apart = (eye: 'left' | 'right'): number => Math.hypot(found[eye].x - truth[eye].x, found[eye].y - truth[eye].y);
  return (apart('left') + apart('right')) / 2 / eyeDistance(truth);
}

describe('the search for faces', () => {
  it('frames what the package of the weights frames', async () => {
    const side = 224;
    const scene = drawnScene(1, side, side);
    paste(scene, drawnFace(2), { x: 60, y: 90 }, 0.9, 0);
    paste(scene, drawnFace(3), { x: 165, y: 130 }, 0.9, 0);
    const place = { a: 1, b: 0, dx: 0, dy: 0 };
    const network = await openNetwork(networkFile('detector'), 'detector.onnx');
    const { values } = await network.run(detectorInput(imagePyramid(scene), place, side), [1, 3, side, side]);
    await network.close();
    const own = boxesOf(values, side / 32, place);
    const theirs = await boxesOfFaceApi(scene.pixels, side);
    expect(own).toHaveLength(2);
    expect(theirs).toHaveLength(2);
    own.forEach(({ x, y, width, height, score }, n) => {
      // Their box begins at the edge of the first pixel, ours at its centre.
      expect(x + 0.5 - width / 2).toBeCloseTo(theirs[n].x, 2);
      expect(y + 0.5 - height / 2).toBeCloseTo(theirs[n].y, 2);
      expect(width).toBeCloseTo(theirs[n].width, 2);
      expect(height).toBeCloseTo(theirs[n].height, 2);
      expect(score).toBeCloseTo(theirs[n].score, 4);
    });
  });

  it('finds the eyes of drawn faces that fill the image', async () => {
    for (let seed = 0; seed < 10; seed++) {
      const { image, eyes } = drawnFace(seed);
      const found = await finder.find(image);
      expect(found).toHaveLength(1);
      expect(error(found[0], eyes)).toBeLessThan(0.08);
    }
  });

  it.each([
    { name: 'half the size', scale: 0.5, degrees: 0 },
    { name: 'twice the size', scale: 2, degrees: -10 },
    { name: 'leaning to a shoulder', scale: 1, degrees: 22 },
    { name: 'leaning to the other', scale: 1.4, degrees: -40 },
  ])('finds a face in a scene: $name', async ({ scale, degrees }) => {
    const scene = drawnScene(4, 300, 400);
    const truth = paste(scene, drawnFace(5), { x: 230, y: 150 }, scale, degrees);
    const [face, ...others] = await finder.find(scene);
    expect(others).toEqual([]);
    expect(error(face, truth)).toBeLessThan(0.08);
    expect(concernsOf(face).includes('tilted')).toBe(Math.abs(degrees) > 30);
  });

  it('answers with the largest of several faces first', async () => {
    const scene = drawnScene(6, 300, 400);
    paste(scene, drawnFace(7), { x: 90, y: 90 }, 0.8, 0);
    const large = paste(scene, drawnFace(8), { x: 270, y: 160 }, 1.6, 5);
    const found = await finder.find(scene);
    expect(found).toHaveLength(2);
    expect(error(found[0], large)).toBeLessThan(0.08);
  });

  it('takes the image as the face where it shows little else', async () => {
    const { image, eyes } = drawnFace(9);
    const [rows, cols, top, left] = [56, 60, 30, 16];
    const pixels = Float64Array.from(
      { length: rows * cols },
      (_, i) => image.pixels[(top + Math.floor(i / cols)) * image.cols + left + (i % cols)],
    );
    const [face] = await finder.find({ rows, cols, pixels });
    const truth = {
      left: { x: eyes.left.x - left, y: eyes.left.y - top },
      right: { x: eyes.right.x - left, y: eyes.right.y - top },
    };
    expect(error(face, truth)).toBeLessThan(0.15);
  });

  it('finds no face where there is none', async () => {
    for (let seed = 0; seed < 6; seed++) {
      const [rows, cols] = seed % 2 === 0 ? [112, 92] : [240, 320];
      expect(await finder.find(drawnScene(20 + seed, rows, cols))).toEqual([]);
    }
  });

  it('doubts small faces more than large ones', async () => {
    const doubt = async (scale: number): Promise<number> => {
      const scene = drawnScene(4, 300, 400);
      paste(scene, drawnFace(5), { x: 230, y: 150 }, scale, 0);
      const [face] = await finder.find(scene);
      expect(concernsOf(face).includes('small')).toBe(scale < 0.6);
      return eyeUncertainty(face);
    };
    expect(await doubt(0.5)).toBeGreaterThan(await doubt(1.5));
  });
});
