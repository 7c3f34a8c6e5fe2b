import { print, printJson } from '../../terminal.ts';
import { withStoredWorkspace } from '../../storedWorkspace.ts';
import { withEngine } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareDatasets } from '../../declarations/datasetCommands.ts';
import { columns } from '../../options/textColumns.ts';

/** eigenbench datasets: lists the datasets of the workspace. */
export async function datasetsCommand({ json, ...options }: OptionsOf<typeof declareDatasets>): Promise<void> {
  if (json) {
    const datasets = await withEngine(options, async ({ client }) => {
      const all = await client.datasets.list();
      const made = await Promise.all(all.map(({ id }) => client.datasets.making({ id })));
      return all.map((dataset, n) => ({ ...dataset, making: made[n].stages, commands: made[n].commands }));
    });
    printJson(datasets);
    return;
  }
  const datasets = await withStoredWorkspace(options, (workspace) => workspace.datasets.list());
  if (datasets.length === 0) {
    print('No datasets. Import one: eigenbench import <folder or file> --name <name>\n');
    return;
  }
  const rows = datasets.map((dataset) => {
    const [least, most] = dataset.perSubject;
    return [
      dataset.name,
      String(dataset.count),
      String(dataset.subjects),
      least === most ? String(least) : `${least}–${most}`,
      `${dataset.rows} × ${dataset.cols}`,
      String(dataset.problems.length),
      dataset.layout,
      dataset.hash.slice(0, 12),
    ];
  });
  print(
    columns(['name', '>images', '>subjects', '>a subject', '>rows × columns', '>problems', 'layout', 'hash'], rows),
  );
}
