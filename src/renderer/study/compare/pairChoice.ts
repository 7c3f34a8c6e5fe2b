/** Which two methods are compared where the reader has not named both, and which rival comes next. */
export type Labels = readonly [first: string, second: string];

/**
 * The two that are compared: those picked, completed by the best of `order` that are left. null where there are not
 * two.
 */
export function comparedPair(picked: readonly string[], order: readonly string[]): Labels | null {
  const [first, second] = [...picked, ...order.filter((label) => !picked.includes(label))];
  return first === undefined || second === undefined ? null : [first, second];
}

/** The next rival of the first method, in the order given; after the last comes the first again. */
export function nextRival([first, second]: Labels, order: readonly string[], step: 1 | -1): Labels {
  const rivals = order.filter((label) => label !== first);
  if (rivals.length === 0) return [first, second];
  const index = rivals.indexOf(second);
  const next = index < 0 ? 0 : (index + step + rivals.length) % rivals.length;
  return [first, rivals[next]];
}
