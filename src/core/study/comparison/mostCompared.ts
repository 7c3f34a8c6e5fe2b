/** Maximum number of studies compared at a time: ranks over datasets need many. Pages read it without the comparison. */
export const MOST_COMPARED = 20;
