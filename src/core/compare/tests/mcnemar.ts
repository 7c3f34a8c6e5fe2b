import { mcnemarExact, mcnemarMidP } from '../../stats/tests/mcnemar.ts';
import type { SplitTestDeclaration } from '../pairTest.ts';

export const mcnemar: SplitTestDeclaration<'mcnemar'> = {
  kind: 'mcnemar',
  title: 'McNemar, exact',
  phrase: "McNemar's exact test",
  paired: true,
  remark: 'It compares the predictions for the test images of one split; how results vary over splits is not in it.',
  run: (counts) => mcnemarExact(counts),
  explain({ disagreement }) {
    if (!disagreement) return null;
    const { repeat, tests, onlyFirstWrong, onlySecondWrong } = disagreement;
    return (
      `McNemar’s test sees one split only (repeat ${repeat}): of its ${tests} test images ${onlyFirstWrong} are wrong by ` +
      `the first method alone, ${onlySecondWrong} by the second alone.`
    );
  },
};

export const mcnemarWithMidP: SplitTestDeclaration<'mcnemar-mid-p'> = {
  kind: 'mcnemar-mid-p',
  title: 'McNemar, mid-p',
  phrase: "McNemar's test with mid-p",
  paired: true,
  remark: 'The same with half the probability of the counts observed: less cautious than the exact test, near α.',
  run: mcnemarMidP,
};
