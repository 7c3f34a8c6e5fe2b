import { declarationOf, type Protocol } from '../../protocols/registry.ts';

/** Whether a study is of the fitted images: its splits test the very images of the training. */
export function ofFittedImages(protocol: Protocol): boolean {
  return declarationOf(protocol).testsTraining?.(protocol) ?? false;
}
