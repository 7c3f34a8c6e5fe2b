/** Problems of a form by their paths, such as "methods.2.settings.tol". */
import type { Problem } from './client.ts';

/** Problems of a field, including those of the parts of its value. */
export function problemsWithin(problems: readonly Problem[], path: string): Problem[] {
  return problems.filter((problem) => problem.path === path || problem.path.startsWith(`${path}.`));
}

/** Problems of the fields of a part, with paths relative to it; the part itself has the path ''. */
export function problemsBelow(problems: readonly Problem[], part: string): Problem[] {
  return problemsWithin(problems, part).map((problem) => ({ ...problem, path: problem.path.slice(part.length + 1) }));
}
