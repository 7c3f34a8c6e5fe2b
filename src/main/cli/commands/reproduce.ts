import { readFile } from 'node:fs/promises';
import { isSpecOf } from '../../../core/study/spec/filledSpec.ts';
import { computedHere, parseManifest, type RecordedManifest } from '../../../core/study/plan/manifestFile.ts';
import { parseStudySpec } from '../../../core/study/spec/parse.ts';
import { manifestDifferences } from '../../../core/study/plan/reproduce.ts';
import type { Engine } from '../../engine/engine.ts';
import { Failure } from '../errors.ts';
import { fileReason } from '../../fileReason.ts';
import { runStudy } from '../runStudy.ts';
import { refuseUnregistered } from '../unregistered.ts';
import { withEngine, type WorkspaceOptions } from '../workspace.ts';
import { print, printJson, say } from '../terminal.ts';

interface ReproduceOptions extends WorkspaceOptions {
  readonly json?: boolean;
  readonly keep?: boolean;
}

/**
 * eigenbench reproduce: runs the study of a manifest under another name on the dataset of the same hash, compares, and
 * deletes that study again. Stopped in between, the same command goes on. Results from elsewhere are left out, by name.
 * Fails where anything differs, or where nothing was computed here.
 */
export async function reproduceCommand(path: string, options: ReproduceOptions): Promise<void> {
  const { here: before, elsewhere } = computedHere(await readManifest(path));
  const names = elsewhere.map((label) => `"${label}"`).join(', ');
  if (before.methods.length === 0) {
    throw new Failure(`All rows of ${path} were computed elsewhere (${names}): there is nothing here to run again.`);
  }
  await withEngine(options, async (engine) => {
    const { id, remove } = await repeatStudy(engine, before, path, options);
    const file = await engine.client.studies.export({ id, format: 'manifest' });
    const after = JSON.parse(await file.text()) as RecordedManifest;
    if (remove) await engine.client.studies.delete({ id, forGood: true });
    const differences = manifestDifferences(before, after);
    const facts = {
      identical: differences.length === 0,
      cells: before.cells.length,
      elsewhere,
      kernels: [before.engine.kernel, after.engine.kernel],
      versions: [before.engine.appVersion, after.engine.appVersion],
      differences,
    };
    if (options.json) printJson(facts);
    if (elsewhere.length > 0) say(`Computed elsewhere, so left out here: ${names}.`);
    if (differences.length > 0) {
      const kernels =
        facts.kernels[0] === facts.kernels[1]
          ? []
          : [`The kernels differ: ${facts.kernels.join(', now ')}; their results differ in the last bits.`];
      throw new Failure([`Not identical:`, ...differences, ...kernels].join('\n  '));
    }
    if (!options.json) print(`Identical: all ${facts.cells} cells predict the same labels.\n`);
  });
}

async function repeatStudy(
  engine: Engine,
  manifest: RecordedManifest,
  path: string,
  options: ReproduceOptions,
): Promise<{ id: number; remove: boolean }> {
  const { client } = engine;
  const dataset = (await client.datasets.list()).find(({ hash }) => hash === manifest.dataset.hash);
  if (!dataset) {
    throw new Failure(
      `The workspace has no dataset with the images of "${manifest.dataset.name}" (hash ${manifest.dataset.hash.slice(0, 12)}…): import it first.`,
    );
  }
  const parsed = parseStudySpec({
    ...manifest.spec,
    // The settings that the cells were computed with, also those that were defaults.
    methods: manifest.spec.methods.map((entry, i) => ({ ...entry, settings: manifest.methods[i].settings })),
    name: `${manifest.spec.name.slice(0, 100)} (reproduced)`,
    dataset: dataset.name,
  });
  if (!parsed.ok) throw Object.assign(new Failure(`${path} has no usable spec.`), { problems: parsed.problems });
  const { spec } = parsed;
  await refuseUnregistered(engine, spec);
  const existing = (await client.studies.list()).find((study) => study.name === spec.name);
  const study = existing ? await client.studies.get({ id: existing.id }) : await client.studies.create({ spec });
  if (!isSpecOf(study.spec, spec)) {
    throw new Failure(`The workspace has another study named "${spec.name}": delete or rename it first.`);
  }
  await runStudy(engine, study, { json: options.json === true });
  return { id: study.id, remove: options.keep !== true };
}

async function readManifest(path: string): Promise<RecordedManifest> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${fileReason(error)}`);
  }
  try {
    return parseManifest(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Failure(`${path}: expected JSON, found another text`);
    throw new Failure(`${path} ${fileReason(error)}`);
  }
}
