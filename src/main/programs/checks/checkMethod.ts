/** A report on a method from outside: every rule of the contract, tried on drawn faces. */
import { FitError } from '../../../core/methods/method.ts';
import { outsideMethod } from '../../../core/methods/outside/outsideMethod.ts';
import type { CheckedRule, MethodReport } from '../../../core/contract/methods.ts';
import { inspectFolder } from '../addMethod.ts';
import { functionsOf } from '../registered.ts';
import { checks, type Check } from './checks.ts';
import { Broken, trialOf, type Trial } from './trial.ts';

/**
 * Starts the program or module in a folder and checks it. `told` hears of every rule when it has been tried. Throws
 * what `inspectFolder` throws where there is nothing to check.
 */
export function checkMethod(folder: string, told: (rule: CheckedRule) => void = () => undefined): MethodReport {
  const entry = inspectFolder(folder);
  const { declaration, hello, version } = entry;
  const functions = functionsOf(declaration, entry.folder, hello, () => undefined);
  try {
    const trial = trialOf(outsideMethod(declaration, version, { functions }), declaration);
    const rules = checks.map((check) => {
      const rule = tried(check, trial);
      told(rule);
      return rule;
    });
    const runsOn = [hello.language, ...Object.entries(hello.packages).map(([name, value]) => `${name} ${value}`)].join(
      ', ',
    );
    return { id: declaration.id, title: declaration.title, version, runsOn, rules };
  } finally {
    functions.close?.();
  }
}

function tried(check: Check, trial: Trial): CheckedRule {
  const { title } = check;
  const reason = check.skip?.(trial) ?? null;
  if (reason !== null) return { title, state: 'skipped', detail: reason };
  try {
    return { title, state: 'passed', detail: check.run(trial) };
  } catch (error) {
    if (error instanceof Broken)
      return { title, state: 'failed', detail: `${error.message[0].toUpperCase()}${error.message.slice(1)}.` };
    // A module may throw anything; so may what it returns, when it is looked at.
    const detail = error instanceof FitError ? error.message : `Unexpected error: ${(error as Error).message}`;
    return { title, state: 'failed', detail };
  }
}
