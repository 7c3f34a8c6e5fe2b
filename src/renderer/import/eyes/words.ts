/** The words in the dialog that marks eyes, by component. */
import { integer, plural } from '../../words/format.ts';

export const eyesDialog = {
  of: (at: number, count: number) => `${integer(at)} of ${integer(count)}`,
  faceDescription: (file: string, chosen: string) => `${file}: arrow keys move the mark of the ${chosen} eye`,
  previous: 'Previous',
  next: 'Next',
  nextWithoutMarks: 'Next without marks',
  zoomOut: 'Zoom out (-)',
  zoomIn: 'Zoom in (+)',
  takeFromAList: 'Read from a list',
  exportTheList: 'Export the list',
  facesMarked: (count: number, datasetCount: number) =>
    `${integer(count)} of ${integer(datasetCount)} faces have both eyes.`,
  leftEye: 'Left eye',
  rightEye: 'Right eye',
  notMarked: 'not marked',
  clearThisFace: 'Clear this face',
  advance: 'Go to the next face after the second eye',
  mostDoubtfulFirst: 'Most doubtful face first',
  verdict: (faces: number, concerns: readonly string[], doubt: number | null) =>
    doubt === null
      ? 'No face was found.'
      : `${faces > 1 ? `${integer(faces)} faces, the largest is marked; ` : ''}doubt ${doubt.toFixed(2)}${concerns.length > 0 ? `: ${concerns.join(', ')}` : ''}.`,
  howTo:
    'Click each pupil, or use the arrow keys: one pixel per press, a tenth with Shift. Space switches between the eyes. Left and right are as you see them. Every mark is saved at once.',
  backToTheFaces: 'Back to the faces',
  done: 'Done',
  eyesOf: (name: string) => `Eyes of ${name}`,
  saved: (name: string) => `Saved ${name}`,
  notInList: (missing: number) => `; ${plural(missing, 'image is', 'images are')} not in the list`,
  eyesTaken: (known: number, rest: string) => `Read the eye positions of ${plural(known, 'image')}${rest}`,
};

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

export const eyeStage = {
  l: 'L',
  r: 'R',
  faceWithTwoMarks: 'face with two marks',
};
