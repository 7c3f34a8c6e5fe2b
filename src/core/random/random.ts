/** A deterministic stream of random numbers; see stream.ts for how one is seeded. */
export interface Random {
  /** Uniform on [0, 1) with 53 random bits. */
  uniform(): number;
  /** Standard normal, polar method. */
  normal(): number;
  /** Uniform integer in [0, n), without modulo bias. */
  integer(n: number): number;
}
