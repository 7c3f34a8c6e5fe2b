/** Parses names by the user's regular expression. */
import { runInNewContext } from 'node:vm';
import { definedGroups, PATTERN_FLAGS } from '../layouts/patternLayout.ts';
import type { ParsedName } from '../source.ts';
import { ImportError } from '../types.ts';

/** Time limit in milliseconds for all names: enough for 500,000, and an end to catastrophic backtracking. */
const TIME = 5000;

/**
 * Matches the pattern against each path: the group `subject`, every other named group as an attribute; null without a
 * match. Ignores case. Throws ImportError for an invalid pattern or one that takes too long.
 */
export function parseByPattern(pattern: string, files: readonly string[], time = TIME): (ParsedName | null)[] {
  if (!/\(\?<subject>/.test(pattern)) {
    throw new ImportError('The pattern has no group (?<subject>…), which says whose image a file is.');
  }
  const expression = expressionOf(pattern);
  const matches = matchAll(expression, files, time);
  return matches.map((groups) => {
    const { subject, ...attributes } = definedGroups(groups ?? {});
    return subject === undefined ? null : { subject, attributes };
  });
}

function expressionOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, PATTERN_FLAGS);
  } catch (error) {
    throw new ImportError(`The pattern is no regular expression: ${(error as Error).message.replace(/^.*: /, '')}.`);
  }
}

type Groups = Readonly<Record<string, string | undefined>> | null;

function matchAll(expression: RegExp, files: readonly string[], timeout: number): Groups[] {
  const match = (file: string): Groups => expression.exec(file)?.groups ?? null;
  try {
    // The context only serves the time limit.
    return runInNewContext('files.map((file) => match(file))', { files, match }, { timeout }) as Groups[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new ImportError(`The pattern takes more than ${timeout / 1000} s for ${files.length} names.`);
  }
}
