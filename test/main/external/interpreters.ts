/** Interpreters of methods in other languages. Finding them takes seconds, which only their own tests spend. */
import { spawnSync } from 'node:child_process';
import { skipWhen } from '../../support/skips.ts';

/** The first interpreter that runs these arguments; null where there is none. */
function interpreter(names: readonly string[], parameters: readonly string[]): string | null {
  return names.find((name) => spawnSync(name, parameters, { stdio: 'ignore', timeout: 60_000 }).status === 0) ?? null;
}

const pythons = ['python3', '/usr/bin/python3', 'python'];
export const python = interpreter(pythons, ['-c', 'import numpy']);
export const pythonWithSklearn = interpreter(pythons, ['-c', 'import numpy, sklearn']);
export const octave = interpreter(['octave'], ['--version']);
export const julia = interpreter(['julia'], ['--version']);
export const rscript = interpreter(['Rscript'], ['--version']);

export const needsPython = skipWhen(python === null, 'no Python with NumPy is installed');
export const needsSklearn = skipWhen(pythonWithSklearn === null, 'no Python with scikit-learn is installed');
export const needsOctave = skipWhen(octave === null, 'no Octave is installed');
