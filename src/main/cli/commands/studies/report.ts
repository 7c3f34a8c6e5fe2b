import { extname } from 'node:path';
import type { TableFormat } from '../../../../core/report/formats.ts';
import { UsageError } from '../../errors.ts';
import { requireEnding } from '../../files/outFormat.ts';
import { putFile, isStandardOutput } from '../../files/writeOut.ts';
import { tableOptionsOf } from '../../options/tableOptions.ts';
import { findStudies, withEngine } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareReport } from '../../declarations/tableCommands.ts';

/**
 * eigenbench report: a study on one HTML page, with figures and statistics; or, of one study or several, the report on
 * the comparison of their methods, with the sources of its numbers as JSON in a file alongside.
 */
export async function reportCommand(names: readonly string[], options: OptionsOf<typeof declareReport>): Promise<void> {
  const { comparison, out, rope, difference, power, workspace, ...shown } = options;
  const asked = Object.entries({ rope, difference, power }).find(([, value]) => value !== undefined);
  if (!comparison && asked)
    throw new UsageError(`--${asked[0]} belongs to a report on a comparison: add --comparison.`);
  if (!comparison && names.length > 1) {
    throw new UsageError(`Expected one study, found ${names.length}; only a report with --comparison takes several.`);
  }
  if (!comparison) requireEnding(out, '.html');
  const formats = comparison ? comparisonFormats(out) : (['report'] as const);
  const files = await withEngine({ workspace }, async (engine) => {
    const [id, ...beside] = await findStudies(engine, names);
    const call = { id, beside, options: tableOptionsOf(shown), comparison: { rope, difference, power } };
    const written: File[] = [];
    for (const format of formats) written.push(await engine.client.studies.export({ ...call, format }));
    return written;
  });
  await putFile(files[0], out);
  if (out !== undefined && files.length > 1) await putFile(files[1], out.replace(/\.[^.]*$/, '.json'));
}

/** By the ending of the file; a text has its numbers in a file of the same name. */
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
