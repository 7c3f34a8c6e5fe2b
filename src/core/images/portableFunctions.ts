/**
 * Functions by +, −, × and ÷ alone, whose rounding IEEE 754 defines: the same bits on every machine and in every
 * engine. `Math.sin`, `Math.exp` etc. and `**` may differ in the last bit between engines: powers differ between V8
 * 11.3 (Node 20) and 13.6 (Node 24). These functions are accurate to a few units in the last place.
 */

/** The first 33 bits of π/2, and the remainder. */
const [QUARTER, QUARTER_REST] = [1.57079632673412561417, 6.07710050650619224932e-11];
/** The first 33 bits of ln 2, and the remainder. */
const [LN2, LN2_REST] = [6.9314718036912381649e-1, 1.90821492927058770002e-10];

/** sin x and cos x. Throws RangeError beyond ±10⁵, where the reduction to an eighth of a turn loses digits. */
export function portableSinCos(x: number): { readonly sin: number; readonly cos: number } {
  if (!(Math.abs(x) <= 1e5)) throw new RangeError(`portableSinCos: ${x} is not within ±100000`);
  const quarters = Math.round(x / (QUARTER + QUARTER_REST));
  const r = x - quarters * QUARTER - quarters * QUARTER_REST;
  const square = r * r;
  const sin = r * series(square, 2, 17);
  const cos = series(square, 1, 18);
  switch (((quarters % 4) + 4) % 4) {
    case 0:
      return { sin, cos };
    case 1:
      return { sin: cos, cos: -sin };
    case 2:
      return { sin: -sin, cos: -cos };
    default:
      return { sin: -cos, cos: sin };
  }
}

/** 1 − s/(n (n + 1)) (1 − s/((n + 2)(n + 3)) (1 − …)): the cosine with n = 1, the sine over its argument with n = 2. */
function series(s: number, n: number, last: number): number {
  let value = 1;
  for (let k = last - ((last - n) % 2); k >= n; k -= 2) value = 1 - (s / (k * (k + 1))) * value;
  return value;
}

/** eˣ. Throws RangeError above 0 and below −700. */
export function portableExp(x: number): number {
  if (!(x <= 0 && x >= -700)) throw new RangeError(`portableExp: ${x} is not within −700 and 0`);
  const halvings = Math.round(-x / (LN2 + LN2_REST));
  const r = x + halvings * LN2 + halvings * LN2_REST;
  let value = 1;
  for (let k = 14; k >= 1; k--) value = 1 + (r / k) * value;
  for (let k = 0; k < halvings; k++) value /= 2;
  return value;
}

/** tanh x, with an absolute error within 4e-16. */
export function portableTanh(x: number): number {
  const e = portableExp(-2 * Math.min(Math.abs(x), 20));
  return (Math.sign(x) * (1 - e)) / (1 + e);
}

/** x^(1/5) for x ≥ 0. */
export function fifthRoot(x: number): number {
  if (!(x > 0 && x < Infinity)) return x;
  let [part, scale] = [x, 1];
  for (; part >= 32; part /= 32) scale *= 2;
  for (; part < 1; part *= 32) scale /= 2;
  // Newton's method from the chord of 1 … 32, which is below the root by at most a fifth of it.
  let root = 1 + (part - 1) / 31;
  for (let step = 0; step < 6; step++) {
    const square = root * root;
    root += (part / (square * square) - root) / 5;
  }
  return scale * root;
}
