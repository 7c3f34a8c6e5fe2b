/**
 * Groups the positions of a list of labels by subject, ascending; subjects are in the order of their first positions.
 * Used for the images of a gallery and for comparisons by claimed identity.
 */
export function subjectPositions(labels: ArrayLike<number>): number[][] {
  const groups = new Map<number, number[]>();
  for (let place = 0; place < labels.length; place++) {
    const group = groups.get(labels[place]);
    if (group) group.push(place);
    else groups.set(labels[place], [place]);
  }
  return [...groups.values()];
}
