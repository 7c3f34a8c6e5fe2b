import { computedHere, parseManifest, type RecordedManifest } from '../../../core/study/plan/manifestFile.ts';
import { parseStudySpec } from '../../../core/study/spec/parse.ts';
import { compareNumbers, manifestDifferences, type NumberComparison } from '../../../core/study/plan/reproduce.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import type { Engine } from '../../engine/engine.ts';
import { Failure } from '../errors.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { refuseUnregistered } from '../unregistered.ts';
import { computer, freeName, verify } from '../verification.ts';
import { withEngine, type WorkspaceOptions } from '../workspace.ts';
import { readJson } from '../textFile.ts';
import { print, printJson, say } from '../terminal.ts';

interface ReproduceOptions extends WorkspaceOptions {
  readonly json?: boolean;
  readonly keep?: boolean;
}

/**
 * eigenbench reproduce: computes the study of a manifest again on the dataset of the same hash, compares labels, errors
 * and numbers, and removes what it has computed. Stopped in between, the same command goes on. Results from elsewhere
 * are left out, by name. Fails if labels or errors differ, if numbers differ although the kernels are the same, or if
 * nothing was computed here.
 */
export async function reproduceCommand(path: string, options: ReproduceOptions): Promise<void> {
  const { here: before, elsewhere } = computedHere(await readManifest(path));
  const names = elsewhere.map((label) => `"${label}"`).join(', ');
  if (before.methods.length === 0) {
    throw new Failure(`All rows of ${path} were computed elsewhere (${names}): there is nothing here to run again.`);
  }
  await withEngine(options, async (engine) => {
    const { client } = engine;
    const spec = await specOf(engine, before, path);
    const { study, computedNow, computedBefore } = await verify(engine, spec, before, { json: options.json === true });
    const { id } = study;
    const file = await client.studies.export({ id, format: 'manifest' });
    const after = JSON.parse(await file.text()) as RecordedManifest;
    if (options.keep) await client.studies.rename({ id, name: await freeName(engine, nameOf(before, 'reproduced')) });
    else await client.studies.delete({ id, forGood: true });
    const numbers = compareNumbers(before, after);
    const kernels = [before.engine.kernel, after.engine.kernel] as const;
    const differences = [...manifestDifferences(before, after), ...otherNumbers(numbers, kernels)];
    const facts = {
      identical: differences.length === 0 && numbers.different.length === 0,
      cells: before.cells.length,
      computedNow,
      computedBefore,
      numbers: { compared: numbers.compared, different: numbers.different.length },
      elsewhere,
      kernels,
      versions: [before.engine.appVersion, after.engine.appVersion],
      differences,
    };
    if (options.json) printJson(facts);
    if (elsewhere.length > 0) say(`Computed elsewhere, so left out here: ${names}.`);
    const resumed = computedBefore === 0 ? '' : `, ${computedBefore} by an earlier run of this verification`;
    const done = `Computed now: ${computedNow} of ${before.cells.length} cells${resumed}, by ${computer(after.engine)}. Compared with: ${computer(before.engine)}.`;
    if (differences.length > 0) {
      const why =
        kernels[0] === kernels[1]
          ? []
          : [`The kernels differ: ${kernels.join(', now ')}; their results differ in the last bits.`];
      throw new Failure([`Not identical:`, ...differences, ...why, done].join('\n  '));
    }
    if (!options.json) print(`${verdict(before.cells.length, numbers)}\n${done}\n`);
  });
}

/** With the same kernels every number is the same bit for bit, or something is wrong. */
function otherNumbers({ different }: NumberComparison, [before, after]: readonly [string, string]): string[] {
  return before === after
    ? different.map((cell) => `Cell ${cell} has other numbers (likelihoods, measures or choices).`)
    : [];
}

function verdict(cells: number, { compared, different }: NumberComparison): string {
  const labels = `all ${cells} cells predict the same labels`;
  if (compared === 0) return `Identical labels: ${labels}. The manifest has no numbers to compare.`;
  if (different.length === 0) return `Identical: ${labels}, and all their numbers are the same bit for bit.`;
  return `Identical labels: ${labels}. Other numbers of ${different.length} cells differ, as the kernels do.`;
}

function nameOf({ spec }: RecordedManifest, what: string): string {
  return `${spec.name.slice(0, 100)} (${what})`;
}

/** The spec of a manifest on the dataset of this workspace. Throws Failure if it has none or lacks a method. */
async function specOf(engine: Engine, manifest: RecordedManifest, path: string): Promise<StudySpec> {
  const dataset = (await engine.client.datasets.list()).find(({ hash }) => hash === manifest.dataset.hash);
  if (!dataset) {
    throw new Failure(
      `The workspace has no dataset with the images of "${manifest.dataset.name}" (hash ${manifest.dataset.hash.slice(0, 12)}…): import it first.`,
    );
  }
  const parsed = parseStudySpec({
    ...manifest.spec,
    // The settings that the cells were computed with, also those that were defaults.
    methods: manifest.spec.methods.map((entry, i) => ({ ...entry, settings: manifest.methods[i].settings })),
    name: nameOf(manifest, 'verification'),
    dataset: dataset.name,
  });
  if (!parsed.ok) throw Object.assign(new Failure(`${path} has no usable spec.`), { problems: parsed.problems });
  await refuseUnregistered(engine, parsed.spec);
  return parsed.spec;
}

/** Bytes of a manifest at most: a cell takes about 500. */
const MOST = 256 * 2 ** 20;

async function readManifest(path: string): Promise<RecordedManifest> {
  const json = await readJson(path, MOST);
  try {
    return parseManifest(json);
  } catch (error) {
    throw new Failure(`${path} ${fileReason(error)}`);
  }
}
