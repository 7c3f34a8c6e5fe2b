/** How settings and latent dimensions of methods came about, as sentences of a paper. */
import { measureOf } from '../../measures/measures.ts';
import { lackingEffect } from '../../methods/effect.ts';
import { findMethod } from '../../methods/registry.ts';
import { methodRows, plannedMethods, rowLists, type MethodRow } from '../../study/plan/plan.ts';
import type { StudySpec } from '../../study/spec/spec.ts';
import type { TableOptions } from '../../study/table/tableOptions.ts';
import { listedProse, math, prose, type Piece, type Prose } from '../../text/prose.ts';
import { listed, uncapitalised } from '../../text/words.ts';
import type { Parameter } from '../../methods/method.ts';

/** Settings that differ from their defaults, and those that papers state in any case. */
export function settingSentences(spec: StudySpec): Prose[] {
  return methodRows(plannedMethods(spec)).flatMap(({ label, methodId, methods: combined }): Prose[] => {
    const [planned] = combined;
    const set = (findMethod(methodId)?.parameters ?? []).flatMap((parameter): Prose[] => {
      const value = planned.settings[parameter.name] ?? ('default' in parameter ? parameter.default : undefined);
      const isDefault = 'default' in parameter && value === parameter.default;
      if ((isDefault && !parameter.stated) || planned.tuned?.values[parameter.name] !== undefined) return [];
      if (combined.every(({ settings }) => lackingEffect(parameter, settings) !== null)) return [];
      const written = settingProse(parameter, value);
      return written === null ? [] : [prose`the ${uncapitalised(parameter.title)} to ${written}`];
    });
    return set.length === 0 ? [] : [prose`For ${label}, we set ${listedProse(set)}`];
  });
}

/** A value as papers state it; null: one that does not fit into a sentence. */
function settingProse(parameter: Parameter, value: unknown): Piece | null {
  if (typeof value === 'number')
    return math(value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential() : `${value}`);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'string') return null;
  const option = parameter.kind === 'choice' ? parameter.choices.find((each) => each.value === value) : undefined;
  return option ? uncapitalised(option.title) : value;
}

/** How latent dimensions and listed settings were chosen. */
export function selectionSentences(spec: StudySpec, { selection: shown }: Pick<TableOptions, 'selection'>): Prose[] {
  const rows = methodRows(plannedMethods(spec));
  const tuned = rows
    .filter(({ methods }) => methods[0].tuned !== undefined)
    .map((row) => ({ ...row, lists: rowLists(row) }));
  const shaped = rows.filter(({ methodId, methods: [{ latent }] }) => {
    return latent !== 'full' && (findMethod(methodId)?.latentNames.length ?? 0) > 0;
  });
  const fixed = shaped.flatMap((row) => fixedProse(row) ?? []);
  const given = fixed.length > 0 ? [prose`The latent dimensions were fixed at ${listedProse(fixed)}`] : [];
  const all = fixed.length === shaped.length;
  if (all && tuned.length === 0) return given;
  const shapes = given.length > 0 ? 'the other latent dimensions' : 'latent dimensions';
  const what = all ? 'settings' : tuned.length > 0 ? `${shapes} and settings` : shapes;
  const by = criterion(spec.selection?.by);
  const oracle = prose`${what} were chosen for ${by} on the test images, which favours methods with more of them to choose from`;
  const lists = tuned.flatMap(({ label, methodId, methods: [{ tuned: combination }], ...row }): Prose[] => {
    const { parameters } = findMethod(methodId)!;
    const texts = Object.keys(combination!.values).map((name) => {
      const values = row.lists.find(([each]) => each === name)![1];
      return `${titleOf(parameters, name)} was chosen from ${listed(values.map(String))}`;
    });
    return texts.length === 0 ? [] : [prose`For ${label}, ${listed(texts)}`];
  });
  if (!spec.selection || shown === 'oracle') return [...given, oracle, ...lists];
  const { innerSplits, on } = spec.selection;
  const where =
    on === 'development'
      ? 'on its development pairs'
      : `inside its training images (${innerSplits === 1 ? 'one inner split' : `${innerSplits} inner splits`}, each holding out one image per subject)`;
  const validated = prose`${what} were chosen in every repeat for ${by} ${where}`;
  if (shown === 'validated') return [...given, validated, ...lists];
  return [...given, validated, prose`For comparison, they were also chosen on the test images`, ...lists];
}

/** "q = 20 for PCA", of a method with one latent shape; null: it has several. */
function fixedProse({ label, methodId, methods: [{ latent }] }: MethodRow): Prose[] | null {
  if (!Array.isArray(latent) || latent.length !== 1) return null;
  const shape: readonly number[] = [latent[0]].flat();
  const { latentNames } = findMethod(methodId)!;
  if (shape.length !== latentNames.length) return null;
  const values = latentNames.map((name, at): Prose => [math(`${name} = ${shape[at]}`)]);
  return [prose`${listedProse(values)} for ${label}`];
}

/** "the lowest mean error rate" */
function criterion(id: NonNullable<StudySpec['selection']>['by'] = 'error-rate'): string {
  const { title, better } = measureOf(id);
  return `the ${better === 'lower' ? 'lowest' : 'highest'} mean ${uncapitalised(title)}`;
}

/** "the neighbours" */
export function titleOf(
  parameters: readonly { readonly name: string; readonly title: string }[],
  name: string,
): string {
  return `the ${uncapitalised(parameters.find((each) => each.name === name)?.title ?? name)}`;
}
