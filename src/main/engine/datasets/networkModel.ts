/** Resolves the network that the user names: the built-in one, or an ONNX file with its input recipe. */
import { basename } from 'node:path';
import { BUILT_IN } from '../../../core/networks/provenance.ts';
import { builtInRecipe, recipeSchema, type Recipe } from '../../../core/networks/recipe.ts';
import { jsonFault } from '../../../core/text/jsonErrors.ts';
import { fileReason, hasCode } from '../../disk/fileReason.ts';
import { readLimited } from '../../import/decode/readLimited.ts';
import { networkFile } from '../../networks/networkFiles.ts';
import { invalid } from '../errors.ts';

/** Maximum bytes of a model: the size limit of a protobuf message. */
const MOST_MODEL = 2 ** 31 - 1;
const MOST_RECIPE = 2 ** 16;

export interface NetworkModel {
  /** Name of the model in messages. */
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly recipe: Recipe;
}

/**
 * Throws a contract error.
 * @param path path of the model; null: the built-in one
 * @param recipe replaces the JSON next to the file
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

/** The recipe in the JSON next to a model; null without that file. Throws a contract error if it is not a recipe. */
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
