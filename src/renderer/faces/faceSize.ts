/**
 * Screen pixels of a face whose larger side takes about `side`: small images are enlarged by an integer, larger ones
 * are reduced.
 */
export function faceSize(
  rows: number,
  cols: number,
  side: number,
): { readonly width: number; readonly height: number } {
  const larger = Math.max(rows, cols);
  const scale = larger > side ? side / larger : Math.max(1, Math.floor(side / larger));
  return { width: Math.max(1, Math.round(cols * scale)), height: Math.max(1, Math.round(rows * scale)) };
}
