/** What Stryker reports of a run, as far as it is read: mutation-testing-report-schema. */
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

/** How many changes tests noticed, and a line for each of those that none did. */
export function survivorsOf({ files }: MutationReport): { readonly noticed: number; readonly survivors: string[] } {
  let noticed = 0;
  const survivors: string[] = [];
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const lines = source.split('\n');
    for (const { status, mutatorName, replacement = '', location } of mutants) {
      if (status === 'Killed' || status === 'Timeout') noticed++;
      if (status !== 'Survived' && status !== 'NoCoverage') continue;
      const { line, column } = location.start;
      const reached = status === 'Survived' ? '' : ' (no test comes here)';
      const change = `${onOneLine(lines[line - 1])} => ${onOneLine(replacement)}`;
      survivors.push(`${file}:${line}:${column} ${mutatorName}${reached}: ${change}`);
    }
  }
  return { noticed, survivors };
}
