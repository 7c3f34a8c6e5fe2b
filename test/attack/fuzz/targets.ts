/** Decoders of the formats with small files that each of them reads: what the fuzz tests and the campaign damage. */
import { readFileSync } from 'node:fs';
import { decodeArff } from '../../../src/core/formats/tables/arff.ts';
import { decodeBmp } from '../../../src/core/formats/pictures/bmp.ts';
import { decodeCsv, decodeCsvRows } from '../../../src/core/formats/tables/csv.ts';
import { framesOf, onlyTiffPage } from '../../../src/core/formats/pictures/frames.ts';
import { decodeEyeList, decodePos } from '../../../src/core/formats/eyePositions.ts';
import { decodeIdx } from '../../../src/core/formats/idx.ts';
import type { LabelledImages } from '../../../src/core/formats/labelledImages.ts';
import { decodeLibsvm } from '../../../src/core/formats/tables/libsvm.ts';
import { decodeMat, listMat } from '../../../src/core/formats/matlab/matlab.ts';
import { decodeNpy, encodeNpy, decodeNpyText, encodeNpyText } from '../../../src/core/formats/npy.ts';
import { decodeNpz } from '../../../src/core/formats/npz.ts';
import { decodePfm } from '../../../src/core/formats/pictures/pfm.ts';
import { decodePnm } from '../../../src/core/formats/pictures/pnm.ts';
import { decodeRaw } from '../../../src/core/formats/raw.ts';
import { zipEntries } from '../../../src/core/formats/zip.ts';
import { foreignReason } from '../../../src/main/import/layouts/foreignFiles.ts';
import { runSteps } from '../../../src/core/formats/cooperativeSteps.ts';
import { zip64Of, zipOf } from '../../support/archiveFiles.ts';
import { matFile } from '../../support/datasetFiles.ts';

export const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../fixtures/formats/${name}`, import.meta.url));
const text = (content: string): Uint8Array => Buffer.from(content, 'latin1');

const mats = ['small', 'small_compressed', 'nested', 'nested_compressed'].map((name) => fixture(`${name}.mat`));

const labelled: LabelledImages = {
  rows: 2,
  cols: 2,
  count: 2,
  pixels: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
  subjects: ['a', 'bc'],
  files: ['1', '2'],
  attributes: [{}, { session: '1' }],
};

/** Tables with marks, separators and encodings that programs write. */
const tables: readonly Uint8Array[] = [
  text('a,b,c\n1,2,x\n3,"4 ""5""",y\n'),
  text('1;2\r\n3;4\r\n'),
  text('sep=;\r\na;b\r\n1;2\r\n'),
  text('path;label\nat/1.png;0\nat/2.png;1\n'),
  text('file\tsubject\na.png\tJosé\nb.png\tZoë\n'),
  Buffer.from('\ufeffa,b\n1,é\n'),
  Buffer.from('\ufeffa,b\n1,é\n2,x\n', 'utf16le'),
  Buffer.from('\ufeffa,b\n1,é\n2,x\n', 'utf16le').swap16(),
];

/** Its name, what it is, and small inputs that it reads. */
export type Decoder = readonly [string, (bytes: Uint8Array) => unknown, readonly Uint8Array[]];

export const decoders: readonly Decoder[] = [
  [
    'decodePnm',
    decodePnm,
    [
      text('P5\n# c\n3 2\n255\nabcdef'),
      text('P6 2 1 65535 abcdefghijkl'),
      text('P2\n2 2\n9\n1 2 3 4'),
      text('P1 4 1 1011'),
      text('P4\n9 1\nab'),
    ],
  ],
  ['decodeBmp', decodeBmp, [fixture('grey.bmp'), fixture('colour.bmp'), fixture('palette.bmp')]],
  ['decodeMat', (bytes) => decodeMat(bytes, { nested: true }), [...mats, matFile(labelled), fixture('level4.mat')]],
  [
    'decodeNpy',
    decodeNpy,
    [encodeNpy({ shape: [2, 3], data: [1, 2, 3, 4, 5, 6] }), fixture('fortran_f4.npy'), fixture('half.npy')],
  ],
  ['decodeNpyText', decodeNpyText, [encodeNpyText(['a', 'bcd', 'é'])]],
  ['decodePos', decodePos, [text('1 2 3 4\n'), text('reye 1 2\nleye 3 4\n')]],
  ['decodeEyeList', (bytes) => decodeEyeList(bytes, false), [text('# x\na 1 2 3 4\nb 5 6 7 8\n')]],
  ['decodeNpz', decodeNpz, [fixture('small.npz')]],
  ['decodeIdx', decodeIdx, [Uint8Array.of(0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 1, 2, 3, 4)]],
  [
    'decodeRaw',
    (bytes) => decodeRaw(bytes, { rows: 2, cols: 3, channels: 3, order: 'planar', header: 1, bits: 16 }),
    [new Uint8Array(37)],
  ],
  ['listMat', (bytes) => runSteps(listMat(bytes)), [...mats, fixture('level4.mat')]],
  [
    'decodeArff',
    (bytes) => decodeArff(new TextDecoder().decode(bytes)),
    [
      text("@relation r\n@attribute 'a b' real\n@attribute c {x,'y z'}\n@data\n1,x\n-2e3,'y z',{2}\n"),
      text('@attribute a numeric\n@attribute b string\n@data\n{0 1,1 "q"}\n{}\n'),
    ],
  ],
  [
    'decodeLibsvm',
    (bytes) => decodeLibsvm(new TextDecoder().decode(bytes)),
    [text('1 1:0.5 3:2\n-1 2:1e3 # note\n'), text('anna 1:1\r\nbob 7:-2\r\n')],
  ],
  ['decodePfm', decodePfm, [text('Pf\n2 1\n-1.0\nabcdefgh'), text('PF\n1 1\n1\nabcdefghijkl')]],
  ['decodeCsv', decodeCsv, tables],
  ['decodeCsvRows', decodeCsvRows, tables],
  [
    'zipEntries',
    (bytes) => zipEntries(bytes).map((entry) => runSteps(entry.read())),
    [zipOf({ 'a/1.pgm': 'P5 1 1 255 a', 'a/2.txt': 'b'.repeat(300) }), zip64Of({ 'a/1.pgm': 'P5 1 1 255 a', b: 'c' })],
  ],
];

/** What walks a container as far as it is sound, and refuses nothing: the decoder does that afterwards. */
export const walkers: readonly Decoder[] = [
  ['framesOf', framesOf, ['frames.gif', 'frames.tif', 'frames.webp'].map(fixture)],
  [
    'foreignReason',
    (bytes) => foreignReason('faces.mat', bytes),
    ['version https://git-lfs', ' <!doctype html>', '\x80\x04', 'PAR1', '....ftypmp42', '1 2\n3 4'].map(text),
  ],
  ['onlyTiffPage', (bytes) => onlyTiffPage(bytes, 1), [fixture('frames.tif')]],
];

/** Compressed pictures that decoders of others read. */
export const pictures: readonly Uint8Array[] = [
  'grey.png',
  'grey.gif',
  'grey.tif',
  'colour.png',
  'colour.webp',
  'deep.png',
  'deep.tif',
  'alpha.png',
].map(fixture);
