/** Words of this room, by component. */
import { plural } from '../../../core/text/phrases.ts';

export const studyExports = {
  copyAs: 'Copy as',
  markdownWithTheNote: 'Markdown with the note',
  figureOfTheCurves: 'Figure of the curves',
  groups: {
    table: 'Table',
    figure: 'Figure',
    report: 'Report and texts',
    data: 'Data and splits',
    notebook: 'Open in a notebook',
  },
  saved: (name: string) => `Saved ${name}`,
  reportAsPdf: 'Report as PDF',
  printTheReport: 'Print the report …',
  copiedAs: (title: string | undefined) => `Copied as ${title}`,
  noClipboard: 'The clipboard is not available; export the file instead.',
  copyTheTableAs: (isText: boolean, title: string) => `Copy the ${isText ? '' : 'table as '}${title}`,
  export: (title: string, hint: string) => `Export: ${title} (${hint})`,
  pack: 'Pack the study …',
};

export const packDialog = {
  title: 'Pack the study',
  explanation:
    'One archive that another person can check: manifest, spec, results, splits, note and methods of your own. “eigenbench reproduce” or a drop on the window reads it.',
  images: (dataset: string) => `With the images of ${dataset}`,
  terms: (terms: string | null) =>
    terms === null
      ? 'The terms of the database are not known here: ask its makers before you pass the images on.'
      : `The images are named like those of a database with these terms: ${terms}. They apply to everybody who receives the parcel.`,
  predictions: 'With the answers for every test image',
  pack: 'Pack',
  packing: 'Packing …',
  saved: (name: string) => `Saved ${name}`,
};

export const latexDialog = {
  countsAndRanks: 'Counts and ranks',
  latexOfTheTable: 'LaTeX of the table',
  saveFile: 'Save file',
  copyAsLatex: 'Copy as LaTeX',
  tableInLatex: 'Table in LaTeX',
  noClipboard: 'The clipboard is not available; save the file instead.',
  copiedAsLatex: 'Copied as LaTeX',
  saved: (name: string) => `Saved ${name}`,
};

export const latexPreview = {
  preview: 'Preview of the table',
  picture: (title: string) => `Preview: ${title}`,
  fits: (width: number, line: number, size: string) =>
    `About ${width} mm of a line of ${line} mm, in ${size}; the red line is the end of the text. Widths are estimates for Computer Modern: TeX may differ by a few points.`,
  wider: (width: number, line: number, size: string) =>
    `About ${width} mm in ${size}: wider than the line of ${line} mm, which ends at the red line. Widths are estimates for Computer Modern: TeX may differ by a few points.`,
  moreFloats: (count: number) => `${plural(count, 'more float')} not shown.`,
};
