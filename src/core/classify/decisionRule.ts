import type { DecisionRule, Method, Settings } from '../methods/method.ts';

/** What test images are compared with: a gallery, or each other in pairs. */
export interface ComparisonTarget {
  /** The gallery holds images that the model is not fitted to. */
  readonly gallery: boolean;
  /** Pairs of images, in verification. */
  readonly pairs: boolean;
}

/** The method's decision rule if it replaces the classifier; null if the classifier decides. */
export function decisionRuleOf(
  method: Method,
  settings: Settings,
  { gallery, pairs }: ComparisonTarget,
): DecisionRule | null {
  const rule = method.ownRule?.applies(settings) ? method.ownRule : null;
  if (pairs) return rule?.score && rule.scoresPairs !== undefined ? rule : null;
  // The rule knows only the training subjects.
  return gallery ? null : rule;
}
