import { existsSync } from 'node:fs';
import { plural } from '../../../core/text/words.ts';
import { bytes } from '../../../core/text/bytes.ts';
import type { Finding } from './finding.ts';

const what = 'workspace';

/** Whether the workspace can be opened and is free of damage; a missing one is no fault. It is not written. */
export async function examineWorkspace(path: string): Promise<Finding> {
  if (!existsSync(path)) {
    return { what, state: 'optional', found: `none at ${path}`, remedy: '"eigenbench import" makes it' };
  }
  try {
    const { openWorkspace } = await import('../../workspace/workspace.ts');
    const workspace = openWorkspace(path, { readOnly: true });
    try {
      const { bytes: size, free } = workspace.space();
      const held = `${plural(workspace.datasets.list().length, 'dataset')}, ${plural(workspace.studies.list().length, 'study', 'studies')}`;
      const found = `${path} (${bytes(size)}, ${held})`;
      if (free > size / 2 && free > 2 ** 26) {
        return { what, state: 'optional', found, remedy: `"eigenbench shrink" frees ${bytes(free)}` };
      }
      return { what, state: 'good', found, remedy: null };
    } finally {
      workspace.close();
    }
  } catch (error) {
    const remedy = '"eigenbench check" lists the damage, a backup brings it back';
    return { what, state: 'bad', found: (error as Error).message, remedy };
  }
}
