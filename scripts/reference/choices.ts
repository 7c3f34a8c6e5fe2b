/** The pages on the choices of a study: how it recognises, compares and measures. */
import { classifiers } from '../../src/core/classify/classifiers/registry.ts';
import { metrics } from '../../src/core/classify/metrics/registry.ts';
import type { Choice } from '../../src/core/choice.ts';
import { corrections } from '../../src/core/compare/corrections.ts';
import { DEFAULT_FAMILY, families } from '../../src/core/compare/testFamilies.ts';
import type { PairTestDeclaration } from '../../src/core/compare/pairTest.ts';
import { areaTests, pairTests, splitTests } from '../../src/core/compare/tests/registry.ts';
import { MEASURES } from '../../src/core/measures/measures.ts';
import { features } from '../../src/core/features/registry.ts';
import { perturbations } from '../../src/core/perturbations/registry.ts';
import { protocols } from '../../src/core/protocols/registry.ts';
import type { Citation } from '../../src/core/methods/method.ts';
import { cited, code, section, table, type Page } from './markdown.ts';
import { parameterTable } from './parameters.ts';

type Declared = Choice & { readonly citation?: Citation };

function choiceSection({ title, help, details, parameters, citation }: Declared, written: string): string {
  return section(title, [
    code(written),
    help,
    parameterTable(parameters),
    details ?? null,
    citation ? cited(citation) : null,
  ]);
}

/** A page with one section per declaration. */
export function choicePage(title: string, about: string, choices: readonly Declared[]): Page {
  return { title, about, sections: choices.map((choice) => choiceSection(choice, `{ "kind": "${choice.kind}" }`)) };
}

export function protocolsPage(): Page {
  return choicePage('Protocols', 'How images become train and test: the field `protocol` of a study.', protocols);
}

export function perturbationsPage(): Page {
  return choicePage(
    'Perturbations',
    'What is done to images to see how methods stand it: entries of the field `perturbations` of a study, of which every level is a condition.',
    perturbations,
  );
}

/** A step without parameters is written as its kind alone. */
export function featuresPage(): Page {
  const sections = features.map((feature) =>
    choiceSection(feature, feature.parameters.length === 0 ? `"${feature.kind}"` : `{ "${feature.kind}": … }`),
  );
  const about = 'What is done to every image before the methods see it: entries of the field `features` of a study.';
  return { title: 'Features', about, sections };
}

export function classifiersPage(): Page {
  return choicePage('Classifiers', 'How test images are recognised: the field `classifier` of a study.', classifiers);
}

export function metricsPage(): Page {
  const rows = metrics.map(({ kind, title, help }) => [code(kind), title, help]);
  return {
    title: 'Metrics',
    about: 'Distances between codes: the field `metric` of a classifier that compares distances.',
    sections: [table(['Metric', 'Title', 'Meaning'], rows) ?? ''],
  };
}

export function testsPage(): Page {
  const overRepeats = pairTests.map(({ kind, title, phrase, paired, remark, unequalSizes }: PairTestDeclaration) =>
    section(title, [
      `${code(kind)}: ${phrase}, ${paired ? 'paired' : 'two samples'}.`,
      [remark, unequalSizes].filter(Boolean).join(' '),
    ]),
  );
  const ofSplits = [...splitTests, ...areaTests].map(({ kind, title, phrase, remark }) =>
    section(title, [`${code(kind)}: ${phrase}, in the report on two methods only.`, remark]),
  );
  const together = families.map(({ kind, phrase }) => `${code(kind)} (${phrase})`).join(' or ');
  const rows = corrections.map(({ kind, title, phrase }) => [code(kind), title, phrase]);
  return {
    title: 'Tests',
    about:
      'How two methods are compared: the field `comparison.test` of a study, with the correction of `comparison.correction`.',
    sections: [
      ...overRepeats,
      ...ofSplits,
      section('Corrections', [
        table(['Correction', 'Title', 'Meaning'], rows),
        `What is corrected together is \`comparison.family\`: ${together}; by default ${code(DEFAULT_FAMILY)}.`,
      ]),
    ],
  };
}

const EQUAL_SCORES =
  'Decisions, ranks, the match curve and the open set take equal scores in the order of the gallery, so that rank 1 is ' +
  'always the decision; predictions are the same in every run. Areas under curves count a genuine and an impostor pair ' +
  'of equal scores by half, and a threshold accepts or rejects both. Scores of few values make many ties: see ' +
  '[results of your own](../own-results.md).';

export function measuresPage(): Page {
  const rows = MEASURES.map(({ id, title, unit, better, range: [low, high], margin, given, meaning }) => [
    code(id),
    title,
    unit,
    better,
    `${low ?? '−∞'} to ${high ?? '∞'}`,
    margin === null ? 'asked' : `±${margin}`,
    given === null ? 'always' : code(given),
    meaning,
  ]);
  return {
    title: 'Measures',
    about:
      'What is measured of a method at every latent shape, and the entry of the field `measures` that asks for it. ' +
      'Differences up to the margin count as practically equal unless another one is stated (`--rope`).',
    sections: [
      table(['Measure', 'Title', 'Unit', 'Better', 'Range', 'Margin', 'Asked for by', 'Meaning'], rows) ?? '',
      section('Equal scores', [EQUAL_SCORES]),
    ],
  };
}
