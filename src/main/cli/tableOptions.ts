/** The options of commands that show tables, for all of them the same. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { MEASURES } from '../../core/measures/measures.ts';
import { correctionNames, type CorrectionName } from '../../core/compare/corrections/registry.ts';
import { familyNames, type FamilyName } from '../../core/compare/families.ts';
import { pairTestNames, type PairTestName } from '../../core/compare/tests/registry.ts';
import { tableFactors, type TableFactor } from '../../core/study/table/tableFactors.ts';
import type { TableOptionsInput } from '../../core/study/table/tableOptions.ts';
import { parseCount } from './parse.ts';

/** What commander makes of them. */
export interface TableFlags {
  readonly measure?: TableOptionsInput['measure'];
  readonly rows?: TableFactor[];
  readonly selection?: TableOptionsInput['selection'];
  readonly digits?: number;
  readonly bold?: TableOptionsInput['bold'];
  readonly underline?: boolean;
  readonly marks: boolean;
  readonly labels: boolean;
  readonly standings?: boolean;
  readonly test?: PairTestName;
  readonly alpha?: number;
  readonly correction?: CorrectionName;
  readonly family?: FamilyName;
  readonly baseline?: string;
}

/** Adds the options to a command; `measure`: how it asks for what is shown. */
export function addTableOptions(command: Command, measure = measureOption()): Command {
  return command
    .addOption(measure)
    .option(
      '--rows <factors>',
      `what runs down the rows, e.g. training,method; of ${tableFactors.join(', ')}`,
      parseRows,
    )
    .addOption(
      new Option(
        '--selection <which>',
        'shapes chosen on the test images, inside the training images, or both',
      ).choices(['both', 'oracle', 'validated']),
    )
    .option('--digits <n>', 'decimal places (default: as suits the measure)', parseCount(0, 6))
    .addOption(
      new Option('--bold <which>', 'what to set bold: the best of every condition (default), or nothing').choices([
        'best',
        'none',
      ]),
    )
    .option('--underline', 'underline what does not differ significantly from the best')
    .option('--no-marks', 'leave out marks of significance')
    .option('--no-labels', 'leave out the column of methods that use labels')
    .option('--standings', 'add counts and ranks over the conditions (default, except in a column of LaTeX)')
    .option('--no-standings', 'leave out counts and ranks over the conditions')
    .addOption(new Option('--test <test>', 'significance test (default: that of the study)').choices(pairTestNames))
    .option('--alpha <level>', 'significance level (default: that of the study)', parseLevel)
    .addOption(new Option('--correction <name>', 'correction (default: that of the study)').choices(correctionNames))
    .addOption(
      new Option('--family <tests>', 'correct the tests of each condition together, or of the whole table').choices(
        familyNames,
      ),
    )
    .option('--baseline <label>', 'method to compare all others with; "best": the best of each condition');
}

export function measureOption(): Option {
  return new Option('--measure <id>', 'measure to show and compare (default: error-rate)').choices(
    MEASURES.map(({ id }) => id),
  );
}

/** Of tables, which have a column for each of several measures. */
export function measuresOption(): Option {
  const ids = MEASURES.map(({ id }) => id);
  return new Option(
    '--measure <ids>',
    'measure to show and compare (default: error-rate); several become columns, e.g. verification-eer,tar-at-far-1',
  ).argParser((text) =>
    text.split(',').map((part) => {
      const id = ids.find((known) => known === part.trim());
      if (id) return id;
      throw new InvalidArgumentError(`Expected some of ${ids.join(', ')}, found "${part}".`);
    }),
  );
}

/** Of commands that look at one selection only. */
export function oneSelection(): Option {
  return new Option(
    '--selection <which>',
    'shapes chosen on the test images (default) or inside the training images',
  ).choices(['oracle', 'validated']);
}

/** What methods are ranked in. */
export function blocksOption(): Option {
  return new Option('--per <block>', 'rank by conditions, or by datasets (default of several studies)').choices([
    'condition',
    'dataset',
  ]);
}

/** As the contract takes them. */
export function tableOptionsOf(flags: TableFlags): TableOptionsInput {
  const { measure, rows, selection, digits, bold, underline, marks, labels, standings } = flags;
  const { test, alpha, correction, family, baseline } = flags;
  return {
    measure,
    rows,
    selection,
    digits,
    bold,
    underline,
    marks,
    labels,
    standings,
    comparison: given({ test, alpha, correction, family, baseline }),
  };
}

/** Without the fields that are not there: an absent one leaves what the study says. */
function given<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** A significance level between 0 and 0.5. */
export function parseLevel(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value > 0 && value < 0.5)) {
    throw new InvalidArgumentError(`Expected a level between 0 and 0.5, e.g. 0.05, found "${text}".`);
  }
  return value;
}

function parseRows(text: string): TableFactor[] {
  return text.split(',').map((part) => {
    const factor = tableFactors.find((known) => known === part.trim());
    if (factor) return factor;
    throw new InvalidArgumentError(`Expected some of ${tableFactors.join(', ')}, found "${part}".`);
  });
}
