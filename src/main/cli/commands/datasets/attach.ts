/** eigenbench attach, detach: vectors from elsewhere as features of a dataset. */
import { readBytes } from '../../files/arrays.ts';
import { columns } from '../../options/columns.ts';
import { UsageError } from '../../errors.ts';
import { print, printJson } from '../../terminal.ts';
import { findDataset, withEngine, type WorkspaceOptions } from '../../workspace.ts';

interface AttachOptions extends WorkspaceOptions {
  readonly as?: string;
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** Joins a file to a dataset; without one, lists what is attached. */
export async function attachCommand(dataset: string, path: string | undefined, options: AttachOptions): Promise<void> {
  if (path === undefined) return list(dataset, options);
  if (options.as === undefined) throw new UsageError('--as is missing: specs refer to the vectors by this name.');
  const file = { name: path, content: Buffer.from(await readBytes(path)).toString('base64') };
  const added = await withEngine(options, async (engine) => {
    const { id } = await findDataset(engine, dataset);
    return engine.client.datasets.attach({ id, file, name: options.as!, replace: options.replace === true });
  });
  if (options.json) printJson(added);
  else {
    const { name, length, joinedBy } = added;
    print(
      `Attached "${name}" to "${dataset}": ${length} numbers per image, joined by ${joinedBy}. In a spec: "features": ["${name}"].\n`,
    );
  }
}

/** Takes vectors away. */
export async function detachCommand(dataset: string, name: string, options: WorkspaceOptions): Promise<void> {
  await withEngine(options, async (engine) => {
    const { id } = await findDataset(engine, dataset);
    await engine.client.datasets.detach({ id, name });
  });
  print(`Detached "${name}" from "${dataset}".\n`);
}

async function list(dataset: string, options: AttachOptions): Promise<void> {
  const attached = await withEngine(options, async (engine) => {
    const { id } = await findDataset(engine, dataset);
    return engine.client.datasets.attachments({ id });
  });
  if (options.json) printJson(attached);
  else if (attached.length === 0) print(`Nothing is attached to "${dataset}".\n`);
  else {
    const rows = attached.map(({ name, length, source, hash, usable }) => [
      name,
      String(length),
      source,
      hash.slice(0, 12),
      usable ? '' : 'of other images',
    ]);
    print(columns(['name', '>length', 'source', 'sha-256', ''], rows));
  }
}
