/** The databases of the papers: how a dataset of the workspace is recognised as one, and how to obtain it. */
import type { DatasetFacts } from '../dataset.ts';

export interface Database {
  readonly title: string;
  readonly images: number;
  readonly subjects: number;
  readonly rows: number;
  readonly cols: number;
  /** Crops of other sizes count as the same database, because users crop it themselves. */
  readonly anySize?: true;
  /** Hash of the dataset that this program imports from the original files; absent: the files were never available. */
  readonly hash?: string;
  /** Source of the database, as a sentence. */
  readonly from: string;
  /** The command that imports it, with a placeholder for the path. */
  readonly importing: string;
}

const ORL =
  'The ORL (AT&T) faces are free for research: 40 folders s1 … s40 of ten PGM images, from the Computer Laboratory of the ' +
  'University of Cambridge and many mirrors.';
const CAI =
  'ORL_32x32.mat and Yale_32x32.mat, eyes aligned by hand, are on the page of Deng Cai (face data sets in MATLAB format).';

export const DATABASES = {
  orl: {
    title: 'ORL faces, 112 × 92',
    ...{ images: 400, subjects: 40, rows: 112, cols: 92 },
    hash: 'be753e3afb594910025cf7cf46d4357c50bd665c6935582e2f0fb8111f6e7235',
    from: ORL,
    importing: 'eigenbench import orl --name orl',
  },
  'orl-56x46': {
    title: 'ORL faces, 56 × 46',
    ...{ images: 400, subjects: 40, rows: 56, cols: 46 },
    hash: '333250de20e4e328fc994d35dc8acd3e59ee62b8108d487f8fb80c3073729039',
    from: ORL,
    importing: 'eigenbench import orl --name orl-56x46 --size 56x46',
  },
  'orl-28x23': {
    title: 'ORL faces, 28 × 23',
    ...{ images: 400, subjects: 40, rows: 28, cols: 23 },
    hash: '907e81e326c2e68eebb2fb8b5fb0f661b8536f57d7622105a7c63f8b9d21104f',
    from: ORL,
    importing: 'eigenbench import orl --name orl-28x23 --size 28x23',
  },
  'orl-32': {
    title: 'ORL faces, aligned, 32 × 32',
    ...{ images: 400, subjects: 40, rows: 32, cols: 32 },
    hash: '8bebbc10dee99d141a2b83e0769e10cad2381ffeff9bbe2b808b38e7d41d1410',
    from: CAI,
    importing: 'eigenbench import ORL_32x32.mat --name orl-32',
  },
  'yale-32': {
    title: 'Yale faces, aligned, 32 × 32',
    ...{ images: 165, subjects: 15, rows: 32, cols: 32 },
    hash: '9d5508c601c9eac5a4883006253068912942cc061e9b65ebdc8ab50819bbc8d9',
    from: CAI,
    importing: 'eigenbench import Yale_32x32.mat --name yale-32',
  },
  frey: {
    title: 'Frey faces, 28 × 20',
    ...{ images: 1965, subjects: 1, rows: 28, cols: 20 },
    hash: '539bac5a2e5a39ea10a848665f846df9f36179a16f08a8da9f6d2eafdcabc540',
    from: 'frey_rawface.mat is on the page of Sam Roweis (New York University), Data for MATLAB.',
    importing: 'eigenbench import frey_rawface.mat --name frey',
  },
  usps: {
    title: 'USPS digits, 16 × 16',
    ...{ images: 11_000, subjects: 10, rows: 16, cols: 16 },
    hash: 'b2a1017824e626b5f36a6d8e5e37829a3bbdf37915792b8af0730945ee5ddb55',
    from: '1100 digits of each class: usps_all.mat of Sam Roweis (New York University), as USPS.mat on the page of Deng Cai.',
    importing: 'eigenbench import USPS.mat --name usps --pixel-order rows',
  },
  mnist: {
    title: 'MNIST test set, 28 × 28',
    ...{ images: 10_000, subjects: 10, rows: 28, cols: 28 },
    hash: 'd23f3af5928f7bf0328e06523832219ea112bb019ad03550d117fb2061c7b118',
    from: 't10k-images-idx3-ubyte and t10k-labels-idx1-ubyte, from the page of Yann LeCun and its mirrors.',
    importing: 'eigenbench import mnist --name mnist',
  },
  iris: {
    title: 'Iris as 2 × 2 matrices',
    ...{ images: 150, subjects: 3, rows: 2, cols: 2 },
    hash: '9c4ab660c182fe71176fd388a491e43ab1e7bfb3fc1eb5727040db8725e36be9',
    from:
      'Fisher’s iris, 150 rows of sepal length, sepal width, petal length, petal width and species, from the UCI ' +
      'repository; two rows of that copy are wrong (35 and 38), which moves the fourth digit.',
    importing: 'eigenbench import iris.csv --name iris --image-size 2x2 --pixel-order rows',
  },
  xm2vts: {
    title: 'XM2VTS faces, 51 × 55',
    ...{ images: 2360, subjects: 295, rows: 51, cols: 55 },
    from: 'XM2VTSDB is licensed by the University of Surrey (CVSSP) for a fee; eight images of each of 295 people, a folder each.',
    importing: 'eigenbench import xm2vts --name xm2vts --size 51x55',
  },
  'xm2vts-64': {
    title: 'XM2VTS faces, 64 × 64',
    ...{ images: 1180, subjects: 295, rows: 64, cols: 64 },
    from: 'XM2VTSDB is licensed by the University of Surrey (CVSSP) for a fee; sessions one to four, a folder for each person.',
    importing: 'eigenbench import xm2vts --name xm2vts-64 --size 64x64',
  },
  ar: {
    title: 'AR faces',
    ...{ images: 1400, subjects: 100, rows: 100, cols: 100 },
    anySize: true,
    from: 'Aleix Martínez (Ohio State University) gives the AR database to researchers on request; 14 images of 100 people, a folder each, in 100 × 100 as in the paper or any other crop.',
    importing: 'eigenbench import ar --name ar --size 100x100',
  },
  'ar-all': {
    title: 'AR faces, 101 × 88',
    ...{ images: 1638, subjects: 126, rows: 101, cols: 88 },
    from:
      'Aleix Martínez (Ohio State University) gives the AR database to researchers on request; 126 persons. Crop the ' +
      'images to rows 100–500 and columns 200–550 first.',
    importing: 'eigenbench import ar --name ar-all --size 101x88',
  },
  'ar-32': {
    title: 'AR faces, aligned, 32 × 32',
    ...{ images: 2600, subjects: 100, rows: 32, cols: 32 },
    hash: '78fd15148772a1e0a96bb72aeaefd6de565c6e9903deb33ac97c598746a11e6f',
    from: 'AR_100_32x32.mat (26 images of 100 people in the order of the database) is made like the files on the page of Deng Cai; Aleix Martínez gives the database to researchers on request.',
    importing: 'eigenbench import AR_100_32x32.mat --name ar-32',
  },
  'pie-27': {
    title: 'CMU PIE faces, pose 27, 32 × 32',
    ...{ images: 2856, subjects: 68, rows: 32, cols: 32 },
    hash: '0954b5ff378a40914a7a6fbf97f1397d9bfc07afef7961f8e2dfdbf624695182',
    from: 'PIE_pose27.mat (frontal images of 68 people under 42 lights and expressions) is made like the files on the page of Deng Cai; the database is from CMU.',
    importing: 'eigenbench import PIE_pose27.mat --name pie-27',
  },
  pie: {
    title: 'CMU PIE faces, 32 × 32',
    ...{ images: 11_554, subjects: 68, rows: 32, cols: 32 },
    from: 'PIE_32x32.mat (170 near-frontal images of most of 68 people) is on the page of Deng Cai; the database is from CMU.',
    importing: 'eigenbench import PIE_32x32.mat --name pie',
  },
  'pie-64': {
    title: 'CMU PIE faces, 64 × 64',
    ...{ images: 1360, subjects: 68, rows: 64, cols: 64 },
    from:
      'The CMU PIE database is given to researchers by Carnegie Mellon University; five near-frontal poses under the ' +
      'illuminations 08, 10, 11 and 13 of 68 people, a folder each, eyes in fixed places. These crops are not published.',
    importing: 'eigenbench import pie --name pie-64 --size 64x64',
  },
  'yale-b': {
    title: 'Extended Yale B faces, 32 × 32',
    ...{ images: 2414, subjects: 38, rows: 32, cols: 32 },
    hash: '1a5dd4064e76067088773d8f8cca986db07ecd0dc7c30ee979cf41dca79ecf05',
    from: 'YaleB_32x32.mat (about 64 near-frontal images of 38 people) is on the page of Deng Cai.',
    importing: 'eigenbench import YaleB_32x32.mat --name yale-b',
  },
  cardiac: {
    title: 'Cardiac ultrasound views, 480 × 640',
    ...{ images: 170, subjects: 2, rows: 480, cols: 640 },
    from: 'The clips of St. Francis Hospital, New York, were never published.',
    importing: 'none',
  },
} as const satisfies Readonly<Record<string, Database>>;

export type DatabaseId = keyof typeof DATABASES;

const AR_PER_SUBJECT = 26;

/**
 * Places among the 26 images of a person of `ar-32`, which are in the order of the database: neutral and three
 * expressions, three lights, three sunglasses, three scarves, then the same in session 2.
 */
export const AR_PLACES = {
  expressions: [0, 1, 2, 3],
  expressionsAgain: [13, 14, 15, 16],
  firstSession: Array.from({ length: 13 }, (_, place) => place),
  withoutOcclusion: [0, 1, 2, 3, 4, 5, 6, 13, 14, 15, 16, 17, 18, 19],
} as const;

/** The images of `ar-32` at these places of every person, ascending. */
export function arImages(places: keyof typeof AR_PLACES): number[] {
  return Array.from({ length: DATABASES['ar-32'].subjects }, (_, person) =>
    AR_PLACES[places].map((place) => AR_PER_SUBJECT * person + place),
  ).flat();
}

/** Properties by which a dataset is recognised. */
export type DatasetIdentity = Pick<DatasetFacts, 'hash' | 'rows' | 'cols'> & {
  readonly count: number;
  readonly subjects: number;
};

/**
 * How certain it is that a dataset is this database: 'hash': the pixels match; 'counts': images, subjects and shape
 * match; null: it is another one.
 */
export function recognise(id: DatabaseId, dataset: DatasetIdentity): 'hash' | 'counts' | null {
  const { hash, images, subjects, rows, cols, anySize }: Database = DATABASES[id];
  if (hash !== undefined && dataset.hash === hash) return 'hash';
  if (dataset.count !== images || dataset.subjects !== subjects) return null;
  return anySize || (dataset.rows === rows && dataset.cols === cols) ? 'counts' : null;
}
