/** The words of a parcel that was dropped on the window. */
import { plural } from '../../core/text/phrases.ts';

export const parcelDialog = {
  title: (study: string | null) => (study === null ? 'Not a parcel' : `Parcel: ${study}`),
  reading: 'Reading …',
  refused: (name: string, reason: string) => `${name} cannot be read: ${reason}.`,
  nothingRan: 'Nothing of it has been run or stored.',
  images: 'Images',
  imagesOf: (name: string, count: number, subjects: number, size: string) =>
    `${name}: ${plural(count, 'image')} of ${plural(subjects, 'subject')}, ${size}`,
  here: (name: string) => `in this workspace as “${name}”`,
  packed: 'not in this workspace; the parcel has them',
  missing: 'neither in this workspace nor in the parcel',
  cells: 'Cells',
  finished: (done: number, total: number) => `${done} of ${total} finished`,
  rows: 'Methods',
  cannotRun: (why: string) => `(${why})`,
  computedBy: 'Computed by',
  again: 'To compute it again and compare every cell:',
  make: 'Its images were made by:',
  imagesOption: ' --images <folder or file>',
  copy: 'Copy',
  copied: 'Copied.',
  create: 'Study from its spec',
  needsImages: 'A study needs the images in this workspace.',
  needsMethods: 'Rows that cannot run here are left out by the command; register their methods for a study.',
};
