import type { Declaration } from '../../core/methods/outside/declaration.ts';

/** Functions that "can" in method.json names; `fit` and `encode` are always there. */
const OPTIONAL = ['reconstruct', 'logLikelihood', 'classify', 'score'] as const;

/**
 * In which function a program or module and its method.json differ, to follow who it is; null: in none. What is not
 * declared would never be called, and what is not there could not be.
 */
export function functionsProblem(can: Declaration['can'], functions: readonly string[]): string | null {
  for (const name of OPTIONAL) {
    const [declared, given] = [can.includes(name), functions.includes(name)];
    if (given && !declared) {
      return `has the function "${name}", which "can" in method.json does not name: add "${name}" to "can", or remove the function`;
    }
    if (declared && !given) {
      return `has no function "${name}", which "can" in method.json names: add the function, or remove "${name}" from "can"`;
    }
  }
  return null;
}
