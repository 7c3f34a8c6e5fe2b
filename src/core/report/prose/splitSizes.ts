/** How many images, or pairs, the splits of a study had for training and for the test. */
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
  const lists = sizes.map(({ train, test }, at): Prose => {
    const title = declared.axis && sizes.length > 1 ? place(conditions[at].title) : [];
    return at === 0 ? prose`${train} training images and ${test} ${what}${title}` : prose`${train} and ${test}${title}`;
  });
  return [
    prose`This gave ${lists.flatMap((list, at) => (at === 0 ? list : [at === lists.length - 1 ? ', and ' : ', ', ...list]))}`,
  ];
}

/** " for k = 2" */
function place(title: string): Prose {
  return /^\p{L} = /u.test(title) ? prose` for ${math(title)}` : prose` for ${title}`;
}

/** "80", "72 to 74" */
function range(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)].map((count) => count.toLocaleString('en-GB'));
  return least === most ? least : `${least} to ${most}`;
}
