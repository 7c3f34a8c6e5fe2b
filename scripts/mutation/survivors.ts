/** The part of Stryker's report that is read: mutation-testing-report-schema. */
export interface MutationReport {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly status: string;
          readonly mutatorName: string;
          readonly replacement?: string;
          readonly location: { readonly start: { readonly line: number; readonly column: number } };
        }[];
      }
    >
  >;
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export interface Survivors {
  /** Changes that tests detected, including endless ones. */
  readonly noticed: number;
  /** A line for each undetected change. */
  readonly survivors: readonly string[];
  /** A line for each change that made tests time out: endless, or slowed by other load. */
  readonly endless: readonly string[];
}

/** Reads a report, file by file. */
export function survivorsOf({ files }: MutationReport): Survivors {
  let noticed = 0;
  const [survivors, endless]: string[][] = [[], []];
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const lines = source.split('\n');
    for (const { status, mutatorName, replacement = '', location } of mutants) {
      const { line, column } = location.start;
      const said = (ending: string): string => {
        const change = `${onOneLine(lines[line - 1])} => ${onOneLine(replacement)}`;
        return `${file}:${line}:${column} ${mutatorName}${ending}: ${change}`;
      };
      if (status === 'Killed' || status === 'Timeout') noticed++;
      if (status === 'Timeout') endless.push(said(' (its tests did not end)'));
      if (status === 'Survived') survivors.push(said(''));
      if (status === 'NoCoverage') survivors.push(said(' (no test comes here)'));
    }
  }
  return { noticed, survivors, endless };
}
