/** Publications of face databases, by the layout recognised at import. */
import { lda } from '../../methods/discriminant/lda.ts';
import type { Citation } from '../../methods/method.ts';
import { databaseNamed, DATABASES } from '../../study/table/databaseNames.ts';

const orl: Citation = {
  key: 'samaria1994',
  type: 'inproceedings',
  authors: ['Ferdinando S. Samaria', 'Andy C. Harter'],
  title: 'Parameterisation of a Stochastic Model for Human Face Identification',
  venue: 'Proceedings of the 2nd IEEE Workshop on Applications of Computer Vision',
  year: 1994,
  pages: '138–142',
  doi: '10.1109/ACV.1994.341300',
};

const extendedYaleB: Citation = {
  key: 'georghiades2001',
  type: 'article',
  authors: ['Athinodoros S. Georghiades', 'Peter N. Belhumeur', 'David J. Kriegman'],
  title: 'From Few to Many: Illumination Cone Models for Face Recognition under Variable Lighting and Pose',
  venue: 'IEEE Transactions on Pattern Analysis and Machine Intelligence',
  year: 2001,
  volume: '23',
  number: '6',
  pages: '643–660',
  doi: '10.1109/34.927464',
};

const feret: Citation = {
  key: 'phillips2000',
  type: 'article',
  authors: ['P. Jonathon Phillips', 'Hyeonjoon Moon', 'Syed A. Rizvi', 'Patrick J. Rauss'],
  title: 'The FERET Evaluation Methodology for Face-Recognition Algorithms',
  venue: 'IEEE Transactions on Pattern Analysis and Machine Intelligence',
  year: 2000,
  volume: '22',
  number: '10',
  pages: '1090–1104',
  doi: '10.1109/34.879790',
};

const ar: Citation = {
  key: 'martinez1998',
  type: 'article',
  authors: ['Aleix M. Martínez', 'Robert Benavente'],
  title: 'The AR Face Database',
  venue: 'CVC Technical Report',
  year: 1998,
  number: '24',
};

const xm2vts: Citation = {
  key: 'messer1999',
  type: 'inproceedings',
  authors: ['Kieron Messer', 'Jiri Matas', 'Josef Kittler', 'Juergen Luettin', 'Gilbert Maitre'],
  title: 'XM2VTSDB: The Extended M2VTS Database',
  venue: 'Proceedings of the 2nd International Conference on Audio- and Video-based Biometric Person Authentication',
  year: 1999,
  pages: '72–77',
};

const pie: Citation = {
  key: 'sim2003pie',
  type: 'article',
  authors: ['Terence Sim', 'Simon Baker', 'Maan Bsat'],
  title: 'The CMU Pose, Illumination, and Expression Database',
  venue: 'IEEE Transactions on Pattern Analysis and Machine Intelligence',
  year: 2003,
  volume: '25',
  number: '12',
  pages: '1615–1618',
  doi: '10.1109/TPAMI.2003.1251154',
};

const BY_LAYOUT: Readonly<Record<string, Citation>> = {
  orl,
  // The Fisherfaces paper.
  yale: lda.citation!,
  yaleb: extendedYaleB,
  feret,
  colorferet: feret,
  ar,
  xm2vts,
  pie,
};

/** Subjects of the databases that are distributed as arrays, whose files do not name them. */
const SUBJECTS: Readonly<Record<string, number>> = { orl: 40, yale: 15, yaleb: 38, pie: 68 };

/** Terms of databases for redistribution, as in the manual. */
const TERMS: Readonly<Record<string, string>> = {
  orl: 'free for research with credit to the Olivetti Research Laboratory',
  yale: 'free for research; not to be published as part of a larger database without permission',
  yaleb: 'free for research; its papers are to be cited',
  feret: 'research under a signed release agreement; copies must not be passed on',
  colorferet: 'research under a signed release agreement; copies must not be passed on',
  ar: 'academic research; copies must not be passed on',
  xm2vts: 'licensed for a fee; copies must not be passed on',
  jaffe: 'non-commercial research; copies must not be passed on',
};

/** Terms of a database, as stated by its makers; undefined if unknown. */
export function databaseTerms(layout: string): string | undefined {
  return TERMS[layout];
}

/**
 * The database behind a dataset: that of its layout, or the one that it is named after if it has as many subjects; else
 * its layout.
 */
export function databaseOf({
  layout,
  name,
  subjects,
}: {
  readonly layout: string;
  readonly name: string;
  readonly subjects: number;
}): string {
  if (Object.hasOwn(DATABASES, layout)) return layout;
  const named = databaseNamed(name);
  return named !== undefined && SUBJECTS[named] === subjects ? named : layout;
}

/** undefined if the layout is not that of a known database. */
export function databaseCitation(layout: string): Citation | undefined {
  return BY_LAYOUT[layout];
}

/**
 * Name of a dataset in papers: "the ORL database", or the name of the dataset if the layout is not that of a known
 * database.
 */
export function datasetProse(layout: string, name: string): string {
  const database = DATABASES[layout];
  return database ? `the ${database} database` : `the ${name} dataset`;
}
