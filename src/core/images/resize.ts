import { resizeArea, type Raster } from './resample.ts';
import { resizeSmooth, type SmoothFilter } from './resizeSmooth.ts';

/** Area averaging, or the antialiased filters of MATLAB's imresize. */
export type ResizeFilter = 'area' | SmoothFilter;

/** The image at rows × cols, unrounded. Throws RangeError for sides below 1. */
export function resize(image: Raster, rows: number, cols: number, filter: ResizeFilter): Float64Array {
  return filter === 'area' ? resizeArea(image, rows, cols) : resizeSmooth(image, rows, cols, filter);
}
