/** The families of methods, as headings of lists, and sets of methods that are often added together. */
import type { MethodInfo } from '../../core/contract/methods.ts';

/** In the order of the lists. */
const titles: Readonly<Record<string, string>> = {
  vector: 'Images as vectors',
  bilinear: 'Bilinear: rows and columns',
  discriminant: 'Discriminant',
  field: 'Graphs, sequences and fields',
  kernel: 'Kernels',
  factorisation: 'Non-negative and independent parts',
  mixture: 'Mixtures',
  tensor: 'Tensors',
};

interface Family {
  readonly title: string;
  readonly methods: readonly MethodInfo[];
}

/** The non-empty families with their methods; a family without a title comes last under its id. */
export function familiesOf(methods: readonly MethodInfo[]): Family[] {
  const ids = new Set([...Object.keys(titles), ...methods.map(({ family }) => family)]);
  return [...ids]
    .map((id) => ({ title: titles[id] ?? id, methods: methods.filter(({ family }) => family === id) }))
    .filter((family) => family.methods.length > 0);
}

/** Methods with every word of the text in their names, family or description. */
export function searched(methods: readonly MethodInfo[], text: string): MethodInfo[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return methods.filter((info) => {
    const said = [info.title, info.fullName, info.id, titles[info.family] ?? '', info.description]
      .join(' ')
      .toLowerCase();
    return words.every((word) => said.includes(word));
  });
}

/** The classical comparison: the methods of a new study. */
const CLASSICAL = ['pca', 'ppca', '2dpca', 'glram', 'bppca'];

export interface MethodPreset {
  readonly title: string;
  readonly has: (info: MethodInfo) => boolean;
}

export const presets: readonly MethodPreset[] = [
  { title: 'Five of the ORL study', has: ({ id }) => CLASSICAL.includes(id) },
  { title: 'Bilinear family', has: ({ family }) => family === 'bilinear' },
  { title: 'All quick', has: ({ demanding }) => !demanding },
];
