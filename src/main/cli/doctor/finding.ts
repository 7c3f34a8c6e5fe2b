/** Something that the application needs or can use, and how it stands on this machine. */
export interface Finding {
  readonly what: string;
  /** `optional`: missing, but only some uses need it. */
  readonly state: 'good' | 'optional' | 'bad';
  readonly found: string;
  /** What to do; null where nothing is to be done. */
  readonly remedy: string | null;
}
