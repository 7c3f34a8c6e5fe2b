import type { WebFrameMain } from 'electron';
import { isOwnAddress } from './appProtocol.ts';

/** Whether a message comes from the top frame of the application's own page; a frame that is gone has none. */
export function isTrustedFrame(frame: Pick<WebFrameMain, 'url' | 'parent'> | null): boolean {
  return frame !== null && frame.parent === null && isOwnAddress(frame.url);
}
