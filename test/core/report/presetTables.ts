/** Tables of the preset studies with made-up errors: as wide and as high as the real ones, without computing them. */
import { readdirSync, readFileSync } from 'node:fs';
import type { DatasetFacts } from '../../../src/core/dataset.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { parseStudySpec } from '../../../src/core/study/spec/parse.ts';
import type { StudySpec } from '../../../src/core/study/spec/spec.ts';
import type { CellOutcome } from '../../../src/core/study/table/rowRepeats.ts';
import { summariseStudy } from '../../../src/core/study/table/summarise.ts';
import type { StudyTable } from '../../../src/core/study/table/table.ts';
import { tableOptionsSchema, type TableOptionsInput } from '../../../src/core/study/table/tableOptions.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { orl } from './orlStudies.ts';

const folder = new URL('../../../resources/studies/', import.meta.url);

export const presets: readonly StudySpec[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => parsed(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))));

/** A study of many methods and conditions, with both selections. */
export const wide: StudySpec = parsed({
  name: 'Forty methods, five sizes, five perturbations',
  dataset: 'orl_56x46',
  seed: 1,
  protocol: { kind: 'random', trainPerSubject: [2, 3, 4, 5, 6], repeats: 3 },
  selection: { innerSplits: 1 },
  perturbations: [
    { kind: 'none' },
    { kind: 'gaussian-noise', sigma: [10, 20], on: 'both' },
    { kind: 'occlusion', side: [0.1, 0.3], on: 'test' },
  ],
  methods: Array.from({ length: 40 }, (_, m) => ({
    method: m % 2 === 0 ? 'bppca' : 'pca',
    label: m === 3 ? 'A method with as long a label as a study allows, which is 60' : `Variant ${m + 1}, k = ${m}`,
    settings: m % 2 === 0 ? { tolerance: 10 ** -(2 + m / 10) } : {},
    latent: m % 2 === 0 ? [[3, 2]] : [m + 1],
  })),
});

function parsed(json: unknown): StudySpec {
  const result = parseStudySpec(json);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.spec;
}

/** The table of a study whose cells have finished, all but every eleventh. */
export function tableOfSpec(spec: StudySpec, options: TableOptionsInput = {}, dataset: DatasetFacts = orl): StudyTable {
  const plan = planCells(planStudy(spec), dataset);
  const outcomes = new Map<string, CellOutcome>();
  plan.cells.forEach(({ key, label, condition, repeat, methodKey }, c) => {
    if (c % 11 === 10 && spec === wide) outcomes.set(key, { status: 'failed', reason: 'made up' });
    else {
      const { methodId } = plan.methods.find((method) => method.key === methodKey)!;
      const shape = findMethod(methodId)!.latentKind === 'matrix' ? [12, 10] : [105];
      const noise = condition.length + label.length * 3 + repeat * 2;
      outcomes.set(key, {
        status: 'done',
        result: { shapes: [shape], wrong: [noise % 97 === 0 ? 200 : noise % 90], testCount: 200, selected: 0 } as never,
      });
    }
  });
  return summariseStudy(plan, outcomes, tableOptionsSchema.parse(options), { testToTrain: () => 1 });
}
