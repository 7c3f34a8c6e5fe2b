/**
 * Errors that are not counted because no threshold is determined: in lists of counts the largest number of 32 bits, as
 * which it is stored.
 */
export const UNDECIDED = 2 ** 32 - 1;

/** The errors at a shape; null if they are not counted there. */
export function countedErrors({ wrong }: { readonly wrong: ArrayLike<number> }, at: number): number | null {
  return wrong[at] === UNDECIDED ? null : wrong[at];
}

/** Whether errors are not counted at some shape. */
export function isUndecided({ wrong }: { readonly wrong: ArrayLike<number> }): boolean {
  return Array.prototype.includes.call(wrong, UNDECIDED);
}
