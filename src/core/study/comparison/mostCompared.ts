/** Maximum number of studies compared at a time; ranks over datasets need many. Pages load it alone. */
export const MOST_COMPARED = 20;
