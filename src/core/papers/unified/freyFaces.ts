import { embed, type Embedding } from '../../embedding/embed.ts';
import { selectImages } from '../../images/imageSet.ts';
import { orderCheck, shortNumber } from '../checks.ts';
import { requireData, type OwnExperiment } from '../experiment.ts';
import { resultOf, type ResultChart } from '../result.ts';

/** Fig. 4 of Nicolaou, Zafeiriou, Pantic 2014. */
export const freyFaces: OwnExperiment = {
  id: 'unified-fig4',
  kind: 'own',
  paper: 'unified-framework',
  item: 'Fig. 4',
  title: 'Frey faces under noise by LPP and EM-LPP',
  description:
    'Frames embedded by LPP and EM-LPP with and without Gaussian noise of σ = 0.2; trustworthiness (12 neighbours) against the clean frames.',
  data: [{ database: 'frey' }],
  sizes: { quick: 'every fourth frame, 30 iterations', full: 'all 1965 frames, q = 3' },
  published: [
    { what: 'LPP with noise', value: 'unable to cope, no meaningful clustering', where: 'Fig. 4, page 14' },
    { what: 'EM-LPP with noise', value: 'captures the structure: pose and expression', where: 'Fig. 4, page 14' },
  ],
  rule: 'With noise E[y] of EM-LPP is more trustworthy than LPP; LPP loses at least 0.1 by the noise, EM-LPP less than that.',
  differences: [
    'The paper judges by eye. Trustworthiness and the loss of 0.1 that counts as not coping are choices of this program.',
    'E[y] averages over the neighbours of a frame and so withstands the noise; the linear codes of EM-LPP do not.',
    'LPP loses less than 0.1 of its trustworthiness: it copes with this noise.',
  ],
  run(data, size, context) {
    const { images: all, labels: of } = requireData(data, 'unified-fig4');
    const step = size === 'quick' ? 4 : 1;
    const index = Array.from({ length: Math.ceil(all.count / step) }, (_, n) => n * step);
    const images = selectImages(all, index);
    const labels = Int32Array.from(index, (n) => of[n]);
    const plan = (['lpp', 'emlpp'] as const).flatMap((method) => [0, 51].map((noise) => ({ method, noise })));
    const found = plan.map(({ method, noise }, i) => {
      context.told(i, plan.length, `${method === 'lpp' ? 'LPP' : 'EM-LPP'}, σ = ${noise}`);
      const settings = {
        energy: 0.9,
        ...(method === 'emlpp' && size === 'quick' && { maxIterations: 30, tolerance: 0 }),
      };
      const spec = { method, settings, latent: [3], every: 1, noise, neighbours: 12, seed: 1 };
      return embed(spec, { images, labels, datasetHash: 'frey' }, context.checkCancelled);
    });
    const [lpp, lppNoisy, em, emNoisy] = found;
    const trusted = (embedding: Embedding): number => (embedding.means ?? embedding.codes).trustworthiness ?? 0;
    const [lost, lostByEm] = [trusted(lpp) - trusted(lppNoisy), trusted(em) - trusted(emNoisy)];
    return resultOf({
      charts: [scatter('LPP with noise', 'lpp', lppNoisy), scatter('EM-LPP with noise, E[y]', 'emlpp', emNoisy)],
      tables: [
        {
          title: 'Trustworthiness, 12 neighbours, against the clean frames',
          head: ['', 'without noise', 'with noise'],
          digits: 3,
          rows: [
            { title: 'LPP', cells: [lpp, lppNoisy].map((one) => ({ value: trusted(one) })) },
            { title: 'EM-LPP, E[y]', cells: [em, emNoisy].map((one) => ({ value: trusted(one) })) },
            {
              title: 'EM-LPP, linear codes',
              cells: [em, emNoisy].map((one) => ({ value: one.codes.trustworthiness })),
            },
          ],
        },
      ],
      checks: [
        orderCheck(
          'EM-LPP captures the structure better than LPP under noise.',
          'more trustworthy',
          `EM-LPP ${shortNumber(trusted(emNoisy))}, LPP ${shortNumber(trusted(lppNoisy))}`,
          trusted(emNoisy) > trusted(lppNoisy),
        ),
        orderCheck('LPP is unable to cope with the noise.', 'loses at least 0.1', shortNumber(lost), lost >= 0.1),
        orderCheck('EM-LPP copes with it.', 'loses less than 0.1', shortNumber(lostByEm), lostByEm < 0.1),
      ],
    });
  },
};

function scatter(title: string, method: string, { means, codes, axes }: Embedding): ResultChart {
  const { values } = means ?? codes;
  return {
    title,
    x: { title: 'Axis 1', scale: 'linear' },
    y: { title: 'Axis 2', scale: 'linear' },
    series: [
      {
        label: 'frames',
        method,
        loose: true,
        points: Array.from({ length: values.length / axes }, (_, n) => ({
          x: values[n * axes],
          y: values[n * axes + 1],
        })),
      },
    ],
    notes: [],
  };
}
