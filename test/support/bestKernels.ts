/** Files of the quick tests share a thread: a build of the kernels that one of them selects ends with it. */
import { bestBuild, selectKernels } from '../../src/core/linalg/index.ts';

selectKernels(bestBuild());
