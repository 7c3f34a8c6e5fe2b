import { columns } from '../columns.ts';
import { withEngine, type WorkspaceOptions } from '../workspace.ts';

/** eigenbench datasets: what the workspace holds. */
export async function datasetsCommand(options: WorkspaceOptions & { readonly json?: boolean }): Promise<void> {
  const datasets = await withEngine(options, ({ client }) => client.datasets.list());
  if (options.json) {
    process.stdout.write(`${JSON.stringify(datasets, null, 2)}\n`);
    return;
  }
  if (datasets.length === 0) {
    process.stdout.write('No datasets. Import one: eigenbench import <folder or file> --name <name>\n');
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
  process.stdout.write(
    columns(['name', '>images', '>subjects', '>a subject', '>rows × columns', '>problems', 'layout', 'hash'], rows),
  );
}
