/**
 * The places of every subject in a list of labels, ascending, subjects in the order of their first places: images of a
 * gallery, comparisons by whose identity is claimed.
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
