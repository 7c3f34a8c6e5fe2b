/**
 * MATLAB files of papers on subspace learning: matrices of stacked pixels and vectors of labels, also as fields of a
 * structure; stacks and cell arrays of images.
 */
import { basename } from 'node:path';
import { decodeMatSteps, isMat, listMat, type MatFile } from '../../../core/formats/matlab/matlab.ts';
import type { Steps } from '../../../core/formats/cooperativeSteps.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { readContentHead, readLimited } from '../decode/readLimited.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import type { ArraySource, FileLayout, Watch } from '../source.ts';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import { arraySource, type ArrayFile } from './arraySource.ts';
import { isHdf5, isMatlabFile, listHdf5, readHdf5 } from './hdf5.ts';
import { labelsBeside } from './labelsBeside.ts';
import { poseOf } from './pie.ts';
import { joinedDigits, orderedImages, type OrderedImages } from './roweis.ts';

const MAX_FILE = 2 * 2 ** 30;

/** Bytes of MATLAB's header. */
const HEAD = 128;

/** Any array may hold images or subjects. */
const EVERY = { names: [], patterns: [/^/] };

export const matlab: FileLayout = {
  id: 'matlab',
  accepts: (name, head) => /\.mat$/i.test(name) || isMat(head) || isHdf5(head),
  async open(path, recipe, watch) {
    const head = await readContentHead(path, HEAD);
    const { arrays, texts, cells, skipped } = isHdf5(head)
      ? { ...(await readHdf5(path, EVERY, watch)), cells: undefined, skipped: [] }
      : await readLevel5(path, watch);
    const isMatlab = !isHdf5(head) || isMatlabFile(head);
    const file = basename(path);
    const beside = await labelsBeside(path, watch);
    const contents = {
      layout: isMatlab ? 'matlab' : 'hdf5',
      format: isMatlab ? 'MATLAB' : 'HDF5',
      file,
      arrays,
      texts,
      ...(cells && { cells }),
      beside,
      matlab: isMatlab,
    };
    try {
      return await runInTimeSlices(publishedOr(contents, recipe), watch.signal, watch.onShare);
    } catch (error) {
      const missed = arrays.length === 0 || skipped.some(({ name }) => name === recipe.variable);
      if (!(error instanceof FormatError) || skipped.length === 0 || !missed) throw error;
      throw new FormatError(`${error.message}; ${skippedText(skipped)}`);
    }
  },
  async arrays(path, watch) {
    if (isHdf5(await readContentHead(path, HEAD))) return listHdf5(path, watch);
    const bytes = await readLimited(path, MAX_FILE, watch.signal);
    return runInTimeSlices(listMat(bytes), watch.signal, watch.onShare);
  },
};

function skippedText(skipped: MatFile['skipped']): string {
  const listed = skipped
    .slice(0, 3)
    .map(({ name, type }) => `${name} is ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`);
  return `${listed.join('; ')}, which is not read as images`;
}

async function readLevel5(
  path: string,
  { signal, onShare }: Watch,
): Promise<Pick<ArrayFile, 'arrays' | 'texts' | 'cells'> & Pick<MatFile, 'skipped'>> {
  const bytes = await readLimited(path, MAX_FILE, signal);
  const { variables, texts, skipped } = await runInTimeSlices(decodeMatSteps(bytes, { nested: true }), signal, onShare);
  return {
    arrays: variables.map(({ name, dims, data }) => ({ name, dims, data, fastest: 'first' })),
    texts: texts.map(({ name, rows }) => ({ name, values: rows })),
    cells: new Map(variables.flatMap(({ name, cells }) => (cells === undefined ? [] : [[name, cells]]))),
    skipped,
  };
}

/** A published file whose names and sizes tell what no variable of it says; else the reading by evidence. */
function* publishedOr(contents: ArrayFile, recipe: ImportRecipe): Steps<ArraySource> {
  const published = recipe.variable === undefined && recipe.labels === undefined ? publishedIn(contents) : null;
  if (published === null) return yield* arraySource(contents, withPose(contents, recipe));
  const { images, labels, attributes, pixels, imageSize } = published;
  const source = yield* arraySource(
    { ...contents, arrays: [images], texts: [{ name: 'gnd', values: labels }] },
    {
      ...recipe,
      pixelOrder: recipe.pixelOrder ?? pixels,
      ...(imageSize && { imageSize: recipe.imageSize ?? imageSize }),
    },
  );
  return attributes === undefined ? source : { ...source, attributes };
}

function publishedIn({ file, arrays, texts }: ArrayFile): OrderedImages | null {
  if (texts.length > 0) return null;
  const ordered = arrays.map(orderedImages).find((one) => one !== null) ?? null;
  return ordered ?? joinedDigits(file, arrays);
}

/** The poses of PIE are stacked by columns in every file. */
function withPose({ file }: ArrayFile, recipe: ImportRecipe): ImportRecipe {
  return poseOf(file) === null ? recipe : { ...recipe, pixelOrder: recipe.pixelOrder ?? 'columns' };
}
