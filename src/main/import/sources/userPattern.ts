/** Parses names by the user's regular expression. */
import { runInNewContext } from 'node:vm';
import { commonFolder, folderAttributes, PATTERN_FLAGS } from '../../../core/readings/folderNames.ts';
import { definedGroups } from '../layouts/patternLayout.ts';
import type { ParsedName } from '../source.ts';
import { ImportError } from '../types.ts';

/** Time limit in milliseconds for all names: enough for 500,000, and an end to catastrophic backtracking. */
const TIME = 5000;

/**
 * Matches the pattern against each path: the group `subject`, every other named group as an attribute; null without a
 * match. Folders below the common one in which no group matches are attributes too (`folderAttributes`). Ignores case.
 * Throws ImportError for an invalid pattern or one that takes too long.
 */
export function parseByPattern(pattern: string, files: readonly string[], time = TIME): (ParsedName | null)[] {
  if (!/\(\?<subject>/.test(pattern)) {
    throw new ImportError('The pattern has no group (?<subject>…), which says whose image a file is.');
  }
  const matches = matchAll(expressionOf(pattern), files, time);
  const common = commonFolder(files.filter((_, n) => matches[n] !== null)).length;
  const unused = matches.map((match, n) => (match === null ? [] : foldersWithout(match.spans, files[n], common)));
  const byFolders = folderAttributes(unused);
  return matches.map((match, n) => {
    const { subject, ...attributes } = definedGroups(match?.groups ?? {});
    return subject === undefined ? null : { subject, attributes: { ...byFolders[n], ...attributes } };
  });
}

/** Folders of the path, from this character on, that none of the spans touches. */
function foldersWithout(spans: readonly Span[], file: string, from: number): readonly string[] {
  const folders: string[] = [];
  for (let end = file.indexOf('/', from); end >= 0; end = file.indexOf('/', from)) {
    if (spans.every((span) => span[1] <= from || span[0] >= end)) folders.push(file.slice(from, end));
    from = end + 1;
  }
  return folders;
}

function expressionOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, `${PATTERN_FLAGS}d`);
  } catch (error) {
    throw new ImportError(`The pattern is not a regular expression: ${(error as Error).message.replace(/^.*: /, '')}.`);
  }
}

type Span = readonly [start: number, end: number];

interface Match {
  readonly groups: Readonly<Record<string, string | undefined>>;
  /** Where the groups are in the path. */
  readonly spans: readonly Span[];
}

function matchAll(expression: RegExp, files: readonly string[], timeout: number): (Match | null)[] {
  const match = (file: string): Match | null => {
    const { groups, indices } = expression.exec(file) ?? {};
    return groups ? { groups, spans: Object.values(indices?.groups ?? {}).filter((span) => span !== undefined) } : null;
  };
  try {
    // The context only serves the time limit.
    return runInNewContext('files.map((file) => match(file))', { files, match }, { timeout }) as (Match | null)[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new ImportError(`The pattern takes more than ${timeout / 1000} s for ${files.length} names.`);
  }
}
