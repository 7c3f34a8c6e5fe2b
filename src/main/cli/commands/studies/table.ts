import { fileEnding, tableFormat, tableFormats, titlesOf, type TableFormat } from '../../../../core/report/formats.ts';
import { optionValues, type OptionValues } from '../../../../core/optionField.ts';
import { isColumn, pageFields } from '../../../../core/report/pageOptions.ts';
import type { MeasureId } from '../../../../core/measures/measures.ts';
import { UsageError } from '../../errors.ts';
import { outFormat } from '../../files/outFormat.ts';
import { putFile } from '../../files/putFile.ts';
import { tableOptionsOf, type TableFlags } from '../../options/tableOptions.ts';
import { findStudies, withEngine, type WorkspaceOptions } from '../../workspace.ts';

type PageValues = OptionValues<typeof pageFields>;

interface TableCommandOptions extends WorkspaceOptions, Omit<TableFlags, 'measure'>, PageValues {
  readonly measure?: readonly MeasureId[];
  readonly format?: TableFormat;
  readonly long?: boolean;
  readonly curves?: boolean;
  readonly out?: string;
}

/** eigenbench table: the table of a study as it stands, or of several side by side. */
export async function tableCommand(names: readonly string[], options: TableCommandOptions): Promise<void> {
  const format = formatOf(options);
  const { content, title } = tableFormat(format);
  if (content === 'binary' && options.out === undefined) {
    throw new UsageError(`${title} is not text: name a file with --out.`);
  }
  const [measure, ...measures] = options.measure ?? [];
  const standings = options.standings ?? !(format === 'latex' && isColumn(options));
  const file = await withEngine(options, async (engine) => {
    const [id, ...beside] = await findStudies(engine, names);
    return engine.client.studies.export({
      id,
      beside,
      format,
      options: tableOptionsOf({ ...options, measure, standings }),
      measures,
      page: optionValues(pageFields, options),
      // What only the terminal shows is no export that the history of the study should tell of.
      shown: format === 'text' && options.out === undefined,
    });
  });
  await putFile(file, options.out);
}

const ENDINGS = Object.fromEntries(
  tableFormats.filter((format) => format.of === 'table').map((format) => [format.id, fileEnding(format)]),
) as Record<TableFormat, string>;

/** Throws UsageError for a file that ends otherwise, and for options of other formats. */
function formatOf(options: TableCommandOptions): TableFormat {
  const format = outFormat(ENDINGS, options, 'text');
  for (const [name, { formats }] of Object.entries(pageFields)) {
    const given = options[name as keyof PageValues] !== undefined;
    if (!given || formats.some((one) => one === format)) continue;
    throw new UsageError(
      `--${name} is an option of ${titlesOf(formats).join(' and ')}, not of ${tableFormat(format).title}.`,
    );
  }
  const form = options.long ? '--long' : options.curves ? '--curves' : null;
  if (form === null) return format;
  if (options.long && options.curves) throw new UsageError('--long and --curves are two files: name one.');
  if (format === 'csv') return options.long ? 'csv-long' : 'csv-curves';
  throw new UsageError(`${form} is a form of CSV: add --format csv.`);
}
