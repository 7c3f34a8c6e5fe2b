/**
 * Manifests and parcels that were changed: cells, splits, rows, files, digests and sizes removed, doubled, reordered
 * or edited, with the digests of before or of what they are now. Each is refused, fails, or is found by computing it
 * again; none is called identical, unless its verdict names the changed file as not computed again. A consistent
 * smaller study, and what a manifest states of its program or of the origin of the images, are no forgeries: only the
 * digest that was published tells them from another study.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ORPCError } from '@orpc/client';
import { unzipSync, zipSync } from 'fflate';
import type { ReproductionEvent } from '../../src/core/contract/reproductions.ts';
import { openEngine, type Engine } from '../../src/main/engine/engine.ts';
import { addMethod } from '../../src/main/external/addMethod.ts';
import { loadRegistered } from '../../src/main/external/loadRegistered.ts';
import { declared } from '../main/external/ownProgram.ts';
import { sealedManifest, sealedParcel, type Entries } from '../support/parcels.ts';
import { smallDataset } from '../support/smallDataset.ts';
import type { Campaign, Try } from './campaign.ts';
import type { Random } from './fuzz/mutate.ts';

/** A manifest as JSON, to be changed at will. */
interface Forged {
  spec: { seed: number; methods: Record<string, unknown>[]; protocol: { repeats: number; trainPerSubject: number[] } };
  plan: Record<string, number>;
  dataset: Record<string, unknown> & { attachments: Record<string, string> };
  methods: (Record<string, unknown> & { label: string; settings: Record<string, unknown> })[];
  splits: { condition: string; repeat: number; train: number; test: number; hash: string }[];
  cells: (Record<string, unknown> & { label: string; condition: string; repeat: number; errors: number[] })[];
  digest: string;
}

const HEX = '0123456789abcdef';
const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)];
const otherHash = (hash: string, random: Random): string => {
  const at = random(hash.length);
  return hash.slice(0, at) + HEX[(HEX.indexOf(hash[at]) + 1 + random(15)) % 16] + hash.slice(at + 1);
};
const cellOf = ({ cells }: Forged, random: Random) => pick(cells, random);
const splitOf = ({ splits }: Forged, random: Random) => pick(splits, random);
const moved = <T>(list: T[], random: Random): void => {
  const [from, by] = [random(list.length), 1 + random(list.length - 1)];
  const to = (from + by) % list.length;
  [list[from], list[to]] = [list[to], list[from]];
};
const unfinished = { predictionHash: null, errors: null, testCount: null, numberHash: null };

/** Changes of a manifest, each a lie. */
const manifestForgeries: Readonly<Record<string, (manifest: Forged, random: Random) => void>> = {
  'cell removed': ({ cells }, random) => void cells.splice(random(cells.length), 1),
  'cells removed from one on': ({ cells }, random) => void cells.splice(random(cells.length)),
  'cells of a row removed'(manifest, random) {
    const { label } = pick(manifest.methods, random);
    manifest.cells = manifest.cells.filter((cell) => cell.label !== label);
  },
  'cell doubled': ({ cells }, random) => void cells.splice(random(cells.length), 0, pick(cells, random)),
  'copies of one cell': (manifest, random) => void manifest.cells.fill(cellOf(manifest, random)),
  'cells reordered': ({ cells }, random) => moved(cells, random),
  'results of two cells exchanged'({ cells }, random) {
    const places = cells.map(({ label, condition, repeat }) => ({ label, condition, repeat }));
    moved(cells, random);
    places.forEach((place, at) => (cells[at] = { ...cells[at], ...place }));
  },
  'errors edited'(manifest, random) {
    const { errors } = cellOf(manifest, random);
    errors[random(errors.length)] += 1 + random(3);
  },
  'shape added to a cell': (manifest, random) => void cellOf(manifest, random).errors.push(0),
  'labels edited'(manifest, random) {
    const cell = cellOf(manifest, random);
    cell['predictionHash'] = otherHash(String(cell['predictionHash']), random);
  },
  'numbers edited'(manifest, random) {
    const cell = cellOf(manifest, random);
    cell['numberHash'] = otherHash(String(cell['numberHash']), random);
  },
  'number of tests edited': (manifest, random) => void (cellOf(manifest, random)['testCount'] = random(12)),
  'iterations edited': (manifest, random) => void (cellOf(manifest, random)['iterations'] = 1000 + random(9)),
  'warning invented': (manifest, random) => void (cellOf(manifest, random)['warnings'] = ['nothing']),
  'cell called pending': (manifest, random) =>
    void Object.assign(cellOf(manifest, random), { ...unfinished, status: 'pending' }),
  'cell called failed': (manifest, random) =>
    void Object.assign(cellOf(manifest, random), { ...unfinished, status: 'failed', reason: 'singular' }),
  'results of a cell left out': (manifest, random) =>
    void (cellOf(manifest, random)[pick(Object.keys(unfinished), random)] = null),
  'cell of another repeat': (manifest, random) => void (cellOf(manifest, random).repeat += 1 + random(3)),
  'split removed': ({ splits }, random) => void splits.splice(random(splits.length), 1),
  'split doubled': ({ splits }, random) => void splits.splice(random(splits.length), 0, pick(splits, random)),
  'splits reordered': ({ splits }, random) => moved(splits, random),
  'split edited'(manifest, random) {
    const split = splitOf(manifest, random);
    split.hash = otherHash(split.hash, random);
  },
  'split of another size': (manifest, random) => void (splitOf(manifest, random).train += 1),
  'row removed': ({ methods }, random) => void methods.splice(random(methods.length), 1),
  'row and its spec removed'({ methods, spec }, random) {
    const at = random(methods.length);
    methods.splice(at, 1);
    spec.methods.splice(at, 1);
  },
  'row renamed': ({ methods }, random) => void (pick(methods, random).label += 'x'),
  'latent shapes edited'({ methods, spec }) {
    for (const list of [methods, spec.methods]) list.find(({ method }) => method === 'ppca')!['latent'] = [3];
  },
  'seed edited': ({ spec }, random) => void (spec.seed += 1 + random(5)),
  'repeats edited': ({ spec }, random) => void (spec.protocol.repeats += pick([-1, 1, 5000], random)),
  'condition edited': ({ spec }) => void (spec.protocol.trainPerSubject = [2, 4]),
  'plan edited': ({ plan }, random) => void (plan[pick(Object.keys(plan), random)] += 1),
  'images edited': ({ dataset }, random) =>
    void ((dataset[pick(['images', 'subjects', 'rows', 'cols'], random)] as number) += 1),
  'hash of the images edited': ({ dataset }, random) =>
    void (dataset['hash'] = otherHash(String(dataset['hash']), random)),
  'names of the images edited': ({ dataset }, random) =>
    void (dataset['identities'] = otherHash(String(dataset['identities']), random)),
  'hash of the vectors edited'({ dataset: { attachments } }, random) {
    attachments['deep'] = otherHash(attachments['deep'], random);
  },
  'digest edited': (manifest, random) => void (manifest.digest = otherHash(manifest.digest, random)),
};

type Mutable = Record<string, Uint8Array>;

const RESULTS = ['results/table.md', 'results/table.csv', 'results/cells.csv', 'results/predictions.csv'];
const listOf = (entries: Mutable): { files: { name: string; bytes: number; sha256: string }[] } =>
  JSON.parse(Buffer.from(entries['files.json']).toString());
const withByte = (bytes: Uint8Array, random: Random): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  copy[random(copy.length)] ^= 1 << random(8);
  return copy;
};
/** A digit of a text becomes another one. */
const withDigit = (bytes: Uint8Array, random: Random): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  const digits = [...copy.keys()].filter((at) => copy[at] >= 0x30 && copy[at] <= 0x39);
  const at = pick(digits, random);
  copy[at] = 0x30 + ((copy[at] - 0x30 + 1 + random(9)) % 10);
  return copy;
};

/** Changes of a parcel; each returns the names of the files that it changed. */
const parcelForgeries: Readonly<Record<string, (entries: Mutable, random: Random) => string[]>> = {
  // A parcel without images or predictions is as good as one with them.
  'file removed'(entries, random) {
    const optional = ['images/images.npz', 'results/predictions.csv'];
    const name = pick(
      Object.keys(entries).filter((each) => !optional.includes(each)),
      random,
    );
    delete entries[name];
    return [name];
  },
  'file added'(entries, random) {
    const name = pick(['notes.txt', 'vectors/other.npy', 'methods/other/run.js', 'results/more.csv'], random);
    entries[name] = Buffer.from('x');
    return [name];
  },
  'bit of a file'(entries, random) {
    const name = pick(Object.keys(entries), random);
    entries[name] = withByte(entries[name], random);
    return [name];
  },
  'digit of a result'(entries, random) {
    const name = pick(RESULTS, random);
    entries[name] = withDigit(entries[name], random);
    return [name];
  },
  'split in the list of splits'(entries, random) {
    const splits = JSON.parse(Buffer.from(entries['splits.json']).toString()) as { splits: { train: number[] }[] };
    moved(pick(splits.splits, random).train, random);
    entries['splits.json'] = Buffer.from(JSON.stringify(splits));
    return ['splits.json'];
  },
  'vectors edited'(entries, random) {
    const copy = Uint8Array.from(entries['vectors/deep.npy']);
    copy[128 + 8 * random((copy.length - 128) / 8) + 6] ^= 1 << random(4);
    entries['vectors/deep.npy'] = copy;
    return ['vectors/deep.npy'];
  },
  'program edited'(entries, random) {
    const name = pick(['methods/own/own.js', 'methods/own/method.json'], random);
    const text = Buffer.from(entries[name]).toString();
    entries[name] = Buffer.from(name.endsWith('.js') ? `${text}\n// harmless\n` : text.replace(/\d|tests/, 'x9'));
    return [name];
  },
  'images exchanged'(entries, random) {
    const arrays = unzipSync(entries['images/images.npz']);
    const name = pick(['images.npy', 'subjects.npy', 'files.npy', 'attribute_session.npy'], random);
    const array = Uint8Array.from(arrays[name]);
    // A byte of a character or pixel near the end, behind the header.
    array[array.length - 4 * (1 + random(8))] ^= 1 << random(3);
    entries['images/images.npz'] = zipSync({ ...arrays, [name]: array });
    return ['images/images.npz'];
  },
  'spec edited'(entries, random) {
    entries['spec.json'] = withDigit(entries['spec.json'], random);
    return ['spec.json'];
  },
};

/** Lies of the list of files, and of the archive, which are never sealed again. */
const lies: Readonly<Record<string, (entries: Mutable, random: Random) => Uint8Array>> = {
  'size in the list'(entries, random) {
    const list = listOf(entries);
    pick(list.files, random).bytes += pick([1, -1, 2 ** 30], random);
    return zipSync({ ...entries, 'files.json': Buffer.from(JSON.stringify(list)) });
  },
  'digest in the list'(entries, random) {
    const list = listOf(entries);
    const file = pick(list.files, random);
    file.sha256 = otherHash(file.sha256, random);
    return zipSync({ ...entries, 'files.json': Buffer.from(JSON.stringify(list)) });
  },
  'file left out of the list'(entries, random) {
    const list = listOf(entries);
    list.files.splice(random(list.files.length), 1);
    return zipSync({ ...entries, 'files.json': Buffer.from(JSON.stringify(list)) });
  },
  'file twice in the list'(entries, random) {
    const list = listOf(entries);
    list.files.push(pick(list.files, random));
    return zipSync({ ...entries, 'files.json': Buffer.from(JSON.stringify(list)) });
  },
  'size in the directory'(entries, random) {
    const bytes = Buffer.from(zipSync(entries));
    const name = pick(Object.keys(entries), random);
    bytes.writeUInt32LE(pick([1, 2 ** 20, 2 ** 31, 0xfffffffe], random), bytes.lastIndexOf(name) - 46 + 24);
    return bytes;
  },
  'archive cut'(entries, random) {
    const bytes = zipSync(entries);
    return bytes.subarray(0, 64 + random(bytes.length - 64));
  },
};

/** What a forger hands over. */
interface Forgery {
  readonly name: string;
  readonly content: Uint8Array;
  /** Files of the parcel that differ. */
  readonly files: readonly string[];
}

/** One forgery; null if the change happened to change nothing. */
function forgeryOf(random: Random, entries: Entries, only: string): (Forgery & { readonly about: string }) | null {
  const kinds = [
    ...Object.keys(manifestForgeries).flatMap((name) => [`manifest: ${name}`, `manifest of a parcel: ${name}`]),
    ...Object.keys(parcelForgeries).map((name) => `parcel: ${name}`),
    ...Object.keys(lies).map((name) => `lie: ${name}`),
  ].filter((name) => name.includes(only));
  if (kinds.length === 0) throw new Error('Expected a part of the name of a forgery after --only.');
  const about = pick(kinds, random);
  const change = about.slice(about.indexOf(': ') + 2);
  const copy: Mutable = Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, bytes]));
  const sealed = random(5) > 0;
  if (about.startsWith('lie: ')) return { about, name: 'study.zip', content: lies[change](copy, random), files: [] };
  if (about.startsWith('parcel: ')) {
    const files = parcelForgeries[change](copy, random);
    if (files.every((name) => Buffer.from(copy[name] ?? []).equals(entries[name] ?? new Uint8Array()))) return null;
    const isWhole = 'manifest.json' in copy && !files.includes('manifest.json') && !files.includes('files.json');
    return { about, name: 'study.zip', content: zipSync(sealed && isWhole ? sealedParcel(copy) : copy), files };
  }
  const text = Buffer.from(entries['manifest.json']).toString();
  const manifest = JSON.parse(text) as Forged;
  manifestForgeries[change](manifest, random);
  if (JSON.stringify(manifest) === JSON.stringify(JSON.parse(text))) return null;
  const forged = sealed && change !== 'digest edited' ? sealedManifest(manifest) : manifest;
  const content = Buffer.from(JSON.stringify(forged));
  if (about.startsWith('manifest: ')) return { about, name: 'manifest.json', content, files: [] };
  const parcel = { ...copy, 'manifest.json': content };
  const whole = forged === manifest ? parcel : sealedParcel(parcel);
  return { about, name: 'study.zip', content: zipSync(whole), files: ['manifest.json'] };
}

export const forge: Campaign = {
  about: 'manifests and parcels with removed, doubled, reordered or edited cells, splits, rows, files, digests, sizes',
  unit: 'forgeries',
  async attack(tries, { folder, only }) {
    const { engine, entries } = await studyIn(folder);
    try {
      // An unchanged manifest is identical; otherwise the campaign would prove nothing.
      const honest = await judged(engine, 'study.zip', zipSync(entries));
      if (honest.outcome !== 'identical') throw new Error(`Expected an honest parcel to be identical: ${honest.said}`);
      for (const one of tries) await attempt(engine, entries, one);
    } finally {
      await engine.close();
    }

    async function attempt({ client }: Engine, all: Entries, one: Try): Promise<void> {
      const forgery = forgeryOf(one.random, all, only);
      if (forgery === null) return tries.tally('nothing changed');
      const { about, name, content, files } = forgery;
      const { outcome, said, intact } = await judged({ client }, name, content);
      const isNamed = files.length > 0 && files.every((file) => intact.includes(file));
      if (outcome === 'identical' && isNamed) tries.tally('named as not computed again', about);
      else if (outcome === 'identical' || outcome === 'same-labels') tries.fault(one, `${about}: ${said}`);
      else if (outcome === 'defect') tries.fault(one, `${about}: ${said}`);
      else tries.tally(outcome, about);
    }
  },
};

/** What came of a file, and what was said of it. */
interface Judged {
  readonly outcome: string;
  readonly said: string;
  readonly intact: readonly string[];
}

async function judged({ client }: Pick<Engine, 'client'>, name: string, content: Uint8Array): Promise<Judged> {
  const { reproductions } = client;
  let id: number;
  try {
    ({ id } = await reproductions.open({ source: { name, content: Buffer.from(content).toString('base64') } }));
  } catch (error) {
    const isSaid = error instanceof ORPCError && error.code === 'INVALID' && !/undefined|NaN|\n/.test(error.message);
    return { outcome: isSaid ? 'refused' : 'defect', said: String(error), intact: [] };
  }
  await reproductions.start({ id });
  let last: ReproductionEvent | null = null;
  for await (const event of await reproductions.watch({ id })) last = event;
  await reproductions.close({ id });
  const { verdict, failure } = last!;
  if (failure) return { outcome: 'refused before the first cell', said: failure.message, intact: [] };
  const { outcome, headline, differences, files } = verdict!;
  const intact = files.filter(({ state }) => state === 'intact').map((file) => file.name);
  const found = outcome === 'different' ? 'found by computing' : outcome;
  return { outcome: found, said: [headline, ...differences].join(' '), intact };
}

/** An engine on a workspace with a small finished study, and the entries of its parcel. */
async function studyIn(folder: string): Promise<{ readonly engine: Engine; readonly entries: Entries }> {
  const own = join(folder, 'own');
  mkdirSync(own);
  writeFileSync(join(own, 'method.json'), JSON.stringify(declared({ command: undefined, module: 'own.js' })));
  writeFileSync(join(own, 'own.js'), FIRST_PIXELS);
  process.env['EIGENBENCH_METHODS'] = join(folder, 'methods.json');
  addMethod(own);
  loadRegistered();
  const engine = await openEngine({
    workspacePath: join(folder, 'w.eigenbench'),
    host: 'browser',
    roots: [folder],
    workers: 1,
    log: 'none',
  });
  const { client } = engine;
  const { id: dataset } = engine.addDataset('faces', smallDataset({ subjects: 4 }), 'drawn');
  const vectors = Array.from({ length: 20 }, (_, n) => [Math.sin(n), Math.cos(n / 3), n % 5].join(',')).join('\n');
  const file = { name: 'deep.csv', content: Buffer.from(vectors).toString('base64') };
  await client.datasets.attach({ id: dataset, name: 'deep', file, replace: false });
  const { id } = await client.studies.create({
    spec: {
      name: 'study',
      dataset: 'faces',
      protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 2 },
      methods: [
        { method: 'pca', latent: [2, 3] },
        { method: 'ppca', latent: [2] },
        { method: 'own', latent: [2] },
        { method: 'none', label: 'Deep', features: ['deep'] },
      ],
    },
  });
  await client.studies.run({ id });
  for await (const { state } of await client.studies.watch({ id })) if (state === 'finished') break;
  const packed = await client.studies.pack({ id, images: true, predictions: true });
  return { engine, entries: unzipSync(new Uint8Array(await packed.arrayBuffer())) };
}

/** A method of one file: the first pixels are the codes. */
const FIRST_PIXELS = `exports.method = {
  fit: ({ images: { rows, cols } }, latent) => ({ latent, imageShape: { rows, cols }, parameters: {}, trace: [], warnings: [] }),
  encode({ latent: [q] }, { count, rows, cols, data }) {
    const codes = new Float64Array(count * q);
    for (let n = 0; n < count; n++) for (let i = 0; i < q; i++) codes[n * q + i] = data[n * rows * cols + i];
    return { count, rows: q, cols: 1, data: codes };
  },
};
`;
