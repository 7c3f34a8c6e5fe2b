import { PATTERN_FLAGS } from '../../../core/readings/folderNames.ts';
import type { FolderLayout, ParsedName } from '../source.ts';

interface PatternLayout extends Omit<FolderLayout, 'parse'> {
  /** With the group `subject`; every other named group is an attribute. */
  readonly pattern: string;
  /** Converts the groups to the stored form. @default subject and the other groups in lower case */
  readonly refine?: (groups: Readonly<Record<string, string>>) => ParsedName | null;
}

/** A layout described by one regular expression on the path. */
export function patternLayout({ refine = plain, ...layout }: PatternLayout): FolderLayout {
  const expression = new RegExp(layout.pattern, PATTERN_FLAGS);
  return {
    ...layout,
    parse(file) {
      const groups = expression.exec(file)?.groups;
      return groups ? refine(definedGroups(groups)) : null;
    },
  };
}

/** The groups that participated in the match. */
export function definedGroups(groups: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

function plain({ subject, ...attributes }: Readonly<Record<string, string>>): ParsedName {
  const lower = Object.entries(attributes).map(([name, value]) => [name, value.toLowerCase()]);
  return { subject, attributes: Object.fromEntries(lower) };
}
