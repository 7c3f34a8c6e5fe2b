/** How many images, or pairs, the splits of a study had for training and for the test. */
import { restrict } from '../../protocols/subset.ts';
import { declarationOf } from '../../protocols/registry.ts';
import { repeatCount } from '../../study/spec/conditions.ts';
import { splitOf } from '../../study/splits/splits.ts';
import { listedProse, math, percentProse, prose, type Prose } from '../../text/prose.ts';
import type { RepeatKind } from '../../protocols/protocol.ts';
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
  const values = declared.axis?.values(spec.protocol);
  const alike = new Set(sizes.map(({ train, test }) => `${train} ${test}`)).size === 1;
  const shown = alike ? sizes.slice(0, 1) : sizes;
  const what = { images: 'test pairs', templates: 'test comparisons', none: null }[
    declared.comparesPairs?.(spec.protocol) ?? 'none'
  ];
  const lists = shown.map(({ train, test }, at): Prose => {
    const where = values && !alike ? place(values[at]) : [];
    if (at > 0) return prose`${train} and ${test}${where}`;
    return what
      ? prose`${train} training images and ${test} ${what}${where}`
      : prose`${train} training and ${test} test images${where}`;
  });
  const different = declared.differentSplits?.(spec.protocol) ?? repeats;
  const whole = values?.every(Number.isInteger);
  const each = alike ? [', each'] : whole ? prose` for each ${math('k')},` : [' for each share,'];
  const opening = openingOf(declared.repeatsAre(spec.protocol), different, each);
  return [prose`${opening} ${listedProse(lists, ', and ')}`];
}

/** The sentence up to the sizes; `each`: behind the number of splits. */
function openingOf(kind: RepeatKind, count: number, each: Prose): Prose {
  if (count === 1) return ['This gave'];
  if (kind === 'folds') return ['Each fold had'];
  return kind === 'random splits' ? prose`This gave ${count} random splits${each} with` : ['Each split had'];
}

/** " for k = 2", of a share " for 50%" */
function place(value: number): Prose {
  return Number.isInteger(value) ? prose` for ${math(`k = ${value}`)}` : prose` for ${percentProse(value)}`;
}

/** "80", "72 to 74" */
function range(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)].map((count) => count.toLocaleString('en-GB'));
  return least === most ? least : `${least} to ${most}`;
}
