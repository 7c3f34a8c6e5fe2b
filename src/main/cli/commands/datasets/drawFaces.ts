import { print } from '../../terminal.ts';
import { DRAWN_FACES } from '../../../engine/datasets/drawnFaces.ts';
import { withNewEngine, type WorkspaceOptions } from '../../workspace.ts';

interface DrawOptions extends WorkspaceOptions {
  /** @default "drawn faces" */
  readonly name?: string;
  /** @default those of the demo */
  readonly subjects?: number;
}

/** eigenbench demo --data-only: the drawn faces as a dataset of the workspace that the other commands use. */
export async function drawFaces({ name = DRAWN_FACES, subjects, ...options }: DrawOptions): Promise<void> {
  const drawn = await withNewEngine(options, ({ client }) => client.datasets.draw({ name, subjects }));
  print(
    `Drew "${drawn.name}": ${drawn.count} images of ${drawn.subjects} subjects, ` +
      `${drawn.rows} rows × ${drawn.cols} columns.\n`,
  );
}
