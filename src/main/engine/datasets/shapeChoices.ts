import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import type { ShapeChoice } from '../../../core/contract/imports.ts';
import type { Raster } from '../../../core/images/resample.ts';
import { openSource } from '../../import/sources/openSource.ts';
import { ShapeUnknown } from '../../import/layouts/shapeUnknown.ts';
import { stackedImages } from '../../import/decode/stacked.ts';
import { runSteps } from '../../../core/formats/steps.ts';
import { pixelBlock } from '../pixelBlock.ts';

/** Shapes and images of each that are shown. */
const SHAPES = 8;
const IMAGES = 3;
const SIDE = 96;

/** The shapes that images at `path` may have where nothing says it; none where it is known. Throws ImportError. */
export async function shapeChoices(
  path: string,
  recipe: ImportRecipe | undefined,
  roots: readonly string[] | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly ShapeChoice[]> {
  try {
    await openSource(path, recipe, { signal }, roots);
    return [];
  } catch (error) {
    if (!(error instanceof ShapeUnknown)) throw error;
    return choicesOf(error);
  }
}

function choicesOf({ candidates, images, stacked }: ShapeUnknown): ShapeChoice[] {
  const shown = images.slice(0, IMAGES);
  const other = stacked === 'rows' ? 'columns' : 'rows';
  return candidates.slice(0, SHAPES).flatMap(({ rows, cols, roughness }) => {
    const own = { rows, cols, roughness, pixelOrder: stacked };
    const transposed = { rows: cols, cols: rows, roughness, pixelOrder: other } as const;
    return [own, transposed].map((shape) => ({ ...shape, pictures: picturesOf(shown, shape) }));
  });
}

function picturesOf(
  images: readonly Float64Array[],
  { rows, cols, pixelOrder }: Pick<ShapeChoice, 'rows' | 'cols' | 'pixelOrder'>,
): ShapeChoice['pictures'] {
  const rasters = images.map((image): Raster => {
    return runSteps(stackedImages(image, { count: 1, rows, cols, pixels: pixelOrder, samples: 'slowest' }));
  });
  const range = images.reduce(
    (found, image) =>
      image.reduce(({ low, high }, value) => ({ low: Math.min(low, value), high: Math.max(high, value) }), found),
    { low: Infinity, high: -Infinity },
  );
  return pixelBlock(rasters, range, SIDE);
}
