/** The choices of a study as cards; all texts come from the declarations. */
import { classifiers } from '../../core/classify/classifiers/registry.ts';
import { metrics } from '../../core/classify/metrics/registry.ts';
import { corrections } from '../../core/compare/corrections.ts';
import { areaTests, pairTests, splitTests } from '../../core/compare/tests/registry.ts';
import type { MethodInfo } from '../../core/contract/methods.ts';
import { MEASURES } from '../../core/measures/measures.ts';
import type { Citation } from '../../core/methods/method.ts';
import { protocols } from '../../core/protocols/registry.ts';
import { choiceCard, methodCard, type HelpGroup } from '../stores/help.ts';

export interface HelpCard {
  /** Unique among all cards. */
  readonly key: string;
  readonly group: string;
  readonly title: string;
  readonly sentence: string;
  readonly citation?: Citation;
  /** Cards of methods show more details. */
  readonly method?: MethodInfo;
}

interface Declared {
  readonly kind: string;
  readonly title: string;
  readonly citation?: Citation;
}

function cardsOf<D extends Declared>(group: HelpGroup, list: readonly D[], sentence: (entry: D) => string): HelpCard[] {
  return list.map((entry) => ({
    key: choiceCard(group, entry.kind),
    group,
    title: entry.title,
    sentence: sentence(entry),
    citation: entry.citation,
  }));
}

/** The cards in the order of the list: methods first, then the other choices in the order of their registries. */
export function helpCards(methods: readonly MethodInfo[]): HelpCard[] {
  return [
    ...methods.map((method) => ({
      key: methodCard(method.id),
      group: 'Methods',
      title: method.title,
      sentence: `${method.fullName}. ${method.description}`,
      method,
    })),
    ...cardsOf<Declared & { help: string }>('Protocols', protocols, ({ help }) => help),
    ...cardsOf<Declared & { help: string }>('Classifiers', classifiers, ({ help }) => help),
    ...cardsOf<Declared & { help: string }>('Metrics', metrics, ({ help }) => help),
    ...cardsOf<Declared & { remark: string }>(
      'Tests',
      [...pairTests, ...splitTests, ...areaTests],
      ({ remark }) => remark,
    ),
    ...cardsOf<Declared & { phrase: string }>('Corrections', corrections, ({ phrase }) => phrase),
    ...MEASURES.map(({ id, title, meaning }) => ({
      key: choiceCard('Measures', id),
      group: 'Measures',
      title,
      sentence: meaning,
    })),
  ];
}

/** The cards with every word of the text in their title, group or sentence. */
export function matchingCards(cards: readonly HelpCard[], text: string): HelpCard[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return cards.filter(({ group, title, sentence }) => {
    const said = `${group} ${title} ${sentence}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}
