/** Preprocessing of one image. */
import { greyOfColours } from '../grey.ts';
import { ellipseMask, type Mask } from '../maskRegions.ts';
import { equaliseLevels, normalise } from '../photometric.ts';
import type { Raster } from '../resample.ts';
import { resize } from '../resize.ts';
import { alignEyes, type Eyes } from './align.ts';
import type { Step } from './steps.ts';

export interface Original extends Raster {
  /** RGB triples; null if the image is grey. */
  readonly colours?: ArrayLike<number> | null;
}

export interface Preprocessed extends Raster {
  readonly pixels: Float64Array;
}

/** Thrown if a step is not applicable to the image; the message is one clause. */
export class StepError extends Error {
  override readonly name = 'StepError';
}

type Size = Pick<Raster, 'rows' | 'cols'>;

interface State extends Preprocessed {
  readonly mask: Mask;
  /** In pixels of this state; null if unknown. */
  readonly eyes: Eyes | null;
}

/**
 * Applies the steps in order. Equalisation and normalisation after an ellipse are limited to its inside; a change of
 * the geometry ends that. Eyes follow crops and resizes. Throws StepError if a crop leaves the image or eyes are
 * missing.
 */
export function preprocess(image: Original, steps: readonly Step[], eyes: Eyes | null): Preprocessed {
  let state: State = { rows: image.rows, cols: image.cols, pixels: greyValues(image, steps[0]), mask: null, eyes };
  for (const step of steps) state = applyStep(state, step);
  return { rows: state.rows, cols: state.cols, pixels: state.pixels };
}

function applyStep(state: State, step: Step): State {
  const { pixels, mask } = state;
  switch (step.kind) {
    case 'grey':
      // Where the pixels came from.
      return state;
    case 'crop':
      return { ...moved(state, step.left, step.top), ...crop(state, step), mask: null };
    case 'align':
      if (state.eyes === null) throw new StepError('its eyes are not known');
      return { rows: step.rows, cols: step.cols, pixels: alignEyes(state, state.eyes, step), mask: null, eyes: step };
    case 'resize':
      return {
        rows: step.rows,
        cols: step.cols,
        pixels: resize(state, step.rows, step.cols, step.filter),
        mask: null,
        eyes: state.eyes && resized(state.eyes, state, step),
      };
    case 'ellipse': {
      const inside = ellipseMask(state.rows, state.cols, step.height, step.width);
      return { ...state, pixels: pixels.map((value, i) => (inside[i] === 1 ? value : 0)), mask: inside };
    }
    case 'equalise':
      return { ...state, pixels: equaliseLevels(pixels, mask) };
    case 'normalise':
      return { ...state, pixels: normalise(pixels, step.to, mask) };
    case 'round':
      return { ...state, pixels: pixels.map((value) => Math.min(255, Math.max(0, Math.round(value)))) };
  }
}

function greyValues({ pixels, colours }: Original, first: Step | undefined): Float64Array {
  return colours && first?.kind === 'grey' ? greyOfColours(colours, first.weights) : Float64Array.from(pixels);
}

function crop({ rows, cols, pixels }: State, step: Extract<Step, { kind: 'crop' }>): Preprocessed {
  if (step.top + step.rows > rows || step.left + step.cols > cols) {
    throw new StepError(
      `rows ${step.top} to ${step.top + step.rows - 1} and columns ${step.left} to ${step.left + step.cols - 1} leave an image of ${rows} × ${cols}`,
    );
  }
  const result = new Float64Array(step.rows * step.cols);
  for (let r = 0; r < step.rows; r++) {
    const from = (step.top + r) * cols + step.left;
    result.set(pixels.subarray(from, from + step.cols), r * step.cols);
  }
  return { rows: step.rows, cols: step.cols, pixels: result };
}

/** The eyes relative to another origin. */
function moved(state: State, x: number, y: number): State {
  const { eyes } = state;
  if (eyes === null) return state;
  const shift = (point: Eyes['left']): Eyes['left'] => ({ x: point.x - x, y: point.y - y });
  return { ...state, eyes: { left: shift(eyes.left), right: shift(eyes.right) } };
}

/** The eyes in an image of another size; integers are the centres of pixels in both. */
function resized({ left, right }: Eyes, from: Size, to: Size): Eyes {
  const scaled = ({ x, y }: Eyes['left']): Eyes['left'] => ({
    x: ((x + 0.5) * to.cols) / from.cols - 0.5,
    y: ((y + 0.5) * to.rows) / from.rows - 0.5,
  });
  return { left: scaled(left), right: scaled(right) };
}
