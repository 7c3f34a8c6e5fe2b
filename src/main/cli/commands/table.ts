import { UsageError } from '../errors.ts';
import { findStudy, withEngine, type WorkspaceOptions } from '../workspace.ts';
import { writeFileAtomic } from '../writeFileAtomic.ts';

interface TableOptions extends WorkspaceOptions {
  readonly format: 'text' | 'csv' | 'tsv' | 'latex' | 'markdown' | 'html' | 'typst' | 'methods' | 'bibtex' | 'json';
  readonly long?: boolean;
  readonly out?: string;
}

/** eigenbench table: the table of a study as it stands. */
export async function tableCommand(name: string, options: TableOptions): Promise<void> {
  if (options.long && options.format !== 'csv') {
    throw new UsageError('--long is a form of CSV: add --format csv.');
  }
  const exported = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.export({ id, format: options.long ? 'csv-long' : options.format });
  });
  const text = exported.text.endsWith('\n') ? exported.text : `${exported.text}\n`;
  if (options.out === undefined) process.stdout.write(text);
  else await writeFileAtomic(options.out, text);
}
