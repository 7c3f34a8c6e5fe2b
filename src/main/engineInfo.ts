/** The program, runtime and kernels, as recorded in manifests. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { kernelName } from '../core/linalg/index.ts';
import type { Engine } from '../core/study/plan/manifest.ts';
import { packageRoot } from './packageRoot.ts';
import { joiningFault } from './kernelWidth.ts';
import packageFile from '../../package.json' with { type: 'json' };

// The commit of the running program.

/** Defined by the build; undefined when run from sources. */
declare const EIGENBENCH_COMMIT: string | undefined;

/** The commit in hexadecimal, with "-dirty" appended if files have changed since; null if unknown. */
function programCommit(root: string): string | null {
  return typeof EIGENBENCH_COMMIT === 'string' ? EIGENBENCH_COMMIT : workingCopyCommit(root);
}

/** The commit of the working copy at `root`, as git describes it; null without a working copy or without git. */
export function workingCopyCommit(root: string): string | null {
  // A package inside the working copy of another project does not belong to that project's commit.
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

export function engineInfo(): Engine {
  const widthFault = joiningFault();
  return {
    appVersion: packageFile.version,
    commit: programCommit(packageRoot()),
    runtime: `Node ${process.versions.node}, V8 ${process.versions.v8}, ${process.platform} ${process.arch}`,
    libraries: packageFile.dependencies,
    kernel: kernelName(),
    ...(widthFault !== null && { widthFault }),
  };
}
