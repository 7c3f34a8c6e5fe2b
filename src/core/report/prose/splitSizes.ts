/** How many images, or pairs, the splits of a study had for training and for the test. */
import { percent } from '../../perturbations/perturbation.ts';
import { restrict } from '../../protocols/subset.ts';
import { declarationOf } from '../../protocols/registry.ts';
import { repeatCount } from '../../study/spec/conditions.ts';
import { splitOf } from '../../study/splits/splits.ts';
import { math, prose, type Prose } from '../../text/prose.ts';
import type { ProseStudy } from './proseStudy.ts';

/** Splits that are made to learn their sizes; a study of more whose sizes differ states none. */
const MOST_SPLITS = 200;

/** One sentence; none where every repeat tests one image, which the protocol has said. */
export function splitSizesProse({ spec, dataset }: ProseStudy): Prose[] {
  const declared = declarationOf(spec.protocol);
  const repeats = repeatCount(spec, dataset);
  const unlike =
    declared.period?.(spec.protocol) ?? declared.unlikeSizes?.(spec.protocol, restrict(dataset, spec.subset));
  const looked = Math.min(repeats, unlike ?? repeats);
  if (looked > MOST_SPLITS) return [];
  const conditions = declared.conditions(spec.protocol);
  const sizes = conditions.map(({ key }) => {
    const splits = Array.from({ length: looked }, (_, n) => splitOf(spec, dataset, key, n + 1));
    return {
      train: range(splits.map(({ train }) => train.length)),
      test: range(splits.map(({ test, pairs }) => pairs?.evaluation.genuine.length ?? test.length)),
    };
  });
  if (sizes.every(({ test }) => test === '1')) return [];
  const what = declared.comparesPairs?.(spec.protocol) ? 'test comparisons' : 'test images';
  const values = declared.axis?.values(spec.protocol);
  const alike = new Set(sizes.map(({ train, test }) => `${train} ${test}`)).size === 1;
  const shown = alike ? sizes.slice(0, 1) : sizes;
  const lists = shown.map(({ train, test }, at): Prose => {
    const where = values && !alike ? place(values[at]) : [];
    return at === 0 ? prose`${train} training images and ${test} ${what}${where}` : prose`${train} and ${test}${where}`;
  });
  const joined = lists.flatMap((list, at) => {
    if (at === 0) return list;
    return [at === lists.length - 1 ? ', and ' : ', ', ...list];
  });
  return [prose`This gave ${joined}`];
}

/** " for k = 2", of a share " for 50 %" */
function place(value: number): Prose {
  return Number.isInteger(value) ? prose` for ${math(`k = ${value}`)}` : prose` for ${percent(value)}`;
}

/** "80", "72 to 74" */
function range(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)].map((count) => count.toLocaleString('en-GB'));
  return least === most ? least : `${least} to ${most}`;
}
