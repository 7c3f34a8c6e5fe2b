/** Shape and order of stacked pixels. */
import { FormatError } from '../formats/formatError.ts';
import type { ImportRecipe } from '../images/importRecipe.ts';
import { plural } from '../text/phrases.ts';
import type { Order } from './arrayContents.ts';
import { findShape, SEEN, type Period } from './periods.ts';
import { judgeOrder, proposedOrder } from './pixelOrder.ts';
import type { Decision, Doubt, Judgement } from './reading.ts';
import type { Vectors } from './vectors.ts';

export function seen(period: Period | null): period is Period {
  return period !== null && period.strength >= SEEN;
}

interface Conventions {
  /** Whether MATLAB's order is proposed first. */
  readonly matlab: boolean;
  /** Number of subjects, for the choices. */
  readonly subjects: number;
}

export interface Shape extends Judgement {
  readonly rows: number;
  readonly cols: number;
  readonly pixels: Order;
}

/** Shape and order of vectors that may be stacked pictures. Throws FormatError if the stated size does not fit. */
export function readShape(
  vectors: Vectors,
  period: Period | null,
  conventions: Conventions,
  recipe: ImportRecipe,
): Shape {
  const { length } = vectors;
  const { imageSize, pixelOrder } = recipe;
  if (imageSize !== undefined) {
    const { rows, cols } = imageSize;
    if (rows * cols !== length) {
      throw new FormatError(
        `--image-size ${rows}x${cols}: there are ${length} pixels per image, not ${rows} × ${cols} = ${rows * cols}; state a size of ${length} pixels, or ${length}x1 for vectors`,
      );
    }
    if (rows === 1 || cols === 1) return { rows, cols, pixels: pixelOrder ?? 'rows', decisions: [], doubts: [] };
    if (pixelOrder !== undefined) return { rows, cols, pixels: pixelOrder, decisions: [], doubts: [] };
    if (rows !== cols && seen(period) && (period.lag === rows || period.lag === cols)) {
      const order = period.lag === rows ? 'columns' : 'rows';
      return { rows, cols, pixels: order, decisions: [orderDecision({ rows, cols }, order)], doubts: [] };
    }
    return openOrder(vectors, { fast: rows, slow: cols }, conventions, { rows, cols });
  }
  const shape = seen(period) ? period : findShape(vectors);
  if (shape === null) {
    const text = `vectors of ${plural(length, 'number')}, since no pictures are seen in them`;
    const decision: Decision = {
      aspect: 'shape',
      recipe: { imageSize: { rows: length, cols: 1 } },
      basis: 'assumed',
      text,
    };
    return { rows: length, cols: 1, pixels: 'rows', decisions: [decision], doubts: [] };
  }
  const [fast, slow] = [shape.lag, length / shape.lag];
  if (pixelOrder !== undefined) {
    const size = sizeIn(pixelOrder, fast, slow);
    const text = `${size.rows} × ${size.cols} pixels, judged from the pictures`;
    return {
      ...size,
      pixels: pixelOrder,
      decisions: [{ aspect: 'shape', recipe: { imageSize: size }, basis: 'evident', text }],
      doubts: [],
    };
  }
  return openOrder(vectors, { fast, slow }, conventions, null);
}

function sizeIn(order: Order, fast: number, slow: number): { readonly rows: number; readonly cols: number } {
  return order === 'columns' ? { rows: fast, cols: slow } : { rows: slow, cols: fast };
}

function orderDecision(size: { readonly rows: number; readonly cols: number }, order: Order): Decision {
  return {
    aspect: 'order',
    recipe: { imageSize: size, pixelOrder: order },
    basis: 'evident',
    text: `${size.rows} × ${size.cols} pixels stacked by ${order}, judged from the pictures`,
  };
}

/** Whether the mean image is clearly more symmetric if its pixels are stacked in this order. */
function mirrors(pixels: Order, difference: number): boolean {
  return (pixels === 'columns' ? difference : -difference) >= MIRRORED;
}

/** Least difference of the mirror symmetries that is worth a sentence. */
const MIRRORED = 0.15;

/** Decides or asks for the order. `size`: stated; null: that of the order. */
function openOrder(
  vectors: Vectors,
  { fast, slow }: { readonly fast: number; readonly slow: number },
  { matlab, subjects }: Conventions,
  size: { readonly rows: number; readonly cols: number } | null,
): Shape {
  const { order, difference } = judgeOrder(vectors, fast);
  const sizeOf = (pixels: Order): { readonly rows: number; readonly cols: number } =>
    size ?? sizeIn(pixels, fast, slow);
  if (order !== null)
    return { ...sizeOf(order), pixels: order, decisions: [orderDecision(sizeOf(order), order)], doubts: [] };
  const first = proposedOrder(fast, slow, matlab);
  const orders: readonly Order[] = [first, first === 'rows' ? 'columns' : 'rows'];
  const doubt: Doubt = {
    aspect: 'order',
    title: 'Which way up are the images?',
    text: `Nothing says how the ${sizeOf(first).rows} × ${sizeOf(first).cols} pixels were laid out: choose the upright images.`,
    choices: orders.map((pixels) => ({
      recipe: { imageSize: sizeOf(pixels), pixelOrder: pixels },
      title: pixels === 'columns' ? 'Column by column, as MATLAB writes' : 'Row by row, as NumPy writes',
      detail: `${plural(vectors.count, 'image')} of ${sizeOf(pixels).rows} × ${sizeOf(pixels).cols}.`,
      images: vectors.count,
      subjects,
      evidence: mirrors(pixels, difference) ? ['Left and right halves mirror each other, as those of faces do.'] : [],
      concerns: mirrors(pixels, -difference)
        ? ['Halves do not mirror each other: faces seem to lie on their side.']
        : [],
    })),
  };
  return { ...sizeOf(first), pixels: first, decisions: [], doubts: [doubt] };
}
