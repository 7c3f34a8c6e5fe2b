import type { CheckedRule } from '../../core/contract/methods.ts';
import { failureGroups } from '../../core/text/failureGroups.ts';

/** What broken rules said, where it is more than a sentence: a program's own text, once for all that failed alike. */
export function saidOfBrokenRules(rules: readonly CheckedRule[]): string {
  const broken = rules.filter(({ state }) => state === 'failed');
  return failureGroups(broken.map(({ detail }) => ({ reason: detail })))
    .flatMap(({ said }) => said ?? [])
    .join('\n\n');
}
