/** eigenbench attach, detach: external vectors as features of a dataset. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readBytes } from '../../files/arrays.ts';
import { print, printJson } from '../../terminal.ts';
import { UsageError, Failure } from '../../errors.ts';
import { findDataset, withEngine, type WorkspaceOptions } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareAttach, declareDetach, declareEmbed } from '../../declarations/datasetCommands.ts';
import { columns } from '../../options/textColumns.ts';
import { followStream } from '../followStream.ts';

/** Attaches a file to a dataset; without a file, lists the attached vectors. */
export async function attachCommand(
  dataset: string,
  path: string | undefined,
  { as, replace, json, ...options }: OptionsOf<typeof declareAttach>,
): Promise<void> {
  if (path === undefined) return list(dataset, json, options);
  if (as === undefined) throw new UsageError('--as is missing: specs refer to the vectors by this name.');
  const file = { name: path, content: Buffer.from(await readBytes(path)).toString('base64') };
  const added = await withEngine(options, async (engine) => {
    const { id } = await findDataset(engine, dataset);
    return engine.client.datasets.attach({ id, file, name: as, replace: replace === true });
  });
  if (json) printJson(added);
  else {
    const { name, length, joinedBy } = added;
    print(
      `Attached "${name}" to "${dataset}": ${length} numbers per image, joined by ${joinedBy}. In a spec: "features": ["${name}"].\n`,
    );
  }
}

/** Detaches vectors. */
export async function detachCommand(
  dataset: string,
  name: string,
  options: OptionsOf<typeof declareDetach>,
): Promise<void> {
  await withEngine(options, async (engine) => {
    const { id } = await findDataset(engine, dataset);
    await engine.client.datasets.detach({ id, name });
  });
  print(`Detached "${name}" from "${dataset}".\n`);
}

async function list(dataset: string, json: true | undefined, options: WorkspaceOptions): Promise<void> {
  const attached = await withEngine(options, async (engine) => {
    const { id } = await findDataset(engine, dataset);
    return engine.client.datasets.attachments({ id });
  });
  if (json) printJson(attached);
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

// eigenbench embed: computes a network's vectors of the images of a dataset and attaches them.

export async function embedCommand(
  dataset: string,
  { model, as, images, replace, json, ...options }: OptionsOf<typeof declareEmbed>,
): Promise<void> {
  if (model !== 'built-in' && !existsSync(model)) throw new Failure(`--model ${model}: there is no such file.`);
  if (images !== undefined && !existsSync(images)) throw new Failure(`--images ${images}: there is no such folder.`);
  const { attached } = await withEngine(options, async (engine) => {
    const { id } = await findDataset(engine, dataset);
    const given = {
      ...(model !== 'built-in' && { model: engine.grant(resolve(model)) }),
      ...(images !== undefined && { images: engine.grant(resolve(images)) }),
    };
    return followStream({
      unit: 'images',
      of: `Deep features of "${dataset}"`,
      json: json === true,
      start: (signal) =>
        engine.client.datasets.embed({ id, name: as, replace: replace === true, ...given }, { signal }),
      cancelled: 'Cancelled: no vectors were attached.',
    });
  });
  if (json) printJson(attached);
  else {
    const { name, length, source } = attached;
    print(
      `Attached "${name}" to "${dataset}": ${length} numbers per image (${source}). In a spec: "features": ["${name}"].\n`,
    );
  }
}
