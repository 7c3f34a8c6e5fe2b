import { vi } from 'vitest';

/**
 * Waits until `look` no longer throws, and answers what it answers. A minute, where `vi.waitFor` gives up after a
 * second: a machine that does ten other things at once may take its time.
 */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, 60_000);
