/** The words in the dialog that marks eyes, by component. */
import { integer, plural } from '../../words/format.ts';

export const findFaces = {
  findFaces: 'Find faces',
  images: 'images',
  loadingTheNetworks: 'Loading the networks …',
  summary: (found: { images: number; marked: number; none: number; several: number; doubtful: number }) =>
    `Eyes marked in ${plural(found.marked, 'image')} of ${integer(found.images)}; ` +
    `${integer(found.none)} without a face, ${integer(found.several)} with several, ${integer(found.doubtful)} doubtful. ` +
    'The audit shows them; images can be excluded there.',
};

export const alignedFace = {
  aligned: 'Aligned',
  alignedFace: (file: string | undefined) => `${file} aligned`,
  needsBothEyes: 'Shown when both eyes are marked.',
};
