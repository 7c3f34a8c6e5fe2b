/** Several conditions in a sentence, grouped as a person would. */
import type { Condition } from '../../protocols/split.ts';
import { listedProse, math, prose, type Prose } from '../../text/proseTags.ts';
import { listed } from '../../text/phrases.ts';

/**
 * "k = 2, 3 and 4" if all levels of their perturbations are among them; else "k = 2 and 3, each clean and with noise
 * σ = 20 (test)". Groups of training sets with other perturbations are separated by semicolons.
 *
 * @param chosen some of the conditions of the study
 */
export function conditionsProse(chosen: readonly Condition[], conditions: readonly Condition[]): Prose {
  const levels = new Set(conditions.map(perturbationOf));
  const byTraining = Map.groupBy(chosen, trainingOf);
  const groups = Map.groupBy(byTraining.entries(), ([, members]) => JSON.stringify(members.map(perturbationOf)));
  const written = [...groups.values()].map((group): Prose => {
    const trainings = group.map(([training]) => training);
    const among = group[0][1].map(perturbationOf);
    if (among.length === levels.size) return trainingsProse(trainings);
    const each = trainings.length > 1 && among.length > 1 ? 'each ' : '';
    return prose`${trainingsProse(trainings)}, ${each}${listed(among.map((level) => (level === '' ? 'clean' : `with ${level}`)))}`;
  });
  return listedProse(written, '; ');
}

function trainingOf({ title, parts }: Condition): string {
  return parts?.training ?? title;
}

/** The level of the perturbation; '' for clean images. */
function perturbationOf({ parts }: Condition): string {
  return parts?.perturbation ?? '';
}

const VALUE = /^(\p{L}) = (.+)$/u;

/** "k = 2, 3 and 4"; training sets without such a variable by their titles. */
function trainingsProse(titles: readonly string[]): Prose {
  const [first, ...others] = titles;
  const variable = VALUE.exec(first)?.[1];
  const values = others.map((title) => VALUE.exec(title));
  const shared = values.every((value) => value?.[1] === variable);
  const start: Prose = [variable === undefined ? first : math(first)];
  const rest = others.map((title, n): Prose => {
    if (variable !== undefined && shared) return [math(values[n]![2])];
    return [VALUE.test(title) ? math(title) : title];
  });
  return listedProse([start, ...rest]);
}
