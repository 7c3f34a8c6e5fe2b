/** Specs from options: a few methods at their defaults, over random splits of one dataset. */
import { existsSync } from 'node:fs';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { parseStudySpec } from '../../../core/study/spec/parse.ts';
import { specBelongsTo } from '../../../core/study/spec/resolvedSpec.ts';
import { repeats as repeatsParameter, trainPerSubject } from '../../../core/protocols/perSubject.ts';
import { slug } from '../../../core/report/slug.ts';
import { writeFile } from '../../disk/writeFile.ts';
import type { Engine } from '../../engine/engine.ts';
import { Failure } from '../errors.ts';
import { printNotice } from '../terminal.ts';
import { findDataset } from '../workspace.ts';
import { specFileText } from './readSpec.ts';
import { readText } from './textFile.ts';
import { withSpecErrors, wrongSpec } from './specText.ts';

export interface NewSpecOptions {
  readonly data?: string;
  readonly methods?: readonly string[];
  readonly train?: readonly number[];
  readonly repeats?: number;
  readonly name?: string;
}

/** Used where the options name no methods. */
const METHODS = ['pca', 'lda'];

/** The JSON of a spec as a person writes it; defaults that most studies keep are left out. */
export function newSpec({
  data = 'faces',
  name = data,
  ...options
}: NewSpecOptions): Readonly<Record<string, unknown>> {
  const { methods = METHODS, train = trainPerSubject.default, repeats = repeatsParameter.default } = options;
  return { name, dataset: data, protocol: { kind: 'random', trainPerSubject: train, repeats }, methods };
}

/**
 * Writes the spec of the options to a file named after the study and returns the path. Without a name, the study is
 * called like the dataset, with a number if another study or file has that name. The same options again find the same
 * file. Throws UsageError with a sentence per problem, and Failure if the file of a given name holds another spec.
 */
export async function writeNewSpec(
  engine: Engine,
  options: NewSpecOptions & { readonly data: string },
): Promise<string> {
  const data = (await findDataset(engine, options.data)).name;
  for (let number = 1; ; number++) {
    const name = options.name ?? (number === 1 ? data : `${data} ${number}`);
    const path = `${slug(name)}.json`;
    const json = newSpec({ ...options, data, name });
    const parsed = parseStudySpec(json);
    if (!parsed.ok) throw wrongSpec(path, parsed.problems);
    const text = specFileText(json);
    if (existsSync(path)) {
      if ((await readText(path, text.length * 4)) === text) return path;
      if (options.name === undefined) continue;
      throw new Failure(`${path} holds another spec: run that one, or choose another study name with --name.`);
    }
    if (options.name === undefined && (await isTaken(engine, parsed.spec))) continue;
    await withSpecErrors(path, engine.client.studies.preview({ spec: parsed.spec }));
    writeFile(path, text);
    printNotice(`Wrote the spec to ${path}; "eigenbench run ${path}" continues this study.`);
    return path;
  }
}

/** Whether the workspace has another study of that name. */
async function isTaken({ client }: Engine, spec: StudySpec): Promise<boolean> {
  const study = (await client.studies.list()).find(({ name }) => name === spec.name);
  return study !== undefined && !specBelongsTo((await client.studies.get({ id: study.id })).spec, spec);
}
