import { findProgram } from '../findProgram.ts';

/** How Python ends where an import fails. */
const FAILED_IMPORT = /\b(?:ModuleNotFoundError|ImportError)\b/;

/**
 * What to do where Python could not import a module: which interpreter ran, and how to name another. "" for any other
 * failure.
 */
export function missingModule(said: string, [program]: readonly string[]): string {
  if (!FAILED_IMPORT.test(said)) return '';
  const place = findProgram(program);
  return (
    ` The interpreter that ran is ${place === null ? program : `${program}, ${place}`}: install the module there, or name ` +
    'another interpreter as the first word of "command" in method.json and register the method again.'
  );
}
