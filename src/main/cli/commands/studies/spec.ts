import type { StudyPreview } from '../../../../core/contract/studies.ts';
import type { DatasetSummary } from '../../../../core/contract/datasets.ts';
import { classifierPhrase, classifiersOf } from '../../../../core/study/spec/classifierGrid.ts';
import { perturbationSentences } from '../../../../core/perturbations/registry.ts';
import { declarationOf } from '../../../../core/protocols/registry.ts';
import { parseStudySpec } from '../../../../core/study/spec/parse.ts';
import type { StudySpec } from '../../../../core/study/spec/spec.ts';
import { listed, plural } from '../../../../core/text/phrases.ts';
import { print, printJson, printNotice } from '../../terminal.ts';
import { UsageError } from '../../errors.ts';
import { duration } from '../../progress.ts';
import { newSpec, type NewSpecOptions } from '../../files/newSpec.ts';
import { readSpec, writeSchema, writeSpec } from '../../files/readSpec.ts';
import { requireEnding } from '../../files/outFormat.ts';
import { withSpecErrors, wrongSpec } from '../../files/specText.ts';
import { findDataset, withEngine } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareSpec } from '../../declarations/studyCommands.ts';
import { columns } from '../../options/textColumns.ts';

/**
 * eigenbench spec: writes a short spec to start from, the schema of specs, or a spec with all defaults filled in, or
 * explains in words what a spec does and costs. Runs nothing. Written specs get the schema in the same folder. Throws
 * UsageError with a sentence per problem of the spec.
 */
export async function specCommand(path: string | undefined, options: OptionsOf<typeof declareSpec>): Promise<void> {
  const {
    schema,
    explain,
    baseAnywhere,
    json,
    out,
    new: isNew,
    data,
    methods,
    train,
    repeats,
    name,
    ...where
  } = options;
  const fields = { data, methods, train, repeats, name };
  if (isNew) {
    if (path !== undefined) throw new UsageError(`--new takes no spec file: name the new one with --out ${path}.`);
    return writeNew(fields, out);
  }
  const [other] = Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  if (other !== undefined) throw new UsageError(`--${other} requires --new.`);
  if (schema) {
    if (path !== undefined) throw new UsageError('--schema takes no spec file.');
    return writeSchema(out);
  }
  if (path === undefined) throw new UsageError('Expected a spec file, --new or --schema.');
  requireEnding(out, '.json');
  const given = await readSpec(path, { baseAnywhere });
  if (!explain) return writeChecked(path, given, out);
  if (out !== undefined) throw new UsageError('--out cannot be combined with --explain.');
  const { spec, dataset, preview } = await withEngine(where, async (engine) => {
    const dataset = await findDataset(engine, given.dataset);
    const spec = { ...given, dataset: dataset.name };
    return { spec, dataset, preview: await withSpecErrors(path, engine.client.studies.preview({ spec })) };
  });
  if (json) printJson(preview);
  else print(explanation(spec, dataset, preview));
}

/** Writes a short spec, checked as far as that needs no dataset. */
async function writeNew(fields: NewSpecOptions, out: string | undefined): Promise<void> {
  requireEnding(out, '.json');
  const json = newSpec(fields);
  const parsed = parseStudySpec(json);
  const target = out ?? 'the new spec';
  if (!parsed.ok) throw wrongSpec(target, parsed.problems);
  await requireCheckedAlone(target, parsed.spec);
  await writeSpec(out, json);
  printNotice(
    `Next: ${fields.data === undefined ? 'put a name listed by "eigenbench datasets" in place of "faces", then ' : ''}` +
      `eigenbench run ${out ?? '<file>'}. Its fields: eigenbench help study-specs.`,
  );
}

/** Throws UsageError for what is wrong on any dataset; external methods are checked as registered here. */
async function requireCheckedAlone(path: string, spec: StudySpec): Promise<void> {
  const [{ checkSpecAlone }, { loadRegistered }] = await Promise.all([
    import('../../../../core/study/spec/checkWithoutDataset.ts'),
    import('../../../external/loadRegistered.ts'),
  ]);
  loadRegistered();
  const problems = checkSpecAlone(spec);
  if (problems.length > 0) throw wrongSpec(path, problems);
}

async function writeChecked(path: string, spec: StudySpec, out: string | undefined): Promise<void> {
  await requireCheckedAlone(path, spec);
  printNotice(
    `Not checked: whether there is a dataset "${spec.dataset}", and whether splits, latent dimensions, features and ` +
      `attributes suit it; "eigenbench spec ${path} --explain" checks that.`,
  );
  await writeSpec(out, spec);
}

function explanation(spec: StudySpec, dataset: DatasetSummary, preview: StudyPreview): string {
  const { cells, fits, conditions, methods, cost, warnings } = preview;
  const images = `${plural(dataset.count, 'image')} of ${plural(dataset.subjects, 'subject')}`;
  const shape = `${dataset.rows} × ${dataset.cols} pixels`;
  const labels = listed(methods.map(({ label }) => label));
  const { protocol, seed } = spec;
  const titles = conditions.map(({ title }) => title);
  const repeats =
    'repeats' in protocol && protocol.repeats !== undefined ? `, ${plural(protocol.repeats, 'repeat')} each` : '';
  const sentences = [
    `"${spec.name}" compares ${plural(methods.length, 'method')} (${labels}) on "${dataset.name}": ${images}, ${shape}.`,
    declarationOf(protocol).sentence(protocol as never, seed),
    ...perturbationSentences(spec.perturbations),
    `${plural(titles.length, 'condition')} (${titles.join('; ')})${repeats}.`,
    `Test images are recognised by: ${listed(classifiersOf(spec).map(classifierPhrase))}.`,
    `That makes ${plural(cells, 'cell')} with ${plural(fits, 'model fit')}: about ${duration(cost.seconds)} of computing, ` +
      `${duration(cost.seconds / cost.workers)} on ${plural(cost.workers, 'worker')}.`,
  ];
  const seconds = new Map(cost.methods.map((method) => [method.label, method]));
  const rows = methods.map(({ label, shapes, largest, combinations }) => [
    label,
    String(shapes),
    largest.join(' × ') || '–',
    String(combinations),
    seconds.get(label)?.unknown ? '–' : duration(seconds.get(label)?.seconds ?? 0),
    estimatedFrom(seconds.get(label)),
  ]);
  const table = columns(['method', '>latent shapes', '>largest', '>settings', '>computing', 'estimated from'], rows);
  return `${[...sentences, '', table.trimEnd(), ...warnings].join('\n')}\n`;
}

function estimatedFrom(cost: StudyPreview['cost']['methods'][number] | undefined): string {
  if (cost?.unknown) return 'nothing: an external method without finished cells';
  return cost?.measured ? 'finished cells' : 'the speed of this machine';
}
