/**
 * Inputs of every kind: files of all formats, archives, workspaces, specs, manifests, results and messages of the
 * protocol, damaged; texts from grammars, whose numbers are known; calls of every procedure of the contract. A fault is
 * any outcome but the right value or the error that states what is wrong, and what takes seconds of the processor.
 */
import { hdf5Arrays } from '../../src/main/workers/decoders/readHdf5.ts';
import { decodeImage } from '../../src/main/import/decode/decodeImage.ts';
import { writeHdf5, writeMat73 } from '../main/import/layouts/hdf5Files.ts';
import type { Campaign } from './campaign.ts';
import { archives, compressed, tars } from './fuzz/archives.ts';
import { deletes, faultOf, procedures, valueFor } from './fuzz/contract.ts';
import { documents } from './fuzz/documents.ts';
import { fuzzedEngine } from './fuzz/fuzzedEngine.ts';
import { grammars } from './fuzz/grammars.ts';
import { host } from './fuzz/host.ts';
import { FAST, ofBytes, ofGrammar, SLOW, SLOWEST, type Target } from './fuzz/target.ts';
import { decoders, pictures, walkers } from './fuzz/targets.ts';
import { lists, readings } from './fuzz/readings.ts';
import { workspaces } from './fuzz/workspaces.ts';

/** Seconds of the processor that no small input may take. */
const MOST_SECONDS = 1.5;

/** Every procedure of the contract in turn, on an engine with a small study. */
async function contract(folder: string): Promise<Target> {
  const { engine, hints } = await fuzzedEngine(folder);
  // Its faces are drawn once, which takes seconds whatever the input.
  await engine.client.studies.demo();
  // What draws faces takes a second for a number of subjects that is fine.
  const draws = ({ path }: (typeof procedures)[number]): boolean => path.join('.') === 'datasets.draw';
  const kept = procedures.filter((procedure) => deletes(procedure) === 0 && !draws(procedure));
  return {
    name: 'contract',
    weight: SLOW,
    async attempt(random) {
      const procedure = kept[random(kept.length)];
      const input = procedure.schema && valueFor(procedure.schema, random, hints);
      const fault = await faultOf(engine, procedure, input);
      if (fault !== null) throw new Error(`${procedure.path.join('.')}: ${fault}`);
      return 'answered';
    },
    close: () => engine.close(),
  };
}

async function hdf5(): Promise<Target> {
  const wanted = { names: [], patterns: [/^/] };
  const seeds = [await writeMat73(), await writeHdf5()];
  return ofBytes('hdf5Arrays', SLOWEST, seeds, (bytes) => hdf5Arrays(bytes, wanted, {}));
}

/** Targets that something is opened for, by name. */
const opened: Readonly<Record<string, (folder: string) => Promise<Target>>> = {
  archive: archives,
  contract,
  gunzip: compressed,
  hdf5Arrays: hdf5,
  host,
  lists,
  tar: tars,
  workspace: workspaces,
};

export const fuzz: Campaign = {
  about: 'damaged files, archives, workspaces, texts and messages; texts from grammars; calls of the contract',
  unit: 'inputs',
  async attack(tries, { folder, only }) {
    const targets = [
      ...[...decoders, ...walkers, ...documents].map(([name, run, seeds]) => ofBytes(name, FAST, seeds, run)),
      ...grammars.map(ofGrammar),
      ...readings,
      ofBytes('decodeImage', SLOW, pictures, (bytes) => decodeImage(bytes)),
    ].filter(({ name }) => name.includes(only));
    for (const [name, open] of Object.entries(opened)) if (name.includes(only)) targets.push(await open(folder));
    const total = targets.reduce((sum, { weight }) => sum + weight, 0);
    for (const one of tries) {
      let choice = one.random(total);
      const target = targets.find(({ weight }) => (choice -= weight) < 0);
      if (!target) break;
      const before = process.threadCpuUsage();
      try {
        const found = target.attempt(one.random);
        tries.tally(typeof found === 'string' ? found : await found, target.name);
      } catch (error) {
        tries.fault(one, `${target.name}: ${(error as Error).message}`);
      }
      const { user, system } = process.threadCpuUsage(before);
      const seconds = (user + system) / 1e6;
      if (seconds > MOST_SECONDS) tries.fault(one, `${target.name}: it took ${seconds} s`);
    }
    for (const { close } of targets) await close?.();
  },
};
