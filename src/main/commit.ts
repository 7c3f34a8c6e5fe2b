/** The commit that the running program was made from. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Put in by the build; sources run without it. */
declare const EIGENBENCH_COMMIT: string | undefined;

/** The commit in hexadecimal, "-dirty" behind it where files were changed since; null where nobody knows. */
export function programCommit(root: string): string | null {
  return typeof EIGENBENCH_COMMIT === 'string' ? EIGENBENCH_COMMIT : workingCopyCommit(root);
}

/** The commit of the working copy at `root`, as git describes it; null where that is none, or there is no git. */
export function workingCopyCommit(root: string): string | null {
  // A package inside the working copy of another project is not of that project's commit.
  if (!existsSync(join(root, '.git'))) return null;
  try {
    const text = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return text.trim();
  } catch {
    return null;
  }
}
