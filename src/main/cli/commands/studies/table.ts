import { extname } from 'node:path';
import { fileEnding, tableFormat, tableFormats, titlesOf, type TableFormat } from '../../../../core/report/formats.ts';
import { fieldValues } from '../../../../core/field.ts';
import { isColumn, pageFields, pageFormats, type PageOptionsInput } from '../../../../core/report/pageOptions.ts';
import { listed } from '../../../../core/text/phrases.ts';
import { UsageError } from '../../errors.ts';
import { outFormat, requireEnding } from '../../files/outFormat.ts';
import { putFile, isStandardOutput } from '../../files/writeOut.ts';
import { printVerdict } from '../../terminal.ts';
import { tableOptionsOf } from '../../options/tableOptions.ts';
import { findStudies, withEngine } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareTable, declareReport } from '../../declarations/tableCommands.ts';

type TableOptions = OptionsOf<typeof declareTable>;

/** eigenbench table: shows the current table of a study, or of several side by side. */
export async function tableCommand(names: readonly string[], options: TableOptions): Promise<void> {
  const { format: named, long, curves, measure: requestedMeasures = [], out, workspace, ...display } = options;
  const format = formatOf({ format: named, long, curves, out }, display);
  const { content, title } = tableFormat(format);
  if (content === 'binary' && out === undefined) {
    throw new UsageError(`${title} is not text: name a file with --out.`);
  }
  const [measure, ...measures] = requestedMeasures;
  const standings = display.standings ?? !((format === 'latex' || format === 'docx') && isColumn(display));
  // Output on the terminal is not recorded as an export in the history of the study; the verdict comes before it.
  const printed = format === 'text' && out === undefined;
  const { file, verdict } = await withEngine({ workspace }, async (engine) => {
    const { client } = engine;
    const [id, ...beside] = await findStudies(engine, names);
    const options = tableOptionsOf({ ...display, measure, standings });
    const { notes = printed ? 'short' : undefined, ...page } = fieldValues(pageFields, display);
    return {
      file: await client.studies.export({
        id,
        beside,
        format,
        options,
        measures,
        page: { ...page, notes },
        shown: printed,
      }),
      verdict: printed ? await client.studies.verdict({ id, beside, options }) : null,
    };
  });
  if (verdict !== null) printVerdict(verdict);
  await putFile(file, out);
}

const ENDINGS = Object.fromEntries(
  tableFormats.filter((format) => format.of === 'table').map((format) => [format.id, fileEnding(format)]),
) as Record<TableFormat, string>;

/** Throws UsageError for another file extension, and for options of other formats. */
function formatOf(
  { long, curves, ...file }: Pick<TableOptions, 'format' | 'long' | 'curves' | 'out'>,
  page: PageOptionsInput,
): TableFormat {
  const format = outFormat(ENDINGS, file, 'text');
  for (const [name, schema] of Object.entries(pageFields)) {
    const formats = pageFormats(schema);
    const given = page[name as keyof PageOptionsInput] !== undefined;
    if (!given || formats.some((one) => one === format)) continue;
    throw new UsageError(
      `--${name} is an option of ${listed(titlesOf(formats))}, not of ${tableFormat(format).title}.`,
    );
  }
  const form = long ? '--long' : curves ? '--curves' : null;
  if (form === null) return format;
  if (long && curves) throw new UsageError('--long and --curves write different files: give one.');
  if (format === 'csv') return long ? 'csv-long' : 'csv-curves';
  throw new UsageError(`${form} is a form of CSV: add --format csv.`);
}

/**
 * eigenbench report: writes a study as one HTML page with figures and statistics; or a report on the comparison of the
 * methods of one or several studies, with the sources of its numbers as JSON in a second file.
 */
export async function reportCommand(names: readonly string[], options: OptionsOf<typeof declareReport>): Promise<void> {
  const { comparison, out, rope, difference, power, workspace, ...display } = options;
  const misplaced = Object.entries({ rope, difference, power }).find(([, value]) => value !== undefined);
  if (!comparison && misplaced)
    throw new UsageError(`--${misplaced[0]} belongs to a report on a comparison: add --comparison.`);
  if (!comparison && names.length > 1) {
    throw new UsageError(`Expected one study, found ${names.length}; only a report with --comparison takes several.`);
  }
  if (!comparison) requireEnding(out, '.html');
  const formats = comparison ? comparisonFormats(out) : (['report'] as const);
  const files = await withEngine({ workspace }, async (engine) => {
    const [id, ...beside] = await findStudies(engine, names);
    const call = { id, beside, options: tableOptionsOf(display), comparison: { rope, difference, power } };
    const written: File[] = [];
    for (const format of formats) written.push(await engine.client.studies.export({ ...call, format }));
    return written;
  });
  await putFile(files[0], out);
  if (out !== undefined && files.length > 1) await putFile(files[1], out.replace(/\.[^.]*$/, '.json'));
}

/** Chooses formats by the file extension; a text report has its numbers in a file of the same name. */
function comparisonFormats(out: string | undefined): TableFormat[] {
  if (out === undefined || isStandardOutput(out)) return ['comparison-markdown'];
  switch (extname(out).toLowerCase()) {
    case '.html':
      return ['comparison', 'comparison-json'];
    case '.md':
      return ['comparison-markdown', 'comparison-json'];
    case '.json':
      return ['comparison-json'];
    default:
      throw new UsageError(`--out ${out}: expected a file that ends in .html, .md or .json.`);
  }
}
