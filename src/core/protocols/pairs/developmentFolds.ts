/** Folds of verification: those for training, those that choose the threshold, and the one under test. */
import { z } from 'zod';
import type { ChoiceParameter } from '../../choice.ts';
import type { Problem } from '../../methods/problems.ts';
import { plural } from '../../text/phrases.ts';

/** A single fold for the threshold, unseen by the model, as in view 1 of LFW and in the protocols of Bob. */
export const DEVELOPMENT_FOLDS = 1;

export const developmentFoldsSchema = z.int().min(0).max(999).default(DEVELOPMENT_FOLDS);

export const developmentFoldsParameter: ChoiceParameter = {
  name: 'developmentFolds',
  title: 'Development folds',
  help: 'Folds that choose the threshold and train nothing. 0: the training folds also choose it.',
  kind: 'integer',
  default: DEVELOPMENT_FOLDS,
  min: 0,
};

/** The folds of a repeat: fold `repeat` (from 1) is tested; those after it, cyclically, choose the threshold. */
export function foldRoles<Fold>(
  folds: readonly Fold[],
  developmentFolds: number,
  repeat: number,
): { readonly held: Fold; readonly learned: readonly Fold[]; readonly developing: readonly Fold[] } {
  const others = [...folds.slice(repeat), ...folds.slice(0, repeat - 1)];
  const learned = others.slice(developmentFolds);
  return {
    held: folds[repeat - 1],
    learned,
    developing: developmentFolds === 0 ? learned : others.slice(0, developmentFolds),
  };
}

/** A problem if no fold is left for training. `field` is the field of the protocol that holds the folds. */
export function checkDevelopmentFolds(folds: number, developmentFolds: number, field: string): Problem[] {
  if (folds - 1 - developmentFolds >= 1) return [];
  const path = `protocol.${field}`;
  const message =
    `${path}: of ${plural(folds, 'fold')} one is decided and ${developmentFolds} choose the threshold, which leaves none to ` +
    `learn from: take at least ${developmentFolds + 2} folds, or 0 development folds.`;
  return [{ path, message }];
}

/** Which folds train and which choose: "the model is learned on …, and a pair is accepted above the threshold …". */
export function rolesPhrase(developmentFolds: number, others: string, rule: string): string {
  return developmentFolds === 0
    ? `the model is learned on the images of ${others}, and a pair is accepted above the threshold ${rule} on their pairs`
    : `a pair is accepted above the threshold ${rule} on the pairs of ${plural(developmentFolds, 'other fold')}, and the model ` +
        'is learned on the images of the rest';
}
