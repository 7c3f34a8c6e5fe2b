/** Files that hold no images in a form that is read: what each of them is, by its first bytes, and what to do next. */
import { isNpy } from '../../../core/formats/npy.ts';
import { hasGzipSignature } from '../decode/gunzip.ts';
import { hasImageExtension } from './fileNames.ts';

interface Foreign {
  readonly is: (name: string, head: string) => boolean;
  /** What the file is, and the next step: the rest of a sentence that begins with its name. */
  readonly says: (name: string) => string;
}

/** The first bytes as one character each. */
type Signature = string | RegExp;

const starts = (...signatures: readonly Signature[]) => {
  return (_: string, head: string): boolean =>
    signatures.some((one) => (typeof one === 'string' ? head.startsWith(one) : one.test(head)));
};
const named = (ending: RegExp) => (name: string) => ending.test(name);
const stem = (name: string): string => name.replace(/\.[^.]*$/, '');

const UNPACK = 'Unpack it, and import the folder or file that it holds.';
const FRAMES = (name: string): string =>
  `is a video. Save its frames as images, for instance by ffmpeg -i "${name}" frame%05d.png, and import their folder.`;

/** Text: no control characters but tabs and ends of lines, and something to read. */
const isText = (head: string): boolean => /[!-~]/.test(head) && !/[\0-\x08\x0b\x0e-\x1f\x7f]/.test(head);

/** The first entry that fits decides. */
const FOREIGN: readonly Foreign[] = [
  { is: (_, head) => head === '', says: () => 'is empty. Fetch or export it again.' },
  {
    is: starts('version https://git-lfs'),
    says: () => 'is a pointer of Git LFS, not the data. Run git lfs pull in its repository, and import it again.',
  },
  {
    is: starts(/^(\xef\xbb\xbf)?\s*<(!doctype html|html|head)\b/i),
    says: () => 'is a web page: the download failed. Fetch the file itself, and import that.',
  },
  {
    is: (name, head) =>
      /\.pth?$/i.test(name) || starts('\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19')(name, head),
    says: (name) =>
      `is a file of PyTorch. Save its tensors in Python by numpy.savez("${stem(name)}.npz", X=images.numpy(), y=labels.numpy()), and import that.`,
  },
  {
    is: (name, head) => /^\x80[\x02-\x05]/.test(head) || /\.(pkl|pickle|p|joblib)$/i.test(name),
    says: (name) =>
      `is a Python pickle, which may run code and is not read. In Python: data = pickle.load(open("${name}", "rb")), then numpy.savez("${stem(name)}.npz", X=data["images"], y=data["labels"]); import that.`,
  },
  { is: starts('Rar!'), says: () => `is a RAR archive. ${UNPACK}` },
  { is: starts('7z\xbc\xaf\x27\x1c'), says: () => `is a 7-Zip archive. ${UNPACK}` },
  { is: starts('BZh'), says: () => `is compressed by bzip2. ${UNPACK}` },
  { is: starts('\xfd7zXZ\0', '\x5d\0\0'), says: () => `is compressed by xz. ${UNPACK}` },
  { is: starts('\x28\xb5\x2f\xfd', '\x1f\x9d', '\x04\x22\x4d\x18'), says: () => `is compressed. ${UNPACK}` },
  {
    is: named(/\.(xlsx?|xlsm|ods|numbers)$/i),
    says: () => 'is a spreadsheet. Save its sheet as CSV, and import that.',
  },
  { is: named(/\.(docx?|odt|rtf|pages)$/i), says: () => 'is a document. Save its table as CSV, and import that.' },
  {
    is: starts('PAR1', 'ARROW1', 'FEA1', 'ORC'),
    says: (name) =>
      `is a columnar table. In Python: pandas.read_${/\.(feather|arrow)$/i.test(name) ? 'feather' : 'parquet'}("${name}").to_csv("${stem(name)}.csv", index=False); import that.`,
  },
  {
    is: named(/\.(rds|rda|rdata)$/i),
    says: (name) => `is a file of R. In R: write.csv(data, "${stem(name)}.csv", row.names = FALSE); import that.`,
  },
  {
    is: named(/\.tfrecords?$/i),
    says: (name) =>
      `is a file of TensorFlow. Save its images in Python by numpy.savez("${stem(name)}.npz", X=images, y=labels).`,
  },
  { is: starts('SQLite format 3\0'), says: () => 'is a database. Export its table as CSV, and import that.' },
  { is: starts('%PDF'), says: () => 'is a PDF document. Save its images or its table as files, and import those.' },
  {
    is: starts(/^.{4}ftyp(heic|heix|mif1|avif)/s),
    says: () => 'is one image of a format that is not read. Save the images as PNG, and import their folder.',
  },
  {
    is: starts(/^.{4}ftyp/s, /^RIFF.{4}AVI /s, '\x1a\x45\xdf\xa3', 'FLV', '\0\0\x01\xba', '\0\0\x01\xb3'),
    says: FRAMES,
  },
  { is: named(/\.jsonl?$/i), says: () => 'is JSON. Save its numbers as CSV, one image per line, and import that.' },
  {
    is: (name, head) => /\.npy$/i.test(name) && isText(head),
    says: (name) => `is text, not an array of NumPy. Rename it to "${stem(name)}.csv", and import that.`,
  },
  {
    is: (name, head) => /\.mat$/i.test(name) && isText(head),
    says: (name) => `is text, not a file of MATLAB. Rename it to "${stem(name)}.csv", and import that.`,
  },
  {
    is: (name, head) => /\.npz$/i.test(name) && isNpy(Buffer.from(head, 'latin1')),
    says: (name) => `is one array of NumPy, not an archive of them. Rename it to "${stem(name)}.npy", and import that.`,
  },
  {
    is: (name, head) => !/\.t?gz$/i.test(name) && hasGzipSignature(Buffer.from(head, 'latin1')),
    says: (name) => `is compressed by gzip. Rename it to "${name}.gz", and import that.`,
  },
  {
    is: (name, head) =>
      hasImageExtension(name) || starts('\x89PNG', '\xff\xd8\xff', 'GIF8', 'BM', 'II*\0', 'MM\0*')(name, head),
    says: () => 'is one image. Choose the folder that holds the database.',
  },
];

/** The first bytes that tell what a file is. */
export const FOREIGN_HEAD = 512;

/** Why a file with these first bytes is not read, a sentence that ends with the next step; null if it may be read. */
export function foreignReason(name: string, head: Uint8Array): string | null {
  const text = Buffer.from(head.subarray(0, FOREIGN_HEAD)).toString('latin1');
  const entry = FOREIGN.find(({ is }) => is(name, text));
  return entry === undefined ? null : `${name} ${entry.says(name)}`;
}
