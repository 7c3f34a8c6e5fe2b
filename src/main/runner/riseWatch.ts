/** Detects a rise of the estimated time left that is larger than its noise. */
const RISE = 1.2;

/**
 * Tells which part of the work a rise of the time left by more than a fifth comes from. A rise counts from the least
 * that was told since the last one, and is over when the time left has fallen by as much.
 */
export class RiseWatch {
  #least: { readonly seconds: number; readonly parts: ReadonlyMap<string, number> } | null = null;
  /** The largest time left of the rise that is told. */
  #peak: number | null = null;
  #from: string | null = null;

  /** The part that has grown most in a rise; null: there is none. `parts` are times of the same unit each. */
  after(seconds: number, parts: ReadonlyMap<string, number>): string | null {
    const least = this.#least;
    const fallen = this.#peak !== null && seconds < this.#peak / RISE;
    if (least === null || fallen || seconds <= least.seconds) {
      this.#least = { seconds, parts };
      this.#peak = null;
      return null;
    }
    if (this.#peak === null && seconds <= RISE * least.seconds) return null;
    if (this.#peak === null || seconds > this.#peak) {
      this.#peak = seconds;
      const grown = [...parts].map(([part, now]) => [part, now - (least.parts.get(part) ?? 0)] as const);
      this.#from = grown.reduce((most, one) => (one[1] > most[1] ? one : most), grown[0])[0];
    }
    return this.#from;
  }
}
