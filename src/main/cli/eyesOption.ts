import { resolve } from 'node:path';
import type { EyeChoice } from '../../core/contract/base.ts';
import type { Engine } from '../engine/engine.ts';

/** What --eyes says: the word "marked", or the path of a list, a table or a folder. Throws for no such path. */
export function eyesOf(engine: Pick<Engine, 'grant'>, path: string | undefined): { readonly eyes?: EyeChoice } {
  if (path === undefined) return {};
  return { eyes: path === 'marked' ? { marked: true } : engine.grant(resolve(path)) };
}
