/** The state of a cell, and whether what is stored of it agrees with itself. */
import { digestOf } from './digests.ts';

export type CellStatus = 'pending' | 'running' | 'done' | 'failed';

export interface CellState {
  readonly status: CellStatus;
  /** Why the cell failed. */
  readonly reason: string | null;
}

const STATES: readonly string[] = ['pending', 'running', 'done', 'failed'] satisfies CellStatus[];

/** The digest that is stored with the state of a cell that has ended. */
export function sealOf(status: 'done' | 'failed', reason: string | null): Buffer {
  return digestOf(status, reason);
}

/**
 * Whether a state is as it was stored: one of the four, with a reason if the cell failed and only then, and with its
 * digest. Whether there is a result, if the cell is done and only then, is for those who read results.
 */
export function isSound({ status, reason, seal }: CellState & { readonly seal: Buffer | null }): boolean {
  if (!STATES.includes(status) || (status === 'failed') !== (reason !== null)) return false;
  return seal === null || ((status === 'done' || status === 'failed') && seal.equals(sealOf(status, reason)));
}
