/** The options of commands that show tables, for all of them the same. */
import { InvalidArgumentError } from 'commander';
import { MEASURES } from '../../../core/measures/measures.ts';
import { optionValues, type OptionValues } from '../../../core/optionField.ts';
import { comparisonFields, tableFields, type TableOptionsInput } from '../../../core/study/table/tableOptions.ts';
import { Option, type Command, type Values, type Only } from '../declarations/declare.ts';
import type { PageOptionsInput } from '../../../core/report/pageOptions.ts';
import { addOptionFields, fieldOption, fieldReader } from './optionFields.ts';

/** What commander makes of them. */
type TableFlags = OptionValues<typeof tableFields> & OptionValues<typeof comparisonFields>;

/** Adds the options to a command that asks for what is shown itself: for one measure, or several. */
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

/** Of tables, which have a column for each of several measures. */
export function measuresOption() {
  const ids = MEASURES.map(({ id }) => id);
  return new Option(
    '--measure <ids>',
    'measure to show and compare (default: error-rate); several become columns, e.g. verification-eer,tar-at-far-1',
  ).argParser((text) =>
    text.split(',').map((part) => {
      const id = ids.find((candidate) => candidate === part.trim());
      if (id) return id;
      throw new InvalidArgumentError(`Expected some of ${ids.join(', ')}, found "${part}".`);
    }),
  );
}

/** Of commands that look at one selection only. */
export function oneSelection() {
  return new Option(
    '--selection <which>',
    'shapes chosen on the test images (default) or inside the training images',
  ).choices(['oracle', 'validated']);
}

/** What methods are ranked in. */
export function blocksOption() {
  return new Option('--per <block>', 'rank by conditions, or by datasets (default of several studies)').choices([
    'condition',
    'dataset',
  ]);
}

/** As the contract takes them; besides them at most the options of the page are given. */
export function tableOptionsOf<Given extends TableFlags>(
  flags: Only<TableFlags & PageOptionsInput, Given>,
): TableOptionsInput {
  return { ...optionValues(tableFields, flags), comparison: given(optionValues(comparisonFields, flags)) };
}

/** Without the fields that are not there: an absent one leaves what the study says. */
function given<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
