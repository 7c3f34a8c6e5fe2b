import type { Parameter, Settings } from '../method.ts';
import type { Coefficient, Field, NeighbourhoodKind } from './fields.ts';
import { fieldMethod } from './fieldMethod.ts';
import { identificationParameter, neighboursParameter, radiusParameter } from './fieldParameters.ts';
import { unifiedCitation } from './unifiedCitation.ts';

const SLOTS = [1, 2, 3] as const;

/** What a new study starts with: subjects and nearest neighbours together, and one potential an image. */
const DEFAULTS: readonly (Field | null)[] = [
  { neighbourhood: 'class', f: 'lambda', phi: 'one' },
  { neighbourhood: 'nearest', f: 'lambda', phi: 'one' },
  { neighbourhood: 'self', f: 'rest', phi: 'zero' },
];

/** Component analysis with a prior of the user's making: the product of up to three fields. */
export const composedFields = fieldMethod({
  declaration: {
    id: 'fields',
    title: 'Fields',
    fullName: 'component analysis with a composed Markov random field prior',
    description:
      'A latent model whose prior is a product of up to three fields of your choice: all images, the same subject, nearest neighbours, a ball, equal attribute, successive images. EM-PCA, EM-LDA, EM-LPP and undirected EM-SFA are such products.',
    citation: unifiedCitation,
  },
  parameters: [...SLOTS.flatMap(slotParameters), neighboursParameter, radiusParameter, identificationParameter],
  fieldsOf,
});

/** The fields that settings name, in order; slots of kind "none" are left out. */
export function fieldsOf(settings: Settings): readonly Field[] {
  return SLOTS.filter((slot) => settings[`field${slot}`] !== 'none').map((slot) => ({
    neighbourhood: settings[`field${slot}`] as NeighbourhoodKind,
    f: settings[`f${slot}`] as Coefficient,
    phi: settings[`phi${slot}`] as Coefficient,
  }));
}

function slotParameters(slot: number): Parameter[] {
  const given = DEFAULTS[slot - 1];
  return [
    {
      name: `field${slot}`,
      title: `Field ${slot}`,
      help: 'Whom each image is compared with. An image without such a neighbour drops the factor.',
      kind: 'choice',
      default: given?.neighbourhood ?? 'none',
      choices: [
        { value: 'none', title: 'None' },
        { value: 'all', title: 'All other images' },
        { value: 'class', title: 'Same subject' },
        { value: 'nearest', title: 'Nearest neighbours' },
        { value: 'ball', title: 'Ball' },
        { value: 'attribute', title: 'Same attribute value' },
        { value: 'chain', title: 'Image before and after' },
        { value: 'self', title: 'None but itself' },
      ],
    },
    {
      name: `f${slot}`,
      title: `Weight f(λ) of field ${slot}`,
      help: 'Strength of the field as a function of λ.',
      kind: 'choice',
      default: given?.f ?? 'one',
      choices: [
        { value: 'one', title: '1' },
        { value: 'lambda', title: 'λ' },
        { value: 'rest', title: '(1 − λ)²' },
      ],
    },
    {
      name: `phi${slot}`,
      title: `Factor φ(λ) of field ${slot}`,
      help: 'What the neighbours’ mean is multiplied by.',
      kind: 'choice',
      default: given?.phi ?? 'one',
      choices: [
        { value: 'one', title: '1' },
        { value: 'lambda', title: 'λ' },
        { value: 'zero', title: '0' },
      ],
    },
  ];
}
