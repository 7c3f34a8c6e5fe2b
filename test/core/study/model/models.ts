/** Open models of the small dataset. */
import type { LatentShape } from '../../../../src/core/methods/method.ts';
import { openModel, type LearnedModel } from '../../../../src/core/study/model/openModel.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { taskOf } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';

/** The task of the first cell of a study with this method. */
export function taskWith(method: StudySpecInput['methods'][number], change: Partial<StudySpecInput> = {}) {
  const spec = smallSpec({ methods: [method], ...change });
  const plan = planCells(planStudy(spec), facts);
  return taskOf(spec, facts, plan, plan.cells[0]);
}

export function learned(
  method: StudySpecInput['methods'][number],
  shape: LatentShape,
  change: Partial<StudySpecInput> = {},
): LearnedModel {
  const open = openModel(taskWith(method, change), shape, data, () => undefined);
  if (!open.learned) throw new Error('There is no model of all training images.');
  return open.learned;
}
