/** Shared options of commands that show tables. */
import { InvalidArgumentError } from 'commander';
import { MEASURES } from '../../../core/measures/measures.ts';
import { fieldValues, type FieldValues } from '../../../core/field.ts';
import { comparisonFields } from '../../../core/compare/comparison.ts';
import { tableFields, type TableOptionsInput } from '../../../core/study/table/tableOptions.ts';
import { didYouMean } from '../../../core/text/nameLookup.ts';
import { Option, type Command, type Values, type Only } from '../declarations/declare.ts';
import type { PageOptionsInput } from '../../../core/report/pageOptions.ts';
import { addOptionFields, fieldOption, fieldReader } from './optionFields.ts';

/** Parsed flags of tables. */
type TableFlags = FieldValues<typeof tableFields> & FieldValues<typeof comparisonFields>;

/** Adds the options to a command that declares the measure itself, since it may be one or several. */
export function addTableOptions<Arguments extends unknown[], Options extends Values>(
  command: Command<Arguments, Options>,
) {
  const { measure: _, ...fields } = tableFields;
  return addOptionFields(command, { ...fields, ...comparisonFields });
}

export function measureOption() {
  return fieldOption('measure', tableFields.measure);
}

/** A significance level between 0 and 0.5. */
export const parseLevel = fieldReader(comparisonFields.alpha);

/** For tables, which have a column per measure. */
export function measuresOption(
  help = 'measure to show and compare (default: error-rate); several become columns, e.g. verification-eer,tar-at-far-1',
) {
  const ids = MEASURES.map(({ id }) => id);
  return new Option('--measure <ids>', help).argParser((text) =>
    text.split(',').map((part) => {
      const id = ids.find((candidate) => candidate === part.trim());
      if (id) return id;
      const measures = `the measures are ${ids.join(', ')}`;
      throw new InvalidArgumentError(`There is no measure "${part}"${didYouMean(part, ids, measures)}`);
    }),
  );
}

/** For commands on a single selection. */
export function oneSelection() {
  return new Option(
    '--selection <which>',
    'shapes chosen on the test images (default) or inside the training images',
  ).choices(['oracle', 'validated']);
}

/** Blocks of a ranking. */
export function blocksOption() {
  return new Option('--per <block>', 'rank by conditions, or by datasets (default of several studies)').choices([
    'condition',
    'dataset',
  ]);
}

/** Converts flags to options of the contract; only page options may be given in addition. */
export function tableOptionsOf<Given extends TableFlags>(
  flags: Only<TableFlags & PageOptionsInput, Given>,
): TableOptionsInput {
  return { ...fieldValues(tableFields, flags), comparison: given(fieldValues(comparisonFields, flags)) };
}

/** Drops undefined fields, so the study's own values apply. */
function given<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
