/** What computes here, as manifests name it. */
import { kernelName } from '../core/linalg/index.ts';
import type { Engine } from '../core/study/plan/manifest.ts';
import { programCommit } from './commit.ts';
import { packageRoot } from './packageRoot.ts';
import { joiningFault } from './kernelWidth.ts';
import packageFile from '../../package.json' with { type: 'json' };

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
