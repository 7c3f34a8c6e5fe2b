/** The images of a folder: files, or frames of files of several. */
import { join } from 'node:path';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import { framesOf } from '../../../core/formats/pictures/frames.ts';
import { decodeImage, MAX_FILE, readImage, type GreyImage } from '../decode/decodeImage.ts';
import { readLimited } from '../decode/readLimited.ts';
import type { FilesSource, ImageRecipe } from '../source.ts';
import { Cancelled } from '../../cancelled.ts';

/** Image n of the source as its file holds it. Throws FormatError, Cancelled, the system's error. */
export async function readSourceImage(
  source: FilesSource,
  n: number,
  recipe: ImportRecipe,
  signal?: AbortSignal,
): Promise<GreyImage> {
  const { root, within, recipes } = source;
  const { file, frame } = recipes[n];
  if (!frame) return readImage(join(root, file), { ...recipe, signal }, within);
  const bytes = await bytesOfFrames(source, join(root, frame.file));
  return decodeImage(bytes, { ...recipe, frame: frame.number, signal });
}

/** The last file of frames per source: its frames are read in sequence. */
const held = new WeakMap<FilesSource, { readonly path: string; readonly bytes: Promise<Uint8Array> }>();

function bytesOfFrames(source: FilesSource, path: string): Promise<Uint8Array> {
  const last = held.get(source);
  if (last?.path === path) return last.bytes;
  const bytes = readLimited(path, MAX_FILE, undefined, source.within);
  held.set(source, { path, bytes });
  return bytes;
}

/** Reads every file of the source without decoding it; unreadable ones are left to the import. Throws Cancelled. */
export async function readBytes({ root, within, recipes }: FilesSource, signal?: AbortSignal): Promise<void> {
  for (const file of new Set(recipes.map((recipe) => recipe.frame?.file ?? recipe.file))) {
    await readLimited(join(root, file), MAX_FILE, signal, within).catch((error: unknown) => {
      if (error instanceof Cancelled) throw error;
    });
  }
}

/** Files that may contain several frames, by name; those of Yale have no ending and are GIF. */
const MAY_HOLD_SEVERAL = /(\.(gif|tiff?|webp)|^[^.]*|subject\d+\.[a-z]+)$/i;

/**
 * Every frame of an animated GIF or WebP and every page of a TIFF as a separate image: "faces.gif#2" with the attribute
 * `frame`. Unreadable files are kept: reading them later gives the reason.
 */
export async function withFrames<S extends FilesSource>(
  source: S,
  recipe: ImportRecipe,
  signal?: AbortSignal,
): Promise<S> {
  if (recipe.raw !== undefined) return source;
  const recipes: ImageRecipe[] = [];
  for (const one of source.recipes) {
    if (signal?.aborted) throw new Cancelled();
    const name = one.file.slice(one.file.lastIndexOf('/') + 1);
    const frames = MAY_HOLD_SEVERAL.test(name) ? await framesIn(source, one.file) : [0];
    if (frames.length === 1 && frames[0] === 0) recipes.push(one);
    else recipes.push(...frames.map((number, i) => frameOf(one, number, i + 1)));
  }
  return { ...source, recipes };
}

function frameOf({ file, subject, attributes }: ImageRecipe, number: number, count: number): ImageRecipe {
  return {
    file: `${file}#${count}`,
    subject,
    attributes: { ...attributes, frame: String(count) },
    frame: { file, number },
  };
}

async function framesIn({ root, within }: FilesSource, file: string): Promise<readonly number[]> {
  try {
    return framesOf(await readLimited(join(root, file), MAX_FILE, undefined, within));
  } catch {
    return [0];
  }
}
