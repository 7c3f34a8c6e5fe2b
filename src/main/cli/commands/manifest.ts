import { findStudy, withEngine, type WorkspaceOptions } from '../workspace.ts';
import { writeFileAtomic } from '../writeFileAtomic.ts';

/** eigenbench manifest: everything needed to run a study again and compare. */
export async function manifestCommand(
  name: string,
  options: WorkspaceOptions & { readonly out?: string },
): Promise<void> {
  const { text } = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.export({ id, format: 'manifest' });
  });
  if (options.out === undefined) process.stdout.write(text);
  else await writeFileAtomic(options.out, text);
}
