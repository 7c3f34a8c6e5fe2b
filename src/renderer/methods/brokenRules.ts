import type { CheckedRule } from '../../core/contract/methods.ts';
import { failureGroups } from '../../core/text/failureGroups.ts';

/** Program output of failed checks, without repetitions. */
export function brokenRulesOutput(rules: readonly CheckedRule[]): string {
  const broken = rules.filter(({ state }) => state === 'failed');
  return failureGroups(broken.map(({ detail }) => ({ reason: detail })))
    .flatMap(({ said }) => said ?? [])
    .join('\n\n');
}
