/**
 * Nearest neighbours at every latent shape from running sums of weighted squared differences. Two probes share a vector,
 * one a lane, so that sums, comparisons and the choice of the index need no branches. Multiplications and additions are
 * not fused: the decision is bit for bit that of the definition, in both builds.
 */

/**
 * gallery: count × size. probes: pairs × size vectors (two probes interleaved). weights: terms × size, or 0 for none.
 * coefficients: shapes × terms. ends: shapes offsets (i32) into the codes. sums: terms × size vectors, best: shapes
 * vectors and chosen: shapes vectors of scratch. nearest: shapes × (2 · pairs) indices (u32).
 * Codes are rows × cols with cols the row length; only the leading lastRow rows are summed.
 */
export function nearestOverShapes(
  count: i32,
  pairs: i32,
  lastRow: i32,
  cols: i32,
  size: i32,
  terms: i32,
  shapes: i32,
  gallery: usize,
  probes: usize,
  weights: usize,
  coefficients: usize,
  ends: usize,
  sums: usize,
  best: usize,
  chosen: usize,
  nearest: usize,
): void {
  const term = (<usize>size) << 4;
  for (let p = 0; p < pairs; p++) {
    const probe = probes + <usize>p * term;
    for (let s = 0; s < shapes; s++) {
      v128.store(best + ((<usize>s) << 4), v128.splat<f64>(Infinity));
      v128.store(chosen + ((<usize>s) << 4), v128.splat<f64>(0));
    }
    for (let g = 0; g < count; g++) {
      const item = gallery + ((<usize>g * <usize>size) << 3);
      for (let t = 0; t < terms; t++) {
        const weight = weights ? weights + ((<usize>t * <usize>size) << 3) : 0;
        blockSums(lastRow, cols, item, probe, weight, sums + <usize>t * term);
      }
      compare(g, terms, shapes, term, coefficients, ends, sums, best, chosen);
    }
    for (let s = 0; s < shapes; s++) {
      const winner = v128.load(chosen + ((<usize>s) << 4));
      const at = nearest + ((<usize>s * <usize>(2 * pairs) + <usize>(2 * p)) << 2);
      store<u32>(at, <u32>v128.extract_lane<f64>(winner, 0));
      store<u32>(at, <u32>v128.extract_lane<f64>(winner, 1), 4);
    }
  }
}

/** sums[i, j] = Σ_{i' ≤ i, j' ≤ j} w Δ². */
function blockSums(rows: i32, cols: i32, item: usize, probe: usize, weight: usize, sums: usize): void {
  const back = (<usize>cols) << 4;
  for (let i = 0; i < rows; i++) {
    let running = v128.splat<f64>(0);
    for (let j = 0; j < cols; j++) {
      const difference = f64x2.sub(v128.load_splat<f64>(item), v128.load(probe));
      let square: v128;
      if (weight) {
        square = f64x2.mul(f64x2.mul(v128.load_splat<f64>(weight), difference), difference);
        weight += 8;
      } else square = f64x2.mul(difference, difference);
      running = f64x2.add(running, square);
      v128.store(sums, i == 0 ? running : f64x2.add(running, v128.load(sums - back)));
      item += 8;
      probe += 16;
      sums += 16;
    }
  }
}

/** Gallery item g against the best so far, at every shape; strictly smaller wins, so that ties stay with the first. */
function compare(
  g: i32,
  terms: i32,
  shapes: i32,
  term: usize,
  coefficients: usize,
  ends: usize,
  sums: usize,
  best: usize,
  chosen: usize,
): void {
  const index = v128.splat<f64>(<f64>g);
  for (let s = 0; s < shapes; s++) {
    let at = sums + ((<usize>load<i32>(ends)) << 4);
    let distance = v128.splat<f64>(0);
    for (let t = 0; t < terms; t++) {
      distance = f64x2.add(distance, f64x2.mul(v128.load_splat<f64>(coefficients), v128.load(at)));
      coefficients += 8;
      at += term;
    }
    const old = v128.load(best);
    const smaller = f64x2.lt(distance, old);
    v128.store(best, v128.bitselect(distance, old, smaller));
    v128.store(chosen, v128.bitselect(index, v128.load(chosen), smaller));
    ends += 4;
    best += 16;
    chosen += 16;
  }
}
