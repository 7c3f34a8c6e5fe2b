/**
 * npm run fuzz -- --minutes 10: damages files of every format, study specs and messages of the protocol, and inputs of
 * every procedure of the contract, for that long, each in turn, and reports inputs per second. A fault is any outcome
 * but a value or the error that states what is wrong; it is printed with the seed that repeats it, and the exit code is
 * 1. `--seed` repeats a run, `--only` names targets.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FormatError } from '../src/core/formats/error.ts';
import { parseStudySpec } from '../src/core/study/spec/parse.ts';
import { hdf5Arrays } from '../src/main/threads/decoders/readHdf5.ts';
import { decodeImage } from '../src/main/import/decode/decodeImage.ts';
import { isCall } from '../src/main/transports/isCall.ts';
import { deletes, faultOf, procedures, valueFor } from '../test/fuzz/contract.ts';
import { fuzzedEngine, type FuzzedEngine } from '../test/fuzz/fuzzedEngine.ts';
import { mutate, seeded } from '../test/fuzz/mutate.ts';
import { decoders, pictures } from '../test/fuzz/targets.ts';
import { writeMat73 } from '../test/main/import/layouts/mat73.ts';

type Random = ReturnType<typeof seeded>;

interface Target {
  readonly name: string;
  /** Tries one input; says what is wrong with the outcome, "refused" where the input was, or null. */
  readonly attempt: (random: Random) => Promise<string | null>;
}

/** What takes bytes: `run` throws FormatError for what it refuses. */
function ofBytes(name: string, seeds: readonly Uint8Array[], run: (bytes: Uint8Array) => unknown): Target {
  return {
    name,
    async attempt(random) {
      const bytes = mutate(seeds[random(seeds.length)], random);
      try {
        await run(bytes);
        return null;
      } catch (error) {
        if (error instanceof FormatError && /^[^\n]{10,300}$/.test(error.message)) return 'refused';
        return `${String(error).split('\n')[0]}\n  ${Buffer.from(bytes).toString('base64').slice(0, 4000)}`;
      }
    },
  };
}

/** Every procedure of the contract in turn, on an engine with a small study. */
function ofContract({ engine, hints }: FuzzedEngine): Target {
  let turn = 0;
  const kept = procedures.filter((procedure) => deletes(procedure) === 0);
  return {
    name: 'contract',
    async attempt(random) {
      const procedure = kept[turn++ % kept.length];
      const input = procedure.schema && valueFor(procedure.schema, random, hints);
      const fault = await faultOf(engine, procedure, input);
      return fault === null ? null : `${procedure.path.join('.')}: ${fault}`;
    },
  };
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

const folder = mkdtempSync(join(tmpdir(), 'eigenbench-fuzz-'));
const fuzzed = await fuzzedEngine(folder);
const targets: readonly Target[] = [
  ...decoders.map(([name, run, seeds]) => ofBytes(name, seeds, run)),
  ofBytes('decodeImage', pictures, (bytes) => decodeImage(bytes)),
  ofBytes('hdf5Arrays', [await writeMat73()], (bytes) =>
    hdf5Arrays(bytes, { names: ['fea', 'gnd'], patterns: [] }, {}),
  ),
  ofBytes('parseStudySpec', [Buffer.from(JSON.stringify(spec))], asJson(parseStudySpec)),
  ofBytes(
    'isCall',
    ['{"i":"1","p":{"u":"/settings/get","h":{}}}', '{"i":"2","t":4}'].map((text) => Buffer.from(text)),
    (bytes) => isCall(Buffer.from(bytes).toString()),
  ),
  ofContract(fuzzed),
].filter(({ name }) => values.only === undefined || name.includes(values.only));
if (targets.length === 0) {
  process.stderr.write(`--only ${values.only}: there is no such target.\n`);
  process.exit(2);
}

const share = (minutes * 60_000) / targets.length;
let faults = 0;
let total = 0;
for (const { name, attempt } of targets) {
  const began = performance.now();
  let inputs = 0;
  let refused = 0;
  for (; performance.now() < began + share; inputs++) {
    // Every input has a seed of its own, so that one that fails is repeated without those before it.
    const seed = (first + inputs) % 2 ** 31;
    const outcome = await attempt(seeded(seed));
    if (outcome === 'refused') refused++;
    else if (outcome !== null) {
      faults++;
      process.stdout.write(`${name}: fault at --seed ${seed} --only ${name}: ${outcome}\n`);
    }
  }
  total += inputs;
  const rate = Math.round((1000 * inputs) / (performance.now() - began));
  process.stdout.write(`${name}: ${inputs} inputs, ${rate} per second, ${refused} refused\n`);
}
await fuzzed.engine.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${total} inputs, ${faults} faults; first seed ${first}\n`);
process.exitCode = faults > 0 ? 1 : 0;
