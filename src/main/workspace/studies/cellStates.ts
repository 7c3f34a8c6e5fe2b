/** The state of a cell, and whether what is stored of it agrees with itself. */
import { digestOf } from '../digests.ts';

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

/** What the file says of a cell: its state, the digest of it, and whether its result is there. */
export interface StoredState extends CellState {
  /** Null while the cell has not ended. */
  readonly seal: Buffer | null;
  /** 1 or 0. */
  readonly hasResult: number;
}

/**
 * What is wrong with a cell, as sentences about it begin; null where its state is as it was stored: one of the four,
 * with its digest, with a reason if the cell failed and with a result if it is done, and only then.
 */
export function contradiction({ status, reason, seal, hasResult }: StoredState, name: string): string | null {
  if (status === 'done' && !hasResult) return `The result of ${name} is damaged: it is missing.`;
  if (status !== 'done' && hasResult) return `The state of ${name} is damaged: "${status}", but it has a result.`;
  const ended = status === 'done' || status === 'failed';
  const sealed = ended ? seal?.equals(sealOf(status, reason)) : seal === null;
  const known = STATES.includes(status) && (status === 'failed') === (reason !== null);
  return known && sealed ? null : `The state of ${name} is damaged: it is not as it was stored.`;
}
