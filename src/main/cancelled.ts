/** Thrown after the caller's signal has cancelled the work; nothing is left behind. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';

  constructor() {
    super('The work was cancelled.');
  }
}
