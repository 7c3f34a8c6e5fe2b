import type { Step } from '../../../../core/images/preprocess/steps.ts';
import { findDataset, withEngine, type WorkspaceOptions } from '../../workspace.ts';
import { eyesOf } from '../../options/eyesOption.ts';
import { describeReport, followImport } from './followImport.ts';
import { print, printJson } from '../../terminal.ts';

interface PreprocessOptions extends WorkspaceOptions {
  readonly name: string;
  readonly step: readonly Step[];
  readonly eyes?: string;
  readonly json?: boolean;
}

/** eigenbench preprocess: a new dataset from the images of another one, which stays as it is. */
export async function preprocessCommand(dataset: string, options: PreprocessOptions): Promise<void> {
  const report = await withEngine(options, async (engine) => {
    const { id } = await findDataset(engine, dataset);
    const input = { id, name: options.name, steps: [...options.step], ...eyesOf(engine, options.eyes) };
    return followImport(options.json === true, (signal) => engine.client.datasets.preprocess(input, { signal }));
  });
  if (options.json) printJson(report);
  else print(describeReport(report, 'Made'));
}
