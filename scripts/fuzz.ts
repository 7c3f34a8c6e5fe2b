/**
 * npm run fuzz -- --minutes 10: damages files of every format, study specs and messages of the protocol for that long,
 * each in turn, and reports inputs per second. A fault is any outcome but a value or the error that states what is wrong;
 * it is printed with the seed that repeats it, and the exit code is 1. `--seed` repeats a run, `--only` names targets.
 */
import { parseArgs } from 'node:util';
import { FormatError } from '../src/core/formats/error.ts';
import { parseStudySpec } from '../src/core/study/spec/parse.ts';
import { hdf5Arrays } from '../src/main/threads/decoders/readHdf5.ts';
import { decodeImage } from '../src/main/import/decode/decodeImage.ts';
import { isCall } from '../src/main/transports/isCall.ts';
import { mutate, seeded } from '../test/fuzz/mutate.ts';
import { decoders, pictures } from '../test/fuzz/targets.ts';
import { writeMat73 } from '../test/main/import/layouts/mat73.ts';

interface Target {
  readonly name: string;
  readonly seeds: readonly Uint8Array[];
  /** Throws FormatError for what it refuses. */
  readonly run: (bytes: Uint8Array) => unknown;
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
const first = Number(values.seed);
if (!(minutes > 0) || !Number.isInteger(first)) {
  process.stderr.write('Expected --minutes above 0 and a whole number as --seed.\n');
  process.exit(2);
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
/** Damaged JSON is rarely JSON; what still is one goes to `work`. */
const asJson = (work: (value: unknown) => unknown) => (bytes: Uint8Array) => {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    throw new FormatError('it is no JSON, which is not what is tested here');
  }
  return work(value);
};

const targets: readonly Target[] = [
  ...decoders.map(([name, run, seeds]) => ({ name, seeds, run })),
  { name: 'decodeImage', seeds: pictures, run: (bytes: Uint8Array) => decodeImage(bytes) },
  { name: 'hdf5Arrays', seeds: [await writeMat73()], run: (bytes: Uint8Array) => hdf5Arrays(bytes, {}, {}) },
  { name: 'parseStudySpec', seeds: [Buffer.from(JSON.stringify(spec))], run: asJson(parseStudySpec) },
  {
    name: 'isCall',
    seeds: ['{"i":"1","p":{"u":"/settings/get","h":{}}}', '{"i":"2","t":4}'].map((text) => Buffer.from(text)),
    run: (bytes: Uint8Array) => isCall(Buffer.from(bytes).toString()),
  },
].filter(({ name }) => values.only === undefined || name.includes(values.only));
if (targets.length === 0) {
  process.stderr.write(`--only ${values.only}: there is no such target.\n`);
  process.exit(2);
}

const share = (minutes * 60_000) / targets.length;
let faults = 0;
let total = 0;
for (const { name, seeds, run } of targets) {
  const began = performance.now();
  let inputs = 0;
  let refused = 0;
  for (; performance.now() < began + share; inputs++) {
    // Every input has a seed of its own, so that one that fails is repeated without those before it.
    const seed = (first + inputs) % 2 ** 31;
    const random = seeded(seed);
    const bytes = mutate(seeds[random(seeds.length)], random);
    try {
      await run(bytes);
    } catch (error) {
      if (error instanceof FormatError && /^[^\n]{10,300}$/.test(error.message)) refused++;
      else {
        faults++;
        process.stdout.write(`${name}: fault at --seed ${seed} --only ${name}: ${String(error).split('\n')[0]}\n`);
        process.stdout.write(`  ${Buffer.from(bytes).toString('base64').slice(0, 4000)}\n`);
      }
    }
  }
  total += inputs;
  const rate = Math.round((1000 * inputs) / (performance.now() - began));
  process.stdout.write(`${name}: ${inputs} inputs, ${rate} per second, ${refused} refused\n`);
}
process.stdout.write(`${total} inputs, ${faults} faults; first seed ${first}\n`);
process.exitCode = faults > 0 ? 1 : 0;
