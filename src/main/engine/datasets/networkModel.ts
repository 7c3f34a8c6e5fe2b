/** Networks as the user names them: the built-in one, or an ONNX file with the recipe that says how it takes faces. */
import { basename } from 'node:path';
import { BUILT_IN } from '../../../core/networks/provenance.ts';
import { builtInRecipe, recipeSchema, type Recipe } from '../../../core/networks/recipe.ts';
import { jsonFault } from '../../../core/text/jsonErrors.ts';
import { fileReason, hasCode } from '../../disk/fileReason.ts';
import { readLimited } from '../../import/decode/readLimited.ts';
import { networkFile } from '../../networks/networkFiles.ts';
import { invalid } from '../errors.ts';

/** Bytes at most: a message of protobuf holds no more. */
const MOST_MODEL = 2 ** 31 - 1;
const MOST_RECIPE = 2 ** 16;

export interface NetworkModel {
  /** How sentences call it. */
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly recipe: Recipe;
}

/**
 * @param path of the model; null: the built-in one
 * @param recipe in place of the JSON beside the file
 * Throws an error of the contract.
 */
export async function networkModel(path: string | null, recipe?: Recipe): Promise<NetworkModel> {
  if (path === null) {
    return { file: BUILT_IN, bytes: networkFile('recognition'), recipe: recipe ?? builtInRecipe };
  }
  const modelRecipe = recipe ?? (await recipeBeside(path));
  if (modelRecipe === null) {
    const example = '{ "size": [112, 112], "mean": 127.5, "scale": 127.5, "channels": "RGB", "template": null }';
    throw fault(
      `${basename(recipePath(path))}: expected this file beside the model, to say how it takes faces, such as ${example}.`,
    );
  }
  return { file: basename(path), bytes: await bytesOf(path, MOST_MODEL), recipe: modelRecipe };
}

/** What the JSON beside a model says; null: there is none. Throws an error of the contract for another text. */
export async function recipeBeside(path: string): Promise<Recipe | null> {
  const beside = recipePath(path);
  const name = basename(beside);
  const bytes = await bytesOf(beside, MOST_RECIPE, () => null);
  if (bytes === null) return null;
  const text = new TextDecoder().decode(bytes);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw fault(jsonFault(name, text));
  }
  const recipe = recipeSchema.safeParse(parsed);
  if (recipe.success) return recipe.data;
  const [{ path: field, message }] = recipe.error.issues;
  throw fault(`${name}: ${field.length > 0 ? `${field.join('.')}: ` : ''}${message}.`);
}

function recipePath(path: string): string {
  return path.replace(/\.onnx$/i, '').concat('.json');
}

async function bytesOf<A = never>(path: string, most: number, absent?: () => A): Promise<Uint8Array | A> {
  try {
    return await readLimited(path, most);
  } catch (error) {
    if (absent && hasCode(error, 'ENOENT')) return absent();
    throw fault(`${basename(path)}: ${fileReason(error)}.`);
  }
}

function fault(message: string): Error {
  return invalid([{ path: 'model', message }]);
}
