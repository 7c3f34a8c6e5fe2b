/** A dataset as stored in files: images with subjects, names and attributes. */
export interface LabelledImages {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  /** Pixel (r, c) of image n at `(n·rows + r)·cols + c`; bytes if all grey values are integers. */
  readonly pixels: Uint8Array | Float64Array;
  readonly subjects: readonly string[];
  readonly files: readonly string[];
  readonly attributes: readonly Readonly<Record<string, string>>[];
  /** RGB triples of each image in the type of the pixels, null if it is grey. @default all are */
  readonly colours?: readonly (Uint8Array | Float64Array | null)[];
}

/** Every attribute as a column, empty for images without it; columns are sorted by name. */
export function attributeColumns({
  attributes,
}: Pick<LabelledImages, 'attributes'>): readonly { readonly name: string; readonly values: readonly string[] }[] {
  const names = [...new Set(attributes.flatMap((record) => Object.keys(record)))].sort();
  return names.map((name) => ({
    name,
    values: attributes.map((record) => (Object.hasOwn(record, name) ? record[name] : '')),
  }));
}

/** Subjects as numbers 1 … K in the order of their first images. */
export function subjectNumbers(subjects: readonly string[]): number[] {
  const numbers = new Map<string, number>();
  for (const subject of subjects) if (!numbers.has(subject)) numbers.set(subject, numbers.size + 1);
  return subjects.map((subject) => numbers.get(subject) as number);
}

/** The export formats of a dataset, declared once for the contract, the command line and the page. */
export const datasetFormats = [
  { id: 'npz', title: 'NumPy archive', ending: '.npz' },
  { id: 'mat', title: 'MATLAB file', ending: '.mat' },
  { id: 'fea', title: 'MATLAB file, fea and gnd only', ending: '-fea.mat' },
  { id: 'arff', title: 'ARFF of WEKA', ending: '.arff' },
  { id: 'libsvm', title: 'LIBSVM', ending: '.libsvm' },
  { id: 'png', title: 'Folder of PNG images', ending: '.zip' },
] as const;

export type DatasetFormat = (typeof datasetFormats)[number]['id'];
