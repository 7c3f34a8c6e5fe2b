import { FitError } from '../../core/methods/method.ts';
import { STANDARD_ERROR } from './programClient.ts';

/** How a program fails that reckons with subjects: it names them, or Python's word for what is not there. */
const SPEAKS_OF_THEM = /labels|NoneType/;
const HINT = 'method.json does not ask for the subjects: add "labels": true.';

/** What to do where a fit failed because it was not given the subjects; any other failure as it is. */
export function withheldLabels(error: FitError): FitError {
  const { message } = error;
  if (!SPEAKS_OF_THEM.test(message)) return error;
  const [sentence, ...said] = message.split(STANDARD_ERROR);
  // Lists show the first line only.
  const [first, ...more] = sentence.split('\n');
  const explained = [`${first}${/[.!?…]$/.test(first) ? '' : '.'} ${HINT}`, ...more].join('\n');
  return new FitError([explained, ...said].join(STANDARD_ERROR));
}
