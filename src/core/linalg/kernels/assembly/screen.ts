/**
 * Nearest neighbours at every latent shape where distances only grow from a shape to the next and every shape covers whole
 * rows of the codes. The result is that of nearestOverShapes; most of its work is not done.
 *
 * Distances to all items are summed in single precision and kept at some of the shapes, the stops. Between two stops no
 * item can be nearest whose distance at the first exceeds the least at the second; the few that are left are summed on
 * shape by shape. Single precision decides wherever one item is nearer than all others by more than its error. Items that
 * are closer together are summed in double precision, in the order of the definition and without fusing.
 */
import { storeFour } from './simd';

/** Items side by side: four vectors of four. */
const GROUP: i32 = 16;
/** Bytes of one entry of a group. */
const STRIDE: usize = 64;
/** Bytes of what is kept of an item in double precision: how far it is summed, and two terms. */
const EXACT: usize = 24;

/** The same for every probe; see nearestByScreen. */
let length: usize = 0;
let terms: i32 = 1;
let codes: usize = 0;
let ratios: usize = 0;
let factors: usize = 0;
let spread: f32 = 1;
let margin: f32 = 0;
let gallery: usize = 0;
let columns: i32 = 1;
let weights: usize = 0;
let coefficients: usize = 0;
let ends: usize = 0;
let stops: usize = 0;
let stopCount: i32 = 0;
/** Bytes of one value an item, of the distances at all stops (the sums of each term follow), and scratch memory. */
let line: usize = 0;
let apart: usize = 0;
let table: usize = 0;
let leasts: usize = 0;
let list: usize = 0;
let rivals: usize = 0;
let sums: usize = 0;
let block: usize = 0;
let exact: usize = 0;

/**
 * Double precision: gallery, items × entries, and probes, count × entries; weights, terms × entries; coefficients, shapes ×
 * terms; roots of the first weights, scaled to bring all codes to norms of at most 1.
 * Single precision: room for codes, groups of 16 items × entries × 16, and for points, count × entries; ratios, second
 * weights by the first (terms = 2); factors, shapes × terms. A distance d computed from them deviates from the definition
 * by at most √d · spread^±½ ± margin / 2.
 * ends: number of entries that each shape covers, ascending. stops: shapes, ascending, including the first and the last;
 * `reach` is the largest number of entries from a stop to a shape before the next. scratch: for G groups, S stops and
 * T terms 64 G (S (1 + T) + 5 + reach) + 16 S + 24 · items bytes. nearest: shapes × count indices (u32).
 */
export function nearestByScreen(
  items: i32,
  count: i32,
  rows: i32,
  cols: i32,
  termCount: i32,
  roots: usize,
  codeList: usize,
  points: usize,
  ratioList: usize,
  factorList: usize,
  spreadFactor: f32,
  marginWidth: f32,
  galleryList: usize,
  probes: usize,
  weightList: usize,
  coefficientList: usize,
  endList: usize,
  stopList: usize,
  stopTotal: i32,
  reachable: i32,
  scratch: usize,
  nearest: usize,
): void {
  const groups = (items + GROUP - 1) / GROUP;
  length = <usize>rows * <usize>cols;
  columns = cols;
  terms = termCount;
  codes = codeList;
  ratios = ratioList;
  factors = factorList;
  spread = spreadFactor;
  margin = marginWidth;
  gallery = galleryList;
  weights = weightList;
  coefficients = coefficientList;
  ends = endList;
  stops = stopList;
  stopCount = stopTotal;
  line = <usize>groups * STRIDE;
  apart = <usize>stopCount * line;
  table = scratch;
  leasts = table + apart * (1 + terms);
  list = leasts + ((<usize>stopCount) << 4);
  rivals = list + line;
  sums = rivals + line;
  block = sums + 3 * line;
  exact = block + <usize>reachable * line;
  narrow(items, roots, points, probes, count);
  for (let p = 0; p < count; p++) {
    const point = points + ((<usize>p * length) << 2);
    const probe = probes + ((<usize>p * length) << 3);
    for (let s = 0; s < stopCount; s++) v128.store(leasts + ((<usize>s) << 4), v128.splat<f32>(f32.MAX_VALUE));
    for (let g = 0; g < groups; g++) sumToStops(point, g);
    for (let g = 0; g < items; g++) store<i32>(exact + <usize>g * EXACT, 0);
    const answers = nearest + ((<usize>p) << 2);
    let shape = 0;
    for (let s = 0; s < stopCount; s++) {
      const stop = load<i32>(stops + ((<usize>s) << 2));
      const here = table + <usize>s * line;
      const limit = within(lowest(v128.load(leasts + ((<usize>s) << 4))));
      let close: i32;
      if (shape < stop) {
        const found = select(limit, here - line);
        if (found > 1) {
          gather(found, here - line, shape, stop);
          let k = endOf(shape - 1);
          for (let entry = block; shape < stop; shape++) {
            const end = endOf(shape);
            close = advance(found, entry, point, k, end, shape);
            store<i32>(answers + ((<usize>shape * <usize>count) << 2), decide(close, probe, shape));
            entry += <usize>(end - k) * padded(found);
            k = end;
          }
          close = selectListed(found, limit, here);
        } else {
          close = 1;
          store<i32>(rivals, load<i32>(list));
          for (; shape < stop; shape++) store<i32>(answers + ((<usize>shape * <usize>count) << 2), load<i32>(list));
        }
      } else {
        close = select(limit, here);
        memory.copy(rivals, list, (<usize>close) << 2);
      }
      store<i32>(answers + ((<usize>stop * <usize>count) << 2), decide(close, probe, stop));
      shape = stop + 1;
    }
  }
}

/** Codes, side by side in groups, and points in single precision, times the roots. */
function narrow(items: i32, roots: usize, points: usize, probes: usize, count: i32): void {
  const padded = (items + GROUP - 1) & ~(GROUP - 1);
  let from = gallery;
  for (let g = 0; g < padded; g++) {
    let to = codes + ((<usize>(g >> 4) * length) << 6) + ((<usize>(g & 15)) << 2);
    for (let i: usize = 0; i < length; i++, to += STRIDE) {
      // No comparison prefers what stands beside the last item.
      store<f32>(to, g < items ? <f32>(load<f64>(from + (i << 3)) * load<f64>(roots + (i << 3))) : NaN);
    }
    from += length << 3;
  }
  from = probes;
  for (let p = 0; p < count; p++) {
    for (let i: usize = 0; i < length; i++) {
      store<f32>(points, <f32>(load<f64>(from) * load<f64>(roots + (i << 3))));
      from += 8;
      points += 4;
    }
  }
}

/** What a distance may be, computed in single precision, and still belong to an item as near as one with `distance`. */
function within(distance: f32): f32 {
  const root = sqrt(distance) * spread + margin;
  return root * root;
}

function endOf(shape: i32): i32 {
  return load<i32>(ends + ((<usize>shape) << 2));
}

/** Bytes of one single-precision value for each of `found` items, in whole vectors. */
function padded(found: i32): usize {
  return (<usize>((found + 3) & ~3)) << 2;
}

/** The least of four lanes. */
function lowest(a: v128): f32 {
  return min(
    min(v128.extract_lane<f32>(a, 0), v128.extract_lane<f32>(a, 1)),
    min(v128.extract_lane<f32>(a, 2), v128.extract_lane<f32>(a, 3)),
  );
}

/** a · b + c in single precision, fused where the build and the processor can. */
function madd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return v128.relaxed_madd<f32>(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

/** Sums of one probe and the 16 items of group g, and the distances, at every stop. */
function sumToStops(point: usize, g: i32): void {
  const start = codes + <usize>g * length * STRIDE;
  let from = start;
  let ratio = ratios;
  let to = table + <usize>g * STRIDE;
  let a0 = v128.splat<f32>(0);
  let a1 = a0;
  let a2 = a0;
  let a3 = a0;
  let b0 = a0;
  let b1 = a0;
  let b2 = a0;
  let b3 = a0;
  for (let s = 0; s < stopCount; s++) {
    const shape = load<i32>(stops + ((<usize>s) << 2));
    const end = start + <usize>endOf(shape) * STRIDE;
    const factor = factors + ((<usize>(shape * terms)) << 2);
    const c = v128.load_splat<f32>(factor);
    let d0: v128;
    let d1: v128;
    let d2: v128;
    let d3: v128;
    if (terms == 1) {
      for (; from < end; from += STRIDE) {
        const x = v128.load_splat<f32>(point);
        const e0 = f32x4.sub(v128.load(from), x);
        const e1 = f32x4.sub(v128.load(from, 16), x);
        const e2 = f32x4.sub(v128.load(from, 32), x);
        const e3 = f32x4.sub(v128.load(from, 48), x);
        a0 = madd(e0, e0, a0);
        a1 = madd(e1, e1, a1);
        a2 = madd(e2, e2, a2);
        a3 = madd(e3, e3, a3);
        point += 4;
      }
      d0 = f32x4.mul(c, a0);
      d1 = f32x4.mul(c, a1);
      d2 = f32x4.mul(c, a2);
      d3 = f32x4.mul(c, a3);
    } else {
      for (; from < end; from += STRIDE) {
        const x = v128.load_splat<f32>(point);
        const r = v128.load_splat<f32>(ratio);
        let e0 = f32x4.sub(v128.load(from), x);
        let e1 = f32x4.sub(v128.load(from, 16), x);
        let e2 = f32x4.sub(v128.load(from, 32), x);
        let e3 = f32x4.sub(v128.load(from, 48), x);
        e0 = f32x4.mul(e0, e0);
        e1 = f32x4.mul(e1, e1);
        e2 = f32x4.mul(e2, e2);
        e3 = f32x4.mul(e3, e3);
        a0 = f32x4.add(a0, e0);
        a1 = f32x4.add(a1, e1);
        a2 = f32x4.add(a2, e2);
        a3 = f32x4.add(a3, e3);
        b0 = madd(e0, r, b0);
        b1 = madd(e1, r, b1);
        b2 = madd(e2, r, b2);
        b3 = madd(e3, r, b3);
        point += 4;
        ratio += 4;
      }
      const d = v128.load_splat<f32>(factor, 4);
      d0 = madd(d, b0, f32x4.mul(c, a0));
      d1 = madd(d, b1, f32x4.mul(c, a1));
      d2 = madd(d, b2, f32x4.mul(c, a2));
      d3 = madd(d, b3, f32x4.mul(c, a3));
      storeFour(to + 2 * apart, b0, b1, b2, b3);
    }
    storeFour(to, d0, d1, d2, d3);
    storeFour(to + apart, a0, a1, a2, a3);
    // pmin keeps its first operand unless the second is smaller: NaN never gets through.
    const place = leasts + ((<usize>s) << 4);
    const before = v128.load(place);
    v128.store(place, f32x4.pmin(f32x4.pmin(f32x4.pmin(f32x4.pmin(before, d0), d1), d2), d3));
    to += line;
  }
}

/** Lists the items whose distances at `from` are within a limit, ascending; answers their number. */
function select(limit: f32, from: usize): i32 {
  const l = v128.splat<f32>(limit);
  let found = 0;
  for (let at: usize = 0; at < line; at += STRIDE) {
    const m0 = f32x4.le(v128.load(from + at), l);
    const m1 = f32x4.le(v128.load(from + at, 16), l);
    const m2 = f32x4.le(v128.load(from + at, 32), l);
    const m3 = f32x4.le(v128.load(from + at, 48), l);
    if (!v128.any_true(v128.or(v128.or(m0, m1), v128.or(m2, m3)))) continue;
    let mask = i32x4.bitmask(m0) | (i32x4.bitmask(m1) << 4) | (i32x4.bitmask(m2) << 8) | (i32x4.bitmask(m3) << 12);
    for (; mask; mask &= mask - 1) {
      store<i32>(list + ((<usize>found) << 2), <i32>(at >> 2) + ctz(mask));
      found++;
    }
  }
  return found;
}

/** The rivals among the listed items by their distances at a stop; answers their number. */
function selectListed(found: i32, limit: f32, here: usize): i32 {
  let close = 0;
  for (let j = 0; j < found; j++) {
    const item = load<i32>(list + ((<usize>j) << 2));
    if (load<f32>(here + ((<usize>item) << 2)) <= limit) {
      store<i32>(rivals + ((<usize>close) << 2), item);
      close++;
    }
  }
  return close;
}

/** Puts the listed items side by side: their sums at a stop and their codes between it and the next. */
function gather(found: i32, before: usize, shape: i32, stop: i32): void {
  const k = endOf(shape - 1);
  const end = endOf(stop - 1);
  const width = padded(found);
  for (let j = 0; j < found; j++) {
    const item = load<i32>(list + ((<usize>j) << 2));
    const sum = before + apart + ((<usize>item) << 2);
    const at = sums + ((<usize>j) << 2);
    store<f32>(at, load<f32>(sum));
    if (terms == 2) store<f32>(at + line, load<f32>(sum + apart));
    let code = codes + ((<usize>(item >> 4) * length + <usize>k) << 6) + ((<usize>(item & 15)) << 2);
    let to = block + ((<usize>j) << 2);
    for (let i = k; i < end; i++) {
      store<f32>(to, load<f32>(code));
      code += STRIDE;
      to += width;
    }
  }
  // Beside the last stand sums that no distance is within.
  for (let at = (<usize>found) << 2; at < width; at += 4) store<f32>(sums + at, NaN);
}

/** Sums the gathered items on from entry k to `end` of a shape, and lists the nearest and its rivals. */
function advance(found: i32, entry: usize, point: usize, k: i32, end: i32, shape: i32): i32 {
  const width = padded(found);
  const factor = factors + ((<usize>(shape * terms)) << 2);
  const c = v128.load_splat<f32>(factor);
  const d = v128.load_splat<f32>(factor, 4);
  const distances = sums + 2 * line;
  let best = v128.splat<f32>(f32.MAX_VALUE);
  for (let at: usize = 0; at < width; at += 16) {
    let code = entry + at;
    let a = v128.load(sums + at);
    let distance: v128;
    if (terms == 1) {
      for (let i = k; i < end; i++, code += width) {
        const e = f32x4.sub(v128.load(code), v128.load_splat<f32>(point + ((<usize>i) << 2)));
        a = madd(e, e, a);
      }
      distance = f32x4.mul(c, a);
    } else {
      let b = v128.load(sums + line + at);
      for (let i = k; i < end; i++, code += width) {
        let e = f32x4.sub(v128.load(code), v128.load_splat<f32>(point + ((<usize>i) << 2)));
        e = f32x4.mul(e, e);
        a = f32x4.add(a, e);
        b = madd(e, v128.load_splat<f32>(ratios + ((<usize>i) << 2)), b);
      }
      v128.store(sums + line + at, b);
      distance = madd(d, b, f32x4.mul(c, a));
    }
    v128.store(sums + at, a);
    v128.store(distances + at, distance);
    best = f32x4.pmin(best, distance);
  }
  const limit = v128.splat<f32>(within(lowest(best)));
  let close = 0;
  for (let at: usize = 0; at < width; at += 16) {
    let mask = i32x4.bitmask(f32x4.le(v128.load(distances + at), limit));
    for (; mask; mask &= mask - 1) {
      store<i32>(rivals + ((<usize>close) << 2), load<i32>(list + at + ((<usize>ctz(mask)) << 2)));
      close++;
    }
  }
  return close;
}

/** The nearest of the rivals at a shape by the definition, the first of equals. */
function decide(count: i32, probe: usize, shape: i32): i32 {
  let chosen = load<i32>(rivals);
  if (count == 1) return chosen;
  const factor = coefficients + ((<usize>(shape * terms)) << 3);
  const end = endOf(shape);
  let least = Infinity;
  for (let j = 0; j < count; j++) {
    const item = load<i32>(rivals + ((<usize>j) << 2));
    const at = exact + <usize>item * EXACT;
    sumExactly(item, probe, end, at);
    let distance = load<f64>(factor) * load<f64>(at, 8);
    if (terms == 2) distance += load<f64>(factor, 8) * load<f64>(at, 16);
    if (distance < least) {
      least = distance;
      chosen = item;
    }
  }
  return chosen;
}

/** Continues the sums of an item up to entry `end`: each row by itself, then added to the rows above it. */
function sumExactly(item: i32, probe: usize, end: i32, at: usize): void {
  const code = gallery + ((<usize>item * length) << 3);
  let k = load<i32>(at);
  let a = k == 0 ? 0 : load<f64>(at, 8);
  let b = k == 0 ? 0 : load<f64>(at, 16);
  while (k < end) {
    let first = 0.0;
    let second = 0.0;
    for (const stop = k + columns; k < stop; k++) {
      const entry = (<usize>k) << 3;
      const e = load<f64>(code + entry) - load<f64>(probe + entry);
      first += load<f64>(weights + entry) * e * e;
      if (terms == 2) second += load<f64>(weights + (length << 3) + entry) * e * e;
    }
    a = first + a;
    b = second + b;
  }
  store<i32>(at, k);
  store<f64>(at, a, 8);
  store<f64>(at, b, 16);
}
