/** Most studies that are compared at a time. */
export const MOST_COMPARED = 8;
