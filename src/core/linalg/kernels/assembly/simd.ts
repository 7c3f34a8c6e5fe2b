/**
 * Vector primitives shared by the kernels: two float64 lanes, pointers in bytes, lengths in entries.
 *
 * Where the JavaScript engine joins neighbouring vectors (see tile.ts) it needs two stores side by side that no other
 * access separates: all loads of a step come first, and upper halves are stored before lower ones.
 */

/** a · b + c; fused in the relaxed build where the processor can. */
export function madd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return v128.relaxed_madd<f64>(a, b, c);
  return f64x2.add(f64x2.mul(a, b), c);
}

/** Sum of both lanes. */
export function lanes(a: v128): f64 {
  return v128.extract_lane<f64>(a, 0) + v128.extract_lane<f64>(a, 1);
}

/** Two neighbouring vectors, which can be joined. */
export function storePair(to: usize, low: v128, high: v128): void {
  v128.store(to, high, 16);
  v128.store(to, low);
}

/** Four of them. */
export function storeFour(to: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(to, d, 48);
  v128.store(to, c, 32);
  v128.store(to, b, 16);
  v128.store(to, a);
}

/** Sink for unused sums; keeps the compiler from dropping them. */
const NOWHERE: usize = 0x808;

/** Joins two vectors that no store brings together: the pass begins at sums of integers, too. */
export function join(low: v128, high: v128): void {
  store<i64>(NOWHERE, v128.extract_lane<i64>(v128.add<i64>(low, high), 0));
}

/** The same vector, after a step that changes nothing: without it upper halves are taken out in every turn of a loop. */
export function settled(a: v128): v128 {
  return v128.or(a, v128.splat<f64>(0));
}

/** Σ x_i y_i, four accumulators. Stored and loaded again to be joined they cost a tenth more at 16 entries. */
export function dot(x: usize, y: usize, n: i32): f64 {
  let s0 = v128.splat<f64>(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  let left = n;
  if (n >= 8) {
    for (; left >= 8; left -= 8) {
      s0 = madd(v128.load(x), v128.load(y), s0);
      s1 = madd(v128.load(x, 16), v128.load(y, 16), s1);
      s2 = madd(v128.load(x, 32), v128.load(y, 32), s2);
      s3 = madd(v128.load(x, 48), v128.load(y, 48), s3);
      x += 64;
      y += 64;
    }
    s0 = settled(s0);
    s1 = settled(s1);
    s2 = settled(s2);
    s3 = settled(s3);
    join(s0, s1);
    join(s2, s3);
  }
  for (; left >= 2; left -= 2) {
    s0 = madd(v128.load(x), v128.load(y), s0);
    x += 16;
    y += 16;
  }
  let sum = lanes(f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3)));
  if (left) sum += load<f64>(x) * load<f64>(y);
  return sum;
}

/** y ← y + a x. The last one to three entries are never fused. */
export function axpy(n: i32, a: f64, x: usize, y: usize): void {
  const s = v128.splat<f64>(a);
  let left = n;
  for (; left >= 4; left -= 4) {
    const y0 = madd(s, v128.load(x), v128.load(y));
    const y1 = madd(s, v128.load(x, 16), v128.load(y, 16));
    storePair(y, y0, y1);
    x += 32;
    y += 32;
  }
  for (; left > 0; left--) {
    store<f64>(y, load<f64>(y) + a * load<f64>(x));
    x += 8;
    y += 8;
  }
}

/** y ← y + a x + b z. */
export function axpy2(n: i32, a: f64, x: usize, b: f64, z: usize, y: usize): void {
  const s = v128.splat<f64>(a);
  const t = v128.splat<f64>(b);
  let left = n;
  for (; left >= 4; left -= 4) {
    const y0 = madd(t, v128.load(z), madd(s, v128.load(x), v128.load(y)));
    const y1 = madd(t, v128.load(z, 16), madd(s, v128.load(x, 16), v128.load(y, 16)));
    storePair(y, y0, y1);
    x += 32;
    z += 32;
    y += 32;
  }
  for (; left > 0; left--) {
    store<f64>(y, load<f64>(y) + a * load<f64>(x) + b * load<f64>(z));
    x += 8;
    z += 8;
    y += 8;
  }
}

/**
 * x ← a x. Not joined: with four entries a step, joined or not, the inner products that read them next wait for the
 * stores; QR of order 16 at 4.0 and 4.3 GF/s instead of 5.5 and 5.7.
 */
export function scal(n: i32, a: f64, x: usize): void {
  const s = v128.splat<f64>(a);
  let left = n;
  for (; left >= 2; left -= 2) {
    v128.store(x, f64x2.mul(s, v128.load(x)));
    x += 16;
  }
  if (left) store<f64>(x, a * load<f64>(x));
}

/** (x, y) ← (c x − s y, s x + c y). */
export function rotate(n: i32, x: usize, y: usize, c: f64, s: f64): void {
  const vc = v128.splat<f64>(c);
  const vs = v128.splat<f64>(s);
  const vm = v128.splat<f64>(-s);
  let left = n;
  for (; left >= 4; left -= 4) {
    const x0 = v128.load(x);
    const y0 = v128.load(y);
    const x1 = v128.load(x, 16);
    const y1 = v128.load(y, 16);
    storePair(x, madd(vm, y0, f64x2.mul(vc, x0)), madd(vm, y1, f64x2.mul(vc, x1)));
    storePair(y, madd(vs, x0, f64x2.mul(vc, y0)), madd(vs, x1, f64x2.mul(vc, y1)));
    x += 32;
    y += 32;
  }
  for (; left > 0; left--) {
    const a = load<f64>(x);
    const b = load<f64>(y);
    store<f64>(x, c * a - s * b);
    store<f64>(y, s * a + c * b);
    x += 8;
    y += 8;
  }
}
