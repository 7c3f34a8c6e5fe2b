/** Broadcast channel on which a thread says that it hangs from now on. */
export const HANGING = 'hanging';
