/**
 * The positions of every subject's images in a gallery, ascending, subjects in the order of their first images.
 */
export function subjectPositions(labels: ArrayLike<number>): number[][] {
  const groups = new Map<number, number[]>();
  for (let n = 0; n < labels.length; n++) {
    const own = groups.get(labels[n]);
    if (own) own.push(n);
    else groups.set(labels[n], [n]);
  }
  return [...groups.values()];
}
