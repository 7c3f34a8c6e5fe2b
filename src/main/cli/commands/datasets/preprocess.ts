import { findDataset, withEngine } from '../../workspace.ts';
import { eyesOf } from '../../options/eyesOption.ts';
import { describeReport, followImport } from './followImport.ts';
import { print, printJson } from '../../terminal.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declarePreprocess } from '../../declarations/datasetCommands.ts';

/** eigenbench preprocess: a new dataset from the images of another one, which stays as it is. */
export async function preprocessCommand(
  dataset: string,
  { name, step, eyes, json, ...options }: OptionsOf<typeof declarePreprocess>,
): Promise<void> {
  const report = await withEngine(options, async (engine) => {
    const { id } = await findDataset(engine, dataset);
    const input = { id, name, steps: [...step], ...eyesOf(engine, eyes) };
    return followImport(json === true, (signal) => engine.client.datasets.preprocess(input, { signal }));
  });
  if (json) printJson(report);
  else print(describeReport(report, 'Made'));
}
