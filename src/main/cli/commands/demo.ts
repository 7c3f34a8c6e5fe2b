import { join, resolve } from 'node:path';
import { plural } from '../../../core/text/phrases.ts';
import { dataFolder } from '../../dataFolder.ts';
import { DRAWN_FACES } from '../../engine/datasets/drawnFaces.ts';
import { Failure, UsageError } from '../errors.ts';
import { runStudy } from '../runStudy.ts';
import { withNewEngine } from '../workspace.ts';
import { print, printNotice, printVerdict } from '../terminal.ts';
import type { OptionsOf } from '../declarations/declare.ts';
import type { declareDemo } from '../declarations/workspaceCommands.ts';
import { shellWord } from '../../../core/text/shellQuote.ts';
import { fromSources } from '../../packageRoot.ts';

/** The command that opens a study in the application. The path is absolute, because npm starts it in another folder. */
export function howToOpen(study: string, workspace: string, sources: boolean = fromSources()): string {
  const option = `--workspace ${shellWord(resolve(workspace))}`;
  return sources ? `npm start -- ${option}` : `eigenbench open ${shellWord(study)} ${option}`;
}

/**
 * eigenbench demo: draws faces, compares a few methods on them (--all: all but the demanding ones), prints the table
 * and keeps the workspace for exploration. --data-only only draws the faces.
 */
export async function demoCommand({
  dataOnly,
  name,
  subjects,
  all,
  ...options
}: OptionsOf<typeof declareDemo>): Promise<void> {
  if (dataOnly && all) throw new UsageError('--all: expected a study, found --data-only, which compares nothing.');
  if (dataOnly) return drawFaces({ ...options, name, subjects });
  for (const [option, value] of Object.entries({ '--name': name, '--subjects': subjects })) {
    if (value !== undefined) throw new UsageError(`${option}: expected --data-only as well, found ${option} alone.`);
  }
  const workspace = options.workspace ?? join(dataFolder(), 'demo.eigenbench');
  const from = performance.now();
  await withNewEngine({ ...options, workspace }, async (engine) => {
    const { client } = engine;
    printNotice(`Workspace: ${workspace}`);
    const before = new Set((await client.datasets.list()).map(({ id }) => id));
    const study = await client.studies.demo({ all });
    const dataset = (await client.datasets.list()).find(({ name }) => name === study.dataset)!;
    const { count, subjects, rows, cols, hash } = dataset;
    if (!before.has(dataset.id)) {
      printNotice(`Drew ${count} faces of ${subjects} subjects, ${rows} rows × ${cols} columns.`);
    }
    printNotice(
      study.state === 'finished'
        ? 'The study exists already; this is its table.'
        : `Comparing ${study.methods.length} methods: ${study.cells.total} cells.`,
    );
    const { failed, verdict } = await runStudy(engine, study, { json: false });
    const table = await client.studies.export({ id: study.id, format: 'text', page: { notes: 'short' }, shown: true });
    print('\n');
    printVerdict(verdict);
    print(`${(await table.text()).trimEnd()}\n\n`);
    if (failed.length > 0)
      throw new Failure(`${plural(failed.length, 'cell')} failed, the first one: ${failed[0].reason}`);
    printNotice(`${((performance.now() - from) / 1000).toFixed(1)} s; pixels ${hash.slice(0, 12)}.`);
    printNotice(`Open it in the application: ${howToOpen(study.name, workspace)}`);
  });
}

type DrawOptions = Omit<OptionsOf<typeof declareDemo>, 'dataOnly' | 'all'>;

/** eigenbench demo --data-only: adds the drawn faces as a dataset to the workspace of the other commands. */
async function drawFaces({ name = DRAWN_FACES, subjects, ...options }: DrawOptions): Promise<void> {
  const drawn = await withNewEngine(options, ({ client }) => client.datasets.draw({ name, subjects }));
  print(
    `Drew "${drawn.name}": ${drawn.count} images of ${drawn.subjects} subjects, ` +
      `${drawn.rows} rows × ${drawn.cols} columns.\n`,
  );
}
