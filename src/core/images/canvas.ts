/** Images of different shapes on one canvas: each keeps its proportions and is centred, surrounded by black. */
interface Shape {
  readonly rows: number;
  readonly cols: number;
}

/** Maximum side of an image on a canvas of unspecified size: face detection uses 960 pixels per side. */
export const MOST_SIDE = 1024;

/**
 * The shape to which an image is resized before it is placed: at most that of the canvas, or `MOST_SIDE` either way if
 * null. With `enlarge` smaller images are enlarged to a canvas of fixed size.
 */
export function fittedShape({ rows, cols }: Shape, canvas: Shape | null, enlarge = false): Shape {
  const within = canvas ?? { rows: MOST_SIDE, cols: MOST_SIDE };
  const scale = Math.min(within.rows / rows, within.cols / cols);
  if (scale >= 1 && !(enlarge && canvas !== null)) return { rows, cols };
  const side = (length: number, most: number): number => Math.min(most, Math.max(1, Math.round(scale * length)));
  return { rows: side(rows, within.rows), cols: side(cols, within.cols) };
}

/** The smallest canvas that holds all of these; 0 × 0 for none. */
export function canvasOf(shapes: readonly Shape[]): Shape {
  return shapes.reduce<Shape>(
    (canvas, { rows, cols }) => ({ rows: Math.max(canvas.rows, rows), cols: Math.max(canvas.cols, cols) }),
    { rows: 0, cols: 0 },
  );
}

/**
 * Values of an image on a canvas that is at least as large, 0 around it; `channels` values per pixel. An odd remainder
 * is below and to the right of the image. Returns the same array if the shapes are equal.
 */
export function onCanvas<Values extends Uint8Array | Float64Array>(
  values: Values,
  from: Shape,
  to: Shape,
  channels = 1,
): Values {
  if (from.rows === to.rows && from.cols === to.cols) return values;
  const placed = new (values.constructor as new (length: number) => Values)(channels * to.rows * to.cols);
  const [above, left] = [to.rows - from.rows, to.cols - from.cols].map((rest) => Math.floor(rest / 2));
  const line = channels * from.cols;
  for (let row = 0; row < from.rows; row++) {
    placed.set(values.subarray(row * line, (row + 1) * line), channels * ((above + row) * to.cols + left));
  }
  return placed;
}
