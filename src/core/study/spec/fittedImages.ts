import { declarationOf, type Protocol } from '../../protocols/registry.ts';

/** Whether the study tests on its training images. */
export function testsTrainingImages(protocol: Protocol): boolean {
  return declarationOf(protocol).testsTraining?.(protocol) ?? false;
}
