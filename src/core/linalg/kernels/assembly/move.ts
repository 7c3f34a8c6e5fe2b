/** Values moved, not changed. */

/** Where values go that nobody asks for, so that the compiler keeps the reads. */
const NOWHERE: usize = 0x800;

/**
 * Reads every cache line of `bytes` bytes. Hardware fetches a plain stream ahead of its use, the strided reads of the
 * tiles it does not: X_nᵀ F for 2000 images of 50 × 50 and ten columns of F runs at 9.3 GF/s without and at 16.6 with.
 */
export function touch(at: usize, bytes: usize): void {
  let seen: i64 = 0;
  for (const end = at + bytes; at < end; at += 64) seen |= load<i64>(at);
  store<i64>(NOWHERE, seen);
}

/** B (cols × rows) ← Aᵀ, in 8 × 8 blocks. */
export function transpose(rows: i32, cols: i32, a: usize, b: usize): void {
  const line = (<usize>cols) << 3;
  const column = (<usize>rows) << 3;
  for (let ib = 0; ib < rows; ib += 8) {
    const iEnd = min(ib + 8, rows);
    for (let jb = 0; jb < cols; jb += 8) {
      const jEnd = min(jb + 8, cols);
      let i = ib;
      for (; i + 1 < iEnd; i += 2) {
        let from = a + <usize>i * line + ((<usize>jb) << 3);
        let to = b + <usize>jb * column + ((<usize>i) << 3);
        let j = jb;
        for (; j + 1 < jEnd; j += 2) {
          const above = v128.load(from);
          const below = v128.load(from + line);
          v128.store(to, v128.shuffle<f64>(above, below, 0, 2));
          v128.store(to + column, v128.shuffle<f64>(above, below, 1, 3));
          from += 16;
          to += column << 1;
        }
        if (j < jEnd) {
          store<f64>(to, load<f64>(from));
          store<f64>(to, load<f64>(from + line), 8);
        }
      }
      if (i < iEnd) {
        let from = a + <usize>i * line + ((<usize>jb) << 3);
        let to = b + <usize>jb * column + ((<usize>i) << 3);
        for (let j = jb; j < jEnd; j++, from += 8, to += column) store<f64>(to, load<f64>(from));
      }
    }
  }
}
