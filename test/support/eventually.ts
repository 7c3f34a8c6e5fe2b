import { vi } from 'vitest';

/**
 * Waits until `look` no longer throws, and returns its value. The limit of three minutes only ends what hangs.
 */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, 180_000);
