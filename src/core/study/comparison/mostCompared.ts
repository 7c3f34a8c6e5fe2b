/** Most studies that are compared at a time: ranks over datasets want many. */
export const MOST_COMPARED = 20;
