/** A study or dataset that was deleted and can be restored. */
export interface Deleted {
  readonly id: number;
  readonly name: string;
  /** ISO 8601, in UTC. */
  readonly deletedAt: string;
}
