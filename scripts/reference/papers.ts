/** The page on what the five papers have, and what does it here. */
import { experiments } from '../../src/core/papers/registry.ts';
import { PAPER_CONTENTS, type Counterpart, type PaperContent } from '../../src/core/papers/contents.ts';
import { PAPERS, type PaperId } from '../../src/core/papers/papers.ts';
import { code, section, table, type Page } from './markdown.ts';

export function papersPage(): Page {
  const sections = (Object.keys(PAPERS) as PaperId[]).map((id) => {
    const { title, authors, year } = PAPERS[id];
    return section(`${authors} ${year}: ${title}`, [
      table(['In the paper', 'Where', 'Here'], PAPER_CONTENTS[id].map(rowOf)),
      table(
        ['Experiment', 'Where', 'Repeated by'],
        experiments
          .filter(({ paper }) => paper === id)
          .map((experiment) => [
            experiment.title,
            experiment.item,
            experiment.kind === 'missing' ? experiment.why : code(`papers run ${experiment.id}`),
          ]),
      ),
    ]);
  });
  return {
    title: 'What the papers have',
    about:
      'Every system, variant, option and experiment of the five papers, and what does it here. Verdicts on the experiments: [Experiments of the papers](../reproduction/papers.md).',
    sections,
  };
}

function rowOf({ what, where, here, remark }: PaperContent): string[] {
  const parts = here.length > 0 ? `${textsOf(here).join(', ')}.` : 'Not here.';
  return [what, where, [parts, remark].filter(Boolean).join(' ')];
}

/** "`mvfa` with `algorithm` `px` or `ecm`", "classifier `1nn`" */
function textsOf(here: readonly Counterpart[]): string[] {
  const groups = Map.groupBy(here, (counterpart) => {
    if ('classifier' in counterpart) return `classifier ${code(counterpart.classifier)}`;
    if ('feature' in counterpart) return `feature step ${code(counterpart.feature)}`;
    if ('fitOption' in counterpart) return code(`fit ${counterpart.fitOption}`);
    const names = Object.keys(counterpart.settings ?? {}).map(code);
    return [code(counterpart.method), ...names].join(' with ');
  });
  return Array.from(groups, ([text, members]) => {
    const values = members.flatMap((member) => ('method' in member ? Object.values(member.settings ?? {}) : []));
    return [text, values.map(code).join(' or ')].filter(Boolean).join(' ');
  });
}
