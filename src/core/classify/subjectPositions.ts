/**
 * The positions of every subject's images in a gallery, ascending, subjects in the order of their first images.
 */
export function subjectPositions(labels: ArrayLike<number>): number[][] {
  return [...Map.groupBy(Array(labels.length).keys(), (n) => labels[n]).values()];
}
