import { uncapitalised } from '../../core/text/phrases.ts';

/** A problem of a model, in one sentence that begins with its file. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(file: string, what: string, options?: ErrorOptions) {
    super(`${file}: ${what}.`, options);
  }
}

/** Built-in networks that work alongside a model, and name themselves. */
const ALONGSIDE = 'landmarks.onnx';

/**
 * Why a thread ended, as a sentence that begins with the model's file; a thread that ran out of memory cannot name it.
 */
export function fateOfModel(file: string, reason: string): string {
  const named = [file, ALONGSIDE].some((name) => reason.startsWith(`${name}: `));
  return named ? reason : `${file}: ${uncapitalised(reason)}`;
}

/** Explanations of runtime errors, by a pattern of their message. */
const meanings: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/protobuf parsing failed|INVALID_PROTOBUF|No graph was found/i, () => 'it is damaged, or no ONNX model'],
  [/Could not find an implementation for (\S+?)\(/, ([, operator]) => `the runtime lacks its operator ${operator}`],
  [
    /No Op registered for (\S+)|(\S+)\(-?\d+\) is not a registered function\/op/i,
    ([, a, b]) => `the runtime lacks its operator ${a ?? b}`,
  ],
  [/external data/i, () => 'it keeps numbers in other files, which are not read (save it as one file)'],
  [
    /supported maximum of \d+ bytes|bad_alloc|out of memory|memory access out of bounds|Failed to allocate|OOM/i,
    () => 'there is no memory for it',
  ],
  [/^\d+$/, () => 'there is no memory for it'],
  [
    /index: (\d+) Got: (\d+) Expected: (\d+)/,
    ([, axis, got, expected]) => `axis ${axis} of its input is ${expected}, and the images have ${got} there`,
  ],
  [
    /Invalid rank for input: \S+ Got: (\d+) Expected: (\d+)/,
    ([, got, expected]) => `its input has ${expected} axes, and images have ${got}`,
  ],
  [/Unexpected input data type/i, () => 'its input is not of float32'],
];

/** A place in the sources of the runtime, with the condition that did not hold. */
const SOURCE = /\S*[/\\]\S+\.(?:cc|cpp|h|hpp):\d+ (?:.*? was false\.?\s*)?/g;

export function sessionFault(file: string, error: unknown): NetworkError {
  const message = error instanceof Error ? error.message : String(error);
  for (const [pattern, meaning] of meanings) {
    const match = pattern.exec(message);
    if (match) return new NetworkError(file, meaning(match), { cause: error });
  }
  const [first] = message.replace(/^.*ERROR_MESSAGE:\s*/s, '').split('\n');
  const line = first.replace(SOURCE, '').trim() || 'it fails while it runs';
  return new NetworkError(file, `the runtime does not take it (${line.replace(/[.\s"]+$/, '')})`, { cause: error });
}
