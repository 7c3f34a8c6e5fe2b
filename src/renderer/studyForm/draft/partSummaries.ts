import { correctionOf, type CorrectionName } from '../../../core/compare/corrections.ts';
import { pairTest, type PairTestName } from '../../../core/compare/tests/registry.ts';
import { classifierDeclaration, type Classifier } from '../../../core/classify/classifiers/registry.ts';
import { namedGroups } from '../../../core/measures/measures.ts';
import { listPerturbations } from '../../../core/perturbations/registry.ts';
import { declarationOf } from '../../../core/protocols/registry.ts';
import { selectionParameters } from '../../../core/study/spec/spec.ts';
import { startReading } from '../../parameters/formReader.ts';
import { listed, plural } from '../../words/format.ts';
import { perturbationOf } from './perturbationDraft.ts';
import { takesAllImages, taskOf } from './protocolDraft.ts';
import { classifierOf } from './recognitionDraft.ts';
import type { StudyDraft } from './draft.ts';

/** As it stands within a sentence; acronyms stay. */
const lowered = (text: string): string => text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

/** What each folded part of the form is set to, in one line. */
export function partSummaries(
  draft: StudyDraft,
): Readonly<Record<'splits' | 'conditions' | 'selection' | 'measures' | 'tests', string>> {
  return {
    splits: splitsSummary(draft),
    conditions: conditionsSummary(draft),
    selection: selectionSummary(draft),
    measures: measuresSummary(draft),
    tests: testsSummary(draft),
  };
}

function splitsSummary({ protocol, seed, subset }: StudyDraft): string {
  const { title, help } = declarationOf(protocol);
  const sentence = lowered(help.replace(/\.$/, ''));
  return [
    taskOf(protocol) === 'verification' ? sentence : `${lowered(title)}: ${sentence}`,
    ...(takesAllImages(subset) ? [] : ['some of the images']),
    `seed ${seed}`,
  ].join('; ');
}

function conditionsSummary({ perturbations, features }: StudyDraft): string {
  const groups = perturbations.map((row, index) => perturbationOf(row, `perturbations.${index}`, startReading()));
  return [
    perturbations.length > 0 ? plural(listPerturbations(groups).length, 'condition') : 'clean images only',
    ...(features.length > 0 ? [plural(features.length, 'feature step')] : []),
  ].join(', ');
}

function selectionSummary({ protocol, selection }: StudyDraft): string {
  const items = taskOf(protocol) === 'verification' ? 'pairs' : 'images';
  const optimistic = `each method’s best dimension on the test ${items} (optimistic)`;
  if (selection === null) return optimistic;
  const on = selectionParameters.find(({ name }) => name === 'on')!;
  const chosen = on.kind === 'choice' && on.choices.find(({ value }) => value === selection['on']);
  return `by cross-validation on the ${lowered(chosen ? chosen.title : '')}; also the best on the test ${items}`;
}

function measuresSummary({ classifier, measures, protocol }: StudyDraft): string {
  const rule = classifierOf(classifier, 'classifier', startReading());
  const declared = classifierDeclaration(rule);
  const several = Object.values(rule).some((value) => Array.isArray(value));
  const phrase = several ? `${lowered(declared.title)}, several settings` : declared.phrase(rule as Classifier);
  const groups = namedGroups.filter(({ kind }) => measures.groups.includes(kind)).map(({ title }) => lowered(title));
  const regions = measures.regions.trim() === '' ? [] : ['RMSE of regions'];
  const rate = taskOf(protocol) === 'verification' ? 'wrongly decided pairs' : 'error rate';
  return `${listed([rate, ...groups, ...regions])}; ${phrase}`;
}

function testsSummary({ comparison }: StudyDraft): string {
  const { test, baseline = 'best', correction = 'none', alpha } = comparison;
  return [
    pairTest(test as PairTestName).phrase,
    `α = ${alpha}`,
    correctionOf(correction as CorrectionName).phrase,
    ...(baseline === 'best' ? [] : [`against ${baseline}`]),
  ].join(', ');
}
