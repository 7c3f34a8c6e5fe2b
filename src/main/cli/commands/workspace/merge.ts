import { existsSync } from 'node:fs';
import { Failure } from '../../errors.ts';
import { requireRest } from '../../storedWorkspace.ts';
import { plural } from '../../../../core/text/phrases.ts';
import { print, printNotice } from '../../terminal.ts';
import { workspacePath } from '../../workspace.ts';
import { closeAfter } from '../../interrupt.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareMerge } from '../../declarations/studyCommands.ts';

/**
 * eigenbench merge: merges the studies of other workspaces, e.g. of shards, into the workspace. The others may be
 * read-only.
 */
export async function mergeCommand(paths: readonly string[], options: OptionsOf<typeof declareMerge>): Promise<void> {
  for (const path of paths) if (!existsSync(path)) throw new Failure(`${path}: there is no such file.`);
  const [{ openWorkspace }, { mergeInto }] = await Promise.all([
    import('../../../workspace/workspace.ts'),
    import('../../../workspace/mergeWorkspaces.ts'),
  ]);
  const open = (path: string) => {
    const workspace = openWorkspace(path);
    for (const notice of workspace.notices) printNotice(notice);
    return workspace;
  };
  const target = open(await workspacePath(options));
  await closeAfter(() => {
    target.requireWritable();
    requireRest(target);
    const merge = mergeInto(target);
    const left = new Map<string, number>();
    let unchanged = 0;
    for (const path of paths) {
      const source = open(path);
      try {
        requireRest(source);
        const studies = merge(source);
        for (const { name, added, open } of studies) {
          left.set(name, open);
          if (added > 0) print(`${path}: "${name}", ${plural(added, 'cell')} added.\n`);
        }
        if (studies.every(({ added }) => added === 0)) unchanged++;
        target.requirePresent();
      } finally {
        source.close();
      }
    }
    if (unchanged > 0) print(`Nothing new in ${unchanged} of ${plural(paths.length, 'workspace')}.\n`);
    for (const [name, cells] of left) {
      print(`"${name}" ${cells === 0 ? 'is complete' : `has ${cells} open cells`}.\n`);
    }
  }, target.close);
}
