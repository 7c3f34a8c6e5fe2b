import { print } from '../../terminal.ts';
import { DRAWN_FACES } from '../../../engine/datasets/drawnFaces.ts';
import { withNewEngine } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareDemo } from '../../declarations/workspaceCommands.ts';

type DrawOptions = Omit<OptionsOf<typeof declareDemo>, 'dataOnly'>;

/** eigenbench demo --data-only: the drawn faces as a dataset of the workspace that the other commands use. */
export async function drawFaces({ name = DRAWN_FACES, subjects, ...options }: DrawOptions): Promise<void> {
  const drawn = await withNewEngine(options, ({ client }) => client.datasets.draw({ name, subjects }));
  print(
    `Drew "${drawn.name}": ${drawn.count} images of ${drawn.subjects} subjects, ` +
      `${drawn.rows} rows × ${drawn.cols} columns.\n`,
  );
}
