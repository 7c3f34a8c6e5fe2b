/** The state of a cell, and the check of its consistency. */
import { digestOf } from '../digests.ts';

export type CellStatus = 'pending' | 'running' | 'done' | 'failed';

export interface CellState {
  readonly status: CellStatus;
  /** Why the cell failed. */
  readonly reason: string | null;
}

const STATES: readonly string[] = ['pending', 'running', 'done', 'failed'] satisfies CellStatus[];

/** The digest that is stored with the state of an ended cell. */
export function sealOf(status: 'done' | 'failed', reason: string | null): Buffer {
  return digestOf(status, reason);
}

/** Stored state of a cell: the state, its digest, and whether its result exists. */
export interface StoredState extends CellState {
  /** null while the cell has not ended. */
  readonly seal: Buffer | null;
  /** 1 or 0. */
  readonly hasResult: number;
}

/**
 * The damage of a cell, as sentences about it begin; null if its state is intact: one of the four, with its digest,
 * with a reason if and only if the cell failed, and with a result if and only if it is done.
 */
export function contradiction({ status, reason, seal, hasResult }: StoredState, name: string): string | null {
  if (status === 'done' && !hasResult) return `The result of ${name} is damaged: it is missing.`;
  if (status !== 'done' && hasResult) return `The state of ${name} is damaged: "${status}", but it has a result.`;
  const ended = status === 'done' || status === 'failed';
  const sealed = ended ? seal?.equals(sealOf(status, reason)) : seal === null;
  const isConsistent = STATES.includes(status) && (status === 'failed') === (reason !== null);
  return isConsistent && sealed ? null : `The state of ${name} is damaged: it is not as it was stored.`;
}
