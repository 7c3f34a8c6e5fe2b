import { tableFormat, type TableFormat } from '../../../core/report/formats.ts';
import { UsageError } from '../errors.ts';
import { pageOptionsOf, type PageFlags } from '../pageOptions.ts';
import { putFile } from '../putFile.ts';
import { tableOptionsOf, type TableFlags } from '../tableOptions.ts';
import { findStudies, withEngine, type WorkspaceOptions } from '../workspace.ts';

interface TableCommandOptions extends WorkspaceOptions, TableFlags, PageFlags {
  readonly format: TableFormat;
  readonly long?: boolean;
  readonly out?: string;
}

/** eigenbench table: the table of a study as it stands, or of several side by side. */
export async function tableCommand(names: readonly string[], options: TableCommandOptions): Promise<void> {
  if (options.long && options.format !== 'csv') {
    throw new UsageError('--long is a form of CSV: add --format csv.');
  }
  const { content, title } = tableFormat(options.format);
  if (content === 'binary' && options.out === undefined) {
    throw new UsageError(`${title} is not text: name a file with --out.`);
  }
  const file = await withEngine(options, async (engine) => {
    const [id, ...beside] = await findStudies(engine, names);
    const format = options.long ? 'csv-long' : options.format;
    return engine.client.studies.export({
      id,
      beside,
      format,
      options: tableOptionsOf(options),
      page: pageOptionsOf(options),
      // What only the terminal shows is no export that the history of the study should tell of.
      shown: format === 'text' && options.out === undefined,
    });
  });
  await putFile(file, options.out);
}
