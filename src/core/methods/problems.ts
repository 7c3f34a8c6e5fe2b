/** A problem of an input and its location: `path` is the field, e.g. "settings.tolerance" or "latent.qc". */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Thrown for invalid input; the message joins the sentences of all problems. */
export class InvalidInputError extends Error {
  override readonly name = 'InvalidInputError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => problem.message).join(' '));
    this.problems = problems;
  }
}
