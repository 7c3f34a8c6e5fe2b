import { describe, expect, it } from 'vitest';
import { composedFields } from '../../../../src/core/methods/field/composedFields.ts';
import type { Method, TrainingData } from '../../../../src/core/methods/method.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import { attributeCodes, type DatasetFacts } from '../../../../src/core/dataset.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import type { CellData, CellTask } from '../../../../src/core/study/cells/cellTask.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { attributesOf, planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { taskOf } from '../evaluateAll.ts';
import { data, facts, labels, smallSpec } from '../smallDataset.ts';
import { replaced } from '../../../support/replaced.ts';

const lightOf = (image: number): string | undefined => (image % 7 === 0 ? undefined : ['left', 'right'][image % 2]);
const dataset: DatasetFacts = {
  ...facts,
  attributes: Array.from(labels, (_, image): Record<string, string> => {
    const light = lightOf(image);
    return { session: String((image % 3) + 1), ...(light && { light }) };
  }),
};

const overLight = { neighbourhood: 'attribute', attribute: 'light', f: 'lambda', phi: 'one' };
const own = { neighbourhood: 'self', f: 'rest', phi: 'zero' };

function specOf(fields: readonly Record<string, unknown>[], change: Partial<StudySpecInput> = {}) {
  return smallSpec({ methods: [{ method: 'fields', settings: { fields }, latent: [2] }], ...change });
}

/** The training images of the first cell as the method gets them. */
function trainingOf(change: Partial<StudySpecInput> = {}): { task: CellTask; training: TrainingData } {
  const spec = specOf([overLight, own], change);
  const plan = planCells(planStudy(spec), dataset);
  const cells: CellData = { ...data, attributes: attributeCodes(dataset, plan.methods.flatMap(attributesOf)) };
  const task = taskOf(spec, dataset, plan, plan.cells[0]);
  const [method, seen] = [composedFields as Required<Method>, new Array<TrainingData>()];
  const { open } = method;
  const watched: typeof open = (training, ...rest) => (seen.push(training), open(training, ...rest));
  replaced(method, 'open', watched, () => evaluateCell(task, cells, () => undefined));
  return { task, training: seen[0] };
}

describe('Fields over an attribute in a study', () => {
  it('get the values of the images, those without one coded −1', () => {
    const { light, session } = attributeCodes(dataset, ['light', 'session']);
    expect([...light.slice(0, 8)]).toEqual([-1, 1, 0, 1, 0, 1, 0, -1]);
    expect([...session.slice(0, 4)]).toEqual([0, 1, 2, 0]);
  });

  it('reach the fit, those that it asks for, in the order of the training images', () => {
    const { task, training } = trainingOf();
    const codes = Array.from(task.split.train, (image) => ['left', 'right'].indexOf(lightOf(image) ?? ''));
    expect(Object.keys(training.attributes!)).toEqual(['light']);
    expect([...training.attributes!.light]).toEqual(codes);
    expect(new Set(codes).size).toBeGreaterThan(1);
  });

  it('follow the images where a perturbed cell numbers them anew', () => {
    const noise = { kind: 'gaussian-noise' as const, sigma: [1], on: 'both' as const };
    expect(trainingOf({ perturbations: [noise] }).training.attributes).toEqual(trainingOf().training.attributes);
  });

  it('are part of the key of a cell, and nothing is for methods that look at none', () => {
    const keyOf = (fields: readonly Record<string, unknown>[], source: DatasetFacts) =>
      planCells(planStudy(specOf(fields)), source).cells[0].key;
    const other = { ...dataset, attributes: [...dataset.attributes!].reverse() };
    expect(keyOf([overLight, own], other)).not.toBe(keyOf([overLight, own], dataset));
    expect(keyOf([own], other)).toBe(keyOf([own], dataset));
  });

  it('are refused where the dataset has no such attribute, with the names that there are', () => {
    const chain = { neighbourhood: 'chain', within: 'film', f: 'one', phi: 'lambda' };
    expect(checkSpec(specOf([overLight, chain]), dataset).problems).toEqual([
      {
        path: 'methods[0].settings',
        message: 'methods[0].settings: the images of "small" have no attribute "film"; it has light, session.',
      },
    ]);
    expect(checkSpec(specOf([overLight]), dataset).problems).toEqual([]);
  });
});
