import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EyeChoice } from '../../../core/contract/base.ts';
import type { Engine } from '../../engine/engine.ts';
import { Failure } from '../errors.ts';

/** What --eyes says: the word "marked", or the path of a list, a table or a folder. Throws Failure for no such path. */
export function eyesOf(engine: Pick<Engine, 'grant'>, path: string | undefined): { readonly eyes?: EyeChoice } {
  if (path === undefined) return {};
  if (path === 'marked') return { eyes: { marked: true } };
  if (!existsSync(path)) throw new Failure(`--eyes ${path}: there is no such file or folder.`);
  return { eyes: engine.grant(resolve(path)) };
}
