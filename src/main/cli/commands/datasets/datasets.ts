import { columns } from '../../options/columns.ts';
import { withEngine, type WorkspaceOptions } from '../../workspace.ts';
import { print, printJson } from '../../terminal.ts';

/** eigenbench datasets: what the workspace holds. */
export async function datasetsCommand(options: WorkspaceOptions & { readonly json?: boolean }): Promise<void> {
  const datasets = await withEngine(options, async ({ client }) => {
    const all = await client.datasets.list();
    if (!options.json) return all;
    const made = await Promise.all(all.map(({ id }) => client.datasets.making({ id })));
    return all.map((dataset, n) => ({ ...dataset, making: made[n].stages, commands: made[n].commands }));
  });
  if (options.json) {
    printJson(datasets);
    return;
  }
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
