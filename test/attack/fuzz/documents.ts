/** Documents that people exchange, with examples of each: specs, manifests, results, lists, messages. */
import { runSteps } from '../../../src/core/formats/cooperativeSteps.ts';
import { FormatError } from '../../../src/core/formats/formatError.ts';
import { sha256Hex } from '../../../src/core/hash.ts';
import { InvalidInputError } from '../../../src/core/methods/problems.ts';
import { encodeNpy } from '../../../src/core/formats/npy.ts';
import { encodeNpz } from '../../../src/core/formats/npz.ts';
import { frameParts, FrameReader, NoFrameError } from '../../../src/core/methods/external/messageFrames.ts';
import { zipParts } from '../../../src/core/formats/zipParts.ts';
import { parseDeclaration } from '../../../src/core/methods/external/declaration.ts';
import { galleryOf, type ImportTarget } from '../../../src/core/importedResults/importTarget.ts';
import { readResults } from '../../../src/core/importedResults/readResults.ts';
import { readPublishedNumbers } from '../../../src/core/importedResults/publishedNumbers.ts';
import { joinVectors } from '../../../src/core/importedResults/joinVectors.ts';
import { enrolmentFromFiles } from '../../../src/core/protocols/enrolment/enrolmentFiles.ts';
import { pairsFromFile, type NamedSubjects } from '../../../src/core/protocols/pairs/pairFiles.ts';
import { splitsFromFile } from '../../../src/core/protocols/splitFiles.ts';
import type { DatasetProvenance } from '../../../src/core/images/provenance.ts';
import { parseManifest } from '../../../src/core/study/plan/manifestFile.ts';
import { studyManifest } from '../../../src/core/study/plan/manifest.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { parseStudySpec } from '../../../src/core/study/spec/parse.ts';
import { withoutComments } from '../../../src/core/study/spec/jsonText.ts';
import type { StudySpecInput } from '../../../src/core/study/spec/spec.ts';
import { splitOf } from '../../../src/core/study/plan/splits.ts';
import { openParcel, verifyParcel } from '../../../src/core/report/parcel/openParcel.ts';
import { PARCEL_ALWAYS } from '../../../src/core/report/parcel/parcel.ts';
import { isCall } from '../../../src/main/engineThread/messagePort.ts';
import { facts, labels, smallSpec } from '../../core/study/smallDataset.ts';
import { declared } from '../../main/external/ownProgram.ts';
import type { Decoder } from './targets.ts';

const text = (content: string): Uint8Array => Buffer.from(content);
const json = (content: unknown): Uint8Array => text(JSON.stringify(content));

/** Damaged JSON is rarely JSON; what still is one goes to `work`. */
const asJson = (work: (value: unknown) => unknown) => (bytes: Uint8Array) => {
  let value: unknown;
  try {
    value = JSON.parse(withoutComments(Buffer.from(bytes).toString()));
  } catch {
    throw new FormatError('it is no JSON, which is not what is tested here');
  }
  return work(value);
};

/** Errors that are a sentence by themselves, as those that `FormatError` carries. */
const asFormatError =
  (work: (value: unknown) => unknown) =>
  (value: unknown): unknown => {
    try {
      return work(value);
    } catch (error) {
      throw error instanceof Error && error.constructor === Error ? new FormatError(error.message) : error;
    }
  };

function requireSpec(value: unknown): void {
  const parsed = parseStudySpec(value);
  if (!parsed.ok) throw new InvalidInputError(parsed.problems);
}

const spec = {
  name: 'n',
  dataset: 'd',
  seed: 3,
  protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
  methods: [
    { method: 'pca', label: 'PCA' },
    { method: 'bppca', latent: { qc: [2], qr: { from: 1, to: 4, step: 1 } } },
  ],
};

const files = Array.from(labels, (label, image) => `s${label}/${image}.pgm`);

function studyOf(change: Partial<StudySpecInput>): ImportTarget {
  const own = smallSpec({ methods: [{ method: 'pca', latent: [3] }], ...change });
  const { conditions, cells } = planCells(planStudy(own), facts);
  return {
    facts,
    files,
    conditions,
    repeats: cells.length / conditions.length,
    splitOf: (condition, repeat) => splitOf(own, facts, condition, repeat),
  };
}

const closed = studyOf({ protocol: { kind: 'random', trainPerSubject: [2], repeats: 1 } });
const condition = closed.conditions[0].key;
const split = closed.splitOf(condition, 1);
const [tested, gallery] = [Array.from(split.test), Array.from(galleryOf(split))];
const scores = tested.map((image) => gallery.map((other) => (labels[image] === labels[other] ? 1 : 0.25)));
const predicted = tested.map((image) => `${files[image]},${facts.subjects[labels[image]]}`);

const subjects: NamedSubjects = facts.subjects.map((subject, s) => ({
  subject: subject.replace(' ', '_'),
  images: files.flatMap((file, index) => (labels[index] === s ? [{ index, file }] : [])),
}));
const rowsOf = (header: string, rows: readonly string[]): Uint8Array => text(`${[header, ...rows].join('\n')}\n`);
const published = { labels: ['PCA'], conditions: closed.conditions };

const manifest = ((): unknown => {
  const own = smallSpec({ protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 } });
  const engine = { appVersion: '1', commit: null, runtime: 'r', libraries: { sharp: '1' }, kernel: 'k' };
  const read = { file: 's1/1.pgm', bytes: 5, hash: '0'.repeat(64) };
  const making: DatasetProvenance = [
    { kind: 'import', source: 'faces', size: { rows: 8, cols: 6 }, recipe: { layout: 'orl' }, files: [read] },
    { kind: 'exclude', files: ['s1/2.pgm'] },
    {
      kind: 'preprocess',
      origin: 'faces',
      steps: ['equalise'],
      eyes: [{ file: 's1/1.pgm', left: [1, 2], right: [4.5, 2] }],
    },
  ];
  const images = { ...facts, preprocessing: null, making };
  return studyManifest(engine, own, images, planCells(planStudy(own), facts), new Map());
})();

/** What a program answers, byte by byte in two pieces. */
function readFrames(bytes: Uint8Array): unknown {
  const reader = new FrameReader();
  try {
    return [reader.take(bytes.subarray(0, bytes.length >> 1)), reader.take(bytes.subarray(bytes.length >> 1))];
  } catch (error) {
    throw error instanceof NoFrameError ? new FormatError(error.message) : error;
  }
}

const outside = (bytes: Uint8Array): unknown => readResults([{ name: `${condition}/1.txt`, bytes }], closed);
const joined = (bytes: Uint8Array): unknown => joinVectors({ name: 'v', bytes }, files);

/** What reads archives, too. */
export const archiveReaders: readonly ((bytes: Uint8Array) => unknown)[] = [outside, joined];

const parcelFiles = Object.entries({
  ...Object.fromEntries(PARCEL_ALWAYS.map((name) => [name, text(name)])),
  'manifest.json': json(manifest),
  'methods/own/method.json': json(declared()),
  'images/images.npz': encodeNpz({ y: { shape: [3], data: [1, 2, 3] } }),
  'vectors/deep.npy': encodeNpy({ shape: [2, 1], data: [1, 2] }),
});
const parcelList = {
  format: 'eigenbench-files',
  version: 1,
  files: parcelFiles.map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256Hex(bytes) })),
};
const parcelContents = [...parcelFiles, ['files.json', json(parcelList)] as const].map(([name, bytes]) => {
  return { name, content: [bytes], stored: name.endsWith('.npz') };
});

/** All that a reproduction reads of a parcel. */
function parcel(bytes: Uint8Array): unknown {
  const opened = openParcel(bytes);
  const { images, rows, cols } = { images: 3, rows: 8, cols: 6 };
  const recorded = { dataset: { images, rows, cols, attachments: { deep: '' } }, methods: new Set(['own']) };
  runSteps(verifyParcel(opened, recorded, sha256Hex));
  return [asJson(asFormatError(parseManifest))(text(opened.manifest)), opened.methods];
}

export const documents: readonly Decoder[] = [
  ['parseStudySpec', asJson(requireSpec), [json(spec), json({ ...spec, comparison: { alpha: 0.01 } })]],
  ['parseManifest', asJson(asFormatError(parseManifest)), [json(manifest)]],
  ['openParcel', parcel, [Buffer.concat([...zipParts(parcelContents)])]],
  ['parseDeclaration', asJson((value) => parseDeclaration(value)), [json(declared())]],
  [
    'readOutside',
    outside,
    [
      rowsOf('image,predicted', predicted),
      rowsOf('condition,repeat,error', [`${condition},1,12.5`]),
      json({ splits: [{ condition, repeat: 1, scores }] }),
      json({ splits: [{ predicted: tested.map((image) => labels[image]) }] }),
      encodeNpz({ [`scores/${condition}/1`]: { shape: [tested.length, gallery.length], data: scores.flat() } }),
      rowsOf(
        `${facts.subjects[0].replace(' ', '_')} s0 ${files[tested[0]]} 0.5`,
        gallery.map((image) => `s${labels[image]} s1 ${files[tested[0]]} 0.25`),
      ),
    ],
  ],
  [
    'readPublished',
    (bytes) => readPublishedNumbers('p.csv', bytes, published),
    [
      rowsOf('method,condition,value,source', [`PCA,${condition},12.5,"Smith, 2001"`]),
      json([{ method: 'PCA', condition, value: 3, source: 'Smith' }]),
    ],
  ],
  [
    'joinVectors',
    joined,
    [
      rowsOf(
        'file,a,b',
        files.map((file, i) => `${file},${i},0.5`),
      ),
      encodeNpz({ x: { shape: [30, 2], data: new Array<number>(60).fill(1) } }),
    ],
  ],
  [
    'pairsFromFile',
    (bytes) => pairsFromFile(bytes, subjects),
    [
      text('1\t1\nsubject_1\t1\t2\nsubject_1\t1\tsubject_2\t2\n'),
      rowsOf('first,second,genuine', ['s0/0.pgm,s0/5.pgm,1', 's0/0.pgm,s1/1.pgm,0']),
    ],
  ],
  [
    'enrolmentFromFiles',
    (bytes) => enrolmentFromFiles([{ name: 'e.csv', bytes }], subjects),
    [
      rowsOf('index,set,role', [
        ...['0,world,', '1,world,'],
        ...['dev', 'eval'].flatMap((set) => ['2', '3'].flatMap((i) => [`${i},${set},enrol`, `${i},${set},probe`])),
      ]),
    ],
  ],
  [
    'splitsFromFile',
    (bytes) => splitsFromFile(bytes, 0, files),
    [rowsOf('repeat,file,role', ['1,s0/0.pgm,train', '1,s1/1.pgm,test']), rowsOf('index0,role', ['0,train', '1,test'])],
  ],
  [
    'frames',
    readFrames,
    [
      Buffer.concat(frameParts({ head: { reply: 'done', fits: [{}] }, arrays: [{ name: 'x', npy: text('12345') }] })),
      text('{"reply":"progress","iteration":3,"arrays":[]}\n{"reply":"done"}\n'),
    ],
  ],
  [
    'isCall',
    (bytes) => isCall(Buffer.from(bytes).toString()),
    ['{"i":"1","p":{"u":"/settings/get","h":{}}}', '{"i":"2","t":4}'].map(text),
  ],
];
