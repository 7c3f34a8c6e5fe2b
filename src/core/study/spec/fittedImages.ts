/** Studies of the fitted images: predefined splits that test the very images of the training. */
import type { Protocol } from './spec.ts';

export type GivenSplit = Extract<Protocol, { kind: 'explicit' }>['splits'][number];

/** Whether a split tests its training images, all of them and no others, in any order. */
export function testsTraining({ train, test, gallery }: GivenSplit): boolean {
  const trained = new Set(train);
  return gallery === undefined && test.length === train.length && test.every((image) => trained.has(image));
}

/** Whether all splits of a protocol do. A checked protocol has either only such splits or none. */
export function ofFittedImages(protocol: Protocol): boolean {
  return protocol.kind === 'explicit' && protocol.splits.every(testsTraining);
}
