import { columns } from '../columns.ts';
import { duration } from '../progress.ts';
import { withEngine, type WorkspaceOptions } from '../workspace.ts';
import { print, printJson } from '../terminal.ts';

/** eigenbench studies: name, dataset, state and cells of every study. */
export async function studiesCommand(options: WorkspaceOptions & { readonly json?: boolean }): Promise<void> {
  const studies = await withEngine(options, ({ client }) => client.studies.list());
  if (options.json) {
    printJson(studies);
    return;
  }
  if (studies.length === 0) {
    print('No studies. Run one: eigenbench run <spec.json>\n');
    return;
  }
  const rows = studies.map(({ name, dataset, state, cells, seconds }) => [
    name,
    dataset,
    state,
    `${cells.done} of ${cells.total}`,
    String(cells.failed),
    duration(seconds),
  ]);
  print(columns(['name', 'dataset', 'state', '>cells', '>failed', '>computing'], rows));
}
