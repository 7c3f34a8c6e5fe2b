/** eigenbench embed: a network's vectors of the images of a dataset, attached to it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../../errors.ts';
import { print, printJson } from '../../terminal.ts';
import { findDataset, withEngine } from '../../workspace.ts';
import { followStream } from '../followStream.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareEmbed } from '../../declarations/datasetCommands.ts';

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
