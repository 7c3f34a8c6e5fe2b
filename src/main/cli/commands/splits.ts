import { findStudy, withEngine, type WorkspaceOptions } from '../workspace.ts';
import { writeFileAtomic } from '../writeFileAtomic.ts';

/** eigenbench splits: which images every split of a study trains on and tests. */
export async function splitsCommand(
  name: string,
  options: WorkspaceOptions & { readonly out?: string },
): Promise<void> {
  const { text } = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.export({ id, format: 'splits' });
  });
  if (options.out === undefined) process.stdout.write(text);
  else await writeFileAtomic(options.out, text);
}
