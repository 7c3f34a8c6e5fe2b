import { fileEnding, tableFormat, tableFormats, titlesOf, type TableFormat } from '../../../../core/report/formats.ts';
import { optionValues } from '../../../../core/optionField.ts';
import { isColumn, pageFields, type PageOptionsInput } from '../../../../core/report/pageOptions.ts';
import { UsageError } from '../../errors.ts';
import { outFormat } from '../../files/outFormat.ts';
import { putFile } from '../../files/writeOut.ts';
import { tableOptionsOf } from '../../options/tableOptions.ts';
import { findStudies, withEngine } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareTable } from '../../declarations/tableCommands.ts';

type TableOptions = OptionsOf<typeof declareTable>;

/** eigenbench table: the table of a study as it stands, or of several side by side. */
export async function tableCommand(names: readonly string[], options: TableOptions): Promise<void> {
  const { format: named, long, curves, measure: asked = [], out, workspace, ...shown } = options;
  const format = formatOf({ format: named, long, curves, out }, shown);
  const { content, title } = tableFormat(format);
  if (content === 'binary' && out === undefined) {
    throw new UsageError(`${title} is not text: name a file with --out.`);
  }
  const [measure, ...measures] = asked;
  const standings = shown.standings ?? !(format === 'latex' && isColumn(shown));
  const file = await withEngine({ workspace }, async (engine) => {
    const [id, ...beside] = await findStudies(engine, names);
    return engine.client.studies.export({
      id,
      beside,
      format,
      options: tableOptionsOf({ ...shown, measure, standings }),
      measures,
      page: optionValues(pageFields, shown),
      // What only the terminal shows is no export that the history of the study should tell of.
      shown: format === 'text' && out === undefined,
    });
  });
  await putFile(file, out);
}

const ENDINGS = Object.fromEntries(
  tableFormats.filter((format) => format.of === 'table').map((format) => [format.id, fileEnding(format)]),
) as Record<TableFormat, string>;

/** Throws UsageError for a file that ends otherwise, and for options of other formats. */
function formatOf(
  { long, curves, ...file }: Pick<TableOptions, 'format' | 'long' | 'curves' | 'out'>,
  page: PageOptionsInput,
): TableFormat {
  const format = outFormat(ENDINGS, file, 'text');
  for (const [name, { formats }] of Object.entries(pageFields)) {
    const given = page[name as keyof PageOptionsInput] !== undefined;
    if (!given || formats.some((one) => one === format)) continue;
    throw new UsageError(
      `--${name} is an option of ${titlesOf(formats).join(' and ')}, not of ${tableFormat(format).title}.`,
    );
  }
  const form = long ? '--long' : curves ? '--curves' : null;
  if (form === null) return format;
  if (long && curves) throw new UsageError('--long and --curves are two files: name one.');
  if (format === 'csv') return long ? 'csv-long' : 'csv-curves';
  throw new UsageError(`${form} is a form of CSV: add --format csv.`);
}
