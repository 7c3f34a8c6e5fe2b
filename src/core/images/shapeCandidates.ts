/** Possible shapes of images with a known number of pixels, ranked by smoothness. */

export interface ShapeCandidate {
  readonly rows: number;
  readonly cols: number;
  /** Mean total variation per pixel, relative to that of the pixels in random order: the lower, the smoother. */
  readonly roughness: number;
}

/** Maximum ratio of the sides of faces, if a shape within it exists. */
const LONGEST = 4;

/**
 * Every shape rows × columns of `pixels` with sides of at most 1 : 4 (of any ratio, except a side of 1, if there is
 * none), the smoothest first. `stacked` is the order of the pixels ('columns': column by column). A picture and its
 * transpose are equally smooth; only the stacking order distinguishes them.
 */
export function shapeCandidates(
  images: readonly ArrayLike<number>[],
  pixels: number,
  stacked: 'rows' | 'columns',
): readonly ShapeCandidate[] {
  const all: (readonly [run: number, runs: number])[] = [];
  for (let run = 2; run <= pixels / 2; run++) if (pixels % run === 0) all.push([run, pixels / run]);
  const usual = all.filter(([run, runs]) => Math.max(run, runs) <= LONGEST * Math.min(run, runs));
  return (usual.length > 0 ? usual : all)
    .map(([run, runs]) => ({
      rows: stacked === 'columns' ? run : runs,
      cols: stacked === 'columns' ? runs : run,
      roughness: roughness(images, run),
    }))
    .sort((a, b) => a.roughness - b.roughness || a.rows - b.rows);
}

/**
 * Differences of neighbours along runs of this length and across them, relative to the mean difference of any two
 * pixels.
 */
function roughness(images: readonly ArrayLike<number>[], run: number): number {
  let along = 0;
  let across = 0;
  let any = 0;
  for (const image of images) {
    let [a, b, c, nA, nB] = [0, 0, 0, 0, 0];
    for (let i = 0; i < image.length; i++) {
      if ((i + 1) % run !== 0) {
        a += Math.abs(image[i + 1] - image[i]);
        nA++;
      }
      if (i + run < image.length) {
        b += Math.abs(image[i + run] - image[i]);
        nB++;
      }
      // A stride unrelated to the shape approximates a random order.
      c += Math.abs(image[(i * 7919 + 104_729) % image.length] - image[i]);
    }
    along += a / nA;
    across += b / nB;
    any += c / image.length;
  }
  return any === 0 ? 0 : (along + across) / (2 * any);
}
