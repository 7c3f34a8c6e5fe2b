/** Report on an external method: every rule of the contract, tested on faces, and the recognition rate. */
import { nearestImages } from '../../core/classify/classifiers/distanceClassifiers.ts';
import { scoresByRule } from '../../core/classify/distanceRule.ts';
import { decide } from '../../core/classify/scores.ts';
import type { MatrixStack } from '../../core/linalg/matrix.ts';
import { FitError } from '../../core/methods/method.ts';
import { externalMethod } from '../../core/methods/external/externalMethod.ts';
import type { CheckedRule, MethodReport } from '../../core/contract/methods.ts';
import { inspectFolder } from './addMethod.ts';
import { functionsOf } from './loadRegistered.ts';
import { runsOnText } from './programReplies.ts';
import { checks, type Check } from './checks.ts';
import { RuleViolation, trialOf, type Trial } from './trialFits.ts';
import { drawnFaces, type TrialFaces } from './trialFaces.ts';

interface CheckOptions {
  /** Faces to test on. @default drawn faces */
  readonly faces?: TrialFaces;
  /** Called after each rule has been tested. */
  readonly onRule?: (rule: CheckedRule) => void;
}

/** Starts the program or module in a folder and checks it. Throws as `inspectFolder` does. */
export function checkMethod(folder: string, { faces = drawnFaces(), onRule }: CheckOptions = {}): MethodReport {
  const entry = inspectFolder(folder);
  const { declaration, hello, version } = entry;
  const functions = functionsOf(declaration, entry.folder, hello, () => undefined);
  try {
    const trial = trialOf(externalMethod(declaration, version, { functions }), declaration, faces);
    const rules = checks.map((check) => {
      const rule = tried(check, trial);
      onRule?.(rule);
      return rule;
    });
    return {
      id: declaration.id,
      title: declaration.title,
      version,
      runsOn: runsOnText(hello),
      rules,
      recognised: recognisedBy(trial),
    };
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
    if (error instanceof RuleViolation)
      return { title, state: 'failed', detail: `${error.message[0].toUpperCase()}${error.message.slice(1)}.` };
    // A module may throw anything; so may the getters of what it returns.
    const detail = error instanceof FitError ? error.message : `Unexpected error: ${(error as Error).message}`;
    return { title, state: 'failed', detail };
  }
}

/** By the nearest code at the middle shape, or by the method's own rule; null if it fails. */
function recognisedBy(trial: Trial): MethodReport['recognised'] {
  try {
    const { method, training, probes, truth } = trial;
    const fit = trial.fit(trial.middle);
    const answers = method.ownRule
      ? method.ownRule.classify(fit, training, probes)
      : nearestSubjects(trial, trial.codes(fit, training.images), trial.codes(fit, probes));
    return { right: truth.filter((subject, n) => answers[n] === subject).length, of: truth.length };
  } catch {
    return null;
  }
}

function nearestSubjects({ subjects }: Trial, gallery: MatrixStack, probes: MatrixStack): number[] {
  const rule = nearestImages(undefined, gallery, subjects, 1);
  return Array.from(decide(scoresByRule(rule, probes, gallery)), (image) => subjects[image]);
}
