import { putFile } from '../putFile.ts';
import { tableOptionsOf, type TableFlags } from '../tableOptions.ts';
import { findStudy, withEngine, type WorkspaceOptions } from '../workspace.ts';

interface ReportOptions extends WorkspaceOptions, TableFlags {
  readonly out?: string;
}

/** eigenbench report: a study on one HTML page, with figures and statistics. */
export async function reportCommand(name: string, options: ReportOptions): Promise<void> {
  const file = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.export({ id, format: 'report', options: tableOptionsOf(options) });
  });
  await putFile(file, options.out);
}
