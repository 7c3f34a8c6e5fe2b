import type { Citation } from '../method.ts';

export const unifiedCitation: Citation = {
  key: 'nicolaou2014unified',
  type: 'inproceedings',
  authors: ['Mihalis A. Nicolaou', 'Stefanos Zafeiriou', 'Maja Pantic'],
  title: 'A unified framework for probabilistic component analysis',
  venue: 'Machine Learning and Knowledge Discovery in Databases (ECML PKDD)',
  year: 2014,
  pages: '469–484',
  doi: '10.1007/978-3-662-44851-9_30',
};
