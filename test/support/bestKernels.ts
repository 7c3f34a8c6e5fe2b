/** Files of the quick tests share a thread: a build of the kernels that one of them selects ends with it. */
import { selectKernels } from '../../src/core/linalg/index.ts';
import { bestBuild } from '../../src/core/linalg/kernels/kernels.ts';

selectKernels(bestBuild());
