/** Worker thread: starts the program of an external method and inspects it, then exits. */
import type { MethodReport } from '../../core/contract/methods.ts';
import { FitError } from '../../core/methods/method.ts';
import { InvalidInputError } from '../../core/methods/problems.ts';
import { inspectFolder } from '../external/addMethod.ts';
import { checkMethod } from '../external/checkMethod.ts';
import type { TrialFaces } from '../external/trialFaces.ts';
import { FolderError } from '../external/folderHash.ts';
import type { RegisteredMethod } from '../external/registryFile.ts';
import { runJob } from './runJob.ts';

export interface MethodJob {
  readonly kind: 'inspect' | 'check';
  readonly folder: string;
  /** For a check. @default drawn faces */
  readonly faces?: TrialFaces;
}

export type MethodResult =
  | { readonly kind: 'inspected'; readonly entry: RegisteredMethod }
  | { readonly kind: 'checked'; readonly report: MethodReport };

runJob(({ kind, folder, faces }: MethodJob): MethodResult => {
  try {
    if (kind === 'check') return { kind: 'checked', report: checkMethod(folder, { faces }) };
    return { kind: 'inspected', entry: inspectFolder(folder) };
  } catch (error) {
    // Problems of a folder are reported to the user, like those of a fit.
    if (error instanceof FolderError || error instanceof InvalidInputError) throw new FitError(error.message);
    throw error;
  }
});
