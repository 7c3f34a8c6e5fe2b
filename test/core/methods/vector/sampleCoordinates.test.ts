import { describe, expect, it } from 'vitest';
import { gramOfColumns, identity, scale, scaleColumns } from '../../../../src/core/linalg/index.ts';
import { principalAxes, projectImages, sampleCoordinates } from '../../../../src/core/methods/vector/principalAxes.ts';
import { plantedImages } from '../support/dense.ts';
import { largestDifference } from '../support/labelled.ts';

describe('principal coordinates of fewer images than pixels', () => {
  const { images } = plantedImages('sample coordinates', 20, 6, 5, 3, 3, 1);
  const coordinates = sampleCoordinates(images);
  const axes = principalAxes(images, 20);

  it('are whitened, one less than there are images', () => {
    expect(coordinates.whitened.cols).toBe(19);
    expect(largestDifference(scale(gramOfColumns(coordinates.whitened), 1 / 20), identity(19))).toBeLessThan(1e-13);
  });

  it('are those on the axes of the images, up to the sign of each, and lead back to these axes', () => {
    expect([...coordinates.values]).toEqual([...axes.values]);
    const whitening = scaleColumns(
      axes.vectors,
      axes.values.map((value) => 1 / Math.sqrt(value)),
    );
    const expected = projectImages(images, axes.mean, whitening);
    // The signs of a row of coordinates, none of which is zero, are those of all.
    const signs = Array.from({ length: 19 }, (_, i) => Math.sign(expected.data[i] * coordinates.whitened.data[i]));
    expect(largestDifference(scaleColumns(coordinates.whitened, signs), expected)).toBeLessThan(1e-11);
    const back = scaleColumns(coordinates.inPixels(identity(19)), signs);
    expect(largestDifference(back, whitening)).toBeLessThan(1e-11);
  });
});
