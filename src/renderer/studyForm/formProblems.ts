/** The problems of a spec by the part of the form that shows them. */
import type { Problem } from '../api/client.ts';
import { problemsBelow, problemsWithin } from '../api/problems.ts';

/** Sentences lead with their field for readers of a file; beside the field that is said twice. */
function bare({ path, message }: Problem): Problem {
  return { path, message: message.replace(/^[\w[\].]+: /, '') };
}

/** Of one field. */
export function problemsAt(problems: readonly Problem[], path: string): Problem[] {
  return problems.filter((problem) => problem.path === path).map(bare);
}

/** Of a part of the spec and below it, with paths relative to the part. */
export function problemsOfPart(problems: readonly Problem[], part: string): Problem[] {
  return problemsBelow(problems, part).map(bare);
}

/** Of several parts and below them, with their whole paths. */
export function problemsOfParts(problems: readonly Problem[], parts: readonly string[]): Problem[] {
  return parts.flatMap((part) => problemsWithin(problems, part)).map(bare);
}

const OWN_FIELD =
  /^(dataset|seed|comparison\.\w+|selection\.(innerSplits|on|by)|(protocol|subset|perturbations|features|classifier|measures|methods)(\..*)?)$/;

/** Of no field of the form. */
export function problemsOfNoField(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ path }) => !OWN_FIELD.test(path));
}
