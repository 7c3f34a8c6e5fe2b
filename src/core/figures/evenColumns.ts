/** How many of several pictures stand side by side: as many in every row as in the others, as far as that can be. */
export function evenColumns(count: number, most: number): number {
  return Math.ceil(count / Math.ceil(count / most));
}
