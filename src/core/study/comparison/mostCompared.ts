/** Studies that stand beside each other at most. */
export const MOST_COMPARED = 8;
