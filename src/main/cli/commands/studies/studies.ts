import { print, printJson } from '../../terminal.ts';
import { UsageError } from '../../errors.ts';
import { requireEnding } from '../../files/outFormat.ts';
import { duration } from '../../progress.ts';
import type { WorkspaceOptions } from '../../workspace.ts';
import { storedStudy, withStoredWorkspace } from '../../storedWorkspace.ts';
import { writeSpec } from '../../files/readSpec.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareStudies } from '../../declarations/studyCommands.ts';
import { columns } from '../../options/textColumns.ts';

/** eigenbench studies: lists name, dataset, state and cells of every study. */
export async function studiesCommand({ json, spec, out, ...options }: OptionsOf<typeof declareStudies>): Promise<void> {
  if (spec !== undefined) return specCommand(spec, out, options);
  if (out !== undefined) throw new UsageError('--out requires --spec.');
  const studies = await withStoredWorkspace(options, (workspace) => workspace.studies.list());
  if (json) {
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

/** eigenbench studies --spec: writes the spec of a study as a file for "run", which then continues the same study. */
async function specCommand(name: string, out: string | undefined, options: WorkspaceOptions): Promise<void> {
  requireEnding(out, '.json');
  const spec = await withStoredWorkspace(options, (workspace) => storedStudy(workspace, name).spec);
  await writeSpec(out, spec);
}
