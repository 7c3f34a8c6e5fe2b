import { FitError } from '../../core/methods/method.ts';

/** How a program fails that reckons with subjects: it names them, or Python's word for what is not there. */
const SPEAKS_OF_THEM = /labels|NoneType/;
const HINT = 'method.json does not ask for the subjects: add "labels": true.';

/** Why a program failed: what it or its fit says, and the last lines of its standard error. */
export class ProgramFailure extends FitError {
  readonly #said: string;
  readonly #stderr: string;

  constructor(said: string, stderr = '') {
    super(stderr === '' ? said : `${said}\nStandard error:\n${stderr}`);
    this.#said = said;
    this.#stderr = stderr;
  }

  /** What to do in addition where it failed because it was not given the subjects; any other as it is. */
  withoutLabels(): ProgramFailure {
    if (!SPEAKS_OF_THEM.test(this.message)) return this;
    // Lists show the first line only.
    const [first, ...more] = this.#said.split('\n');
    const explained = [`${first}${/[.!?…]$/.test(first) ? '' : '.'} ${HINT}`, ...more].join('\n');
    return new ProgramFailure(explained, this.#stderr);
  }
}
