/** Help on the pages: what a page shows, what its marks mean, and what comes next. Searched with the manual. */
import { manualPages } from '../../core/manual/manualPages.ts';
import { sectionsOf, type ManualSection } from '../../core/manual/search.ts';
import { PAGE_TOPIC } from '../stores/help.ts';

interface PageHelp {
  readonly title: string;
  /** What is on the page, in Markdown. */
  readonly shows: string;
  /** Each mark with its meaning; numbers and colours are marks too. */
  readonly marks?: readonly (readonly [mark: string, meaning: string])[];
  /** The next steps, in Markdown, with links such as `/results.md`. */
  readonly next: readonly string[];
  /** Command lines that do the same, without the program's name. */
  readonly commands?: readonly string[];
  /** The page of the manual that says more. */
  readonly manual: string;
}

const significance: readonly (readonly [string, string])[] = [
  ['•', 'A best method that is significantly better than all others.'],
  ['*', 'Significantly worse than the best method of the condition.'],
  [
    'no mark',
    'Undecided: the test finds no significant difference from the best. It does not say that both are equal.',
  ],
];

/** By page and panel; the first panel of a page is its help where none is named. */
const pageHelp: Readonly<Record<string, Readonly<Record<string, PageHelp>>>> = {
  studies: {
    '': {
      title: 'Studies',
      shows:
        'Every study with its result in words. A study compares methods on one dataset, all on the same splits into ' +
        'training and test images. Running studies come first.',
      marks: [
        ['leads, ranks best', 'The lowest mean error rate, or the best mean rank. It need not be significant.'],
        ['significantly', 'The test of the study decides so, at its significance level.'],
        ['undecided', 'The test finds no significant difference; this is no proof of equality.'],
        ['So far', 'The study is not complete, and nothing is tested yet.'],
      ],
      next: [
        'Import images, then set up a study: *New study* proposes methods and splits.',
        'Tick several studies to compare them, or open one at its result.',
        '[A first study](/first-study.md) goes from images to the table of a paper.',
      ],
      commands: ['studies', 'run --data faces --methods pca,lda --train 2,3'],
      manual: 'first-study',
    },
  },
  datasets: {
    '': {
      title: 'Datasets',
      shows:
        'The imported datasets, with some of their faces, the number of images and subjects, and the size of an image.',
      next: [
        'Import a folder, an archive or a MATLAB file; drop it anywhere in the window.',
        'Open a dataset to check its images, or start a study on it.',
      ],
      commands: ['datasets', 'import faces --name faces'],
      manual: 'own-images',
    },
  },
  import: {
    '': {
      title: 'Import a dataset',
      shows:
        'How the files are read: which images belong to which subject, their size, and what is left out with the reason. ' +
        'Nothing is stored before you press *Import*; the files stay as they are.',
      next: [
        'Check that each row of the preview shows one person.',
        'Photographs of different sizes: put all on one canvas, or find and align the faces.',
        'If subjects are wrong, choose another naming scheme or a list of files.',
      ],
      commands: ['import folder --preview', 'import folder --name faces --size 56x46'],
      manual: 'own-images',
    },
  },
  dataset: {
    images: {
      title: 'Dataset: Images',
      shows:
        'The audit first: duplicates, blank or truncated images, odd sizes and doubtful eye positions. Below it all ' +
        'images, one row per subject.',
      marks: [
        ['duplicates', 'Identical images. One in training and one under test make error rates too low.'],
        ['left out', 'New studies leave the image out; it can be restored.'],
        ['eyes', 'The marked positions, by which faces are aligned.'],
      ],
      next: ['Leave out what the audit reports.', 'Align or resize the faces with *Preprocess*.', 'Start a study.'],
      commands: ['audit faces', 'preprocess faces --name small --step resize:32x32'],
      manual: 'own-images',
    },
    means: {
      title: 'Dataset: Mean and eigenfaces',
      shows:
        'The mean face of the dataset and of each subject, the first eigenvectors of the covariance as pictures, and its ' +
        'eigenvalues. They describe all images; a study fits its methods to training images only.',
      marks: [['% of the variance', 'Share of the total variance along this component, or up to it.']],
      next: ['A curve that falls slowly needs many dimensions: compare methods in a study.'],
      manual: 'own-images',
    },
    attached: {
      title: 'Dataset: Features',
      shows:
        'Vectors that belong to the images, such as the descriptors of a network. Rows of a study may use them in place ' +
        'of pixels. The network was trained on other photographs, possibly of the same people.',
      next: ['Add a row with these vectors to a study.'],
      commands: ['embed faces', 'attach faces vectors.npy --as arcface'],
      manual: 'verification',
    },
    embedding: {
      title: 'Embedding',
      shows:
        'Each image as a point of a plane. Near points are similar images; distances between far ones mean little.',
      marks: [['colour', 'The subject, or the attribute chosen above.']],
      next: ['Point at an image to see it; select subjects to tell their clusters apart.'],
      manual: 'results',
    },
    about: {
      title: 'Dataset: About',
      shows: 'Origin of the images, how they were read and changed, the digest of their pixels, tags and notes.',
      next: ['Quote the digest where others must use the same images.'],
      manual: 'reproducing',
    },
  },
  preprocess: {
    '': {
      title: 'Preprocess',
      shows: 'The steps in order, with faces before and after. They make a second dataset; the originals are kept.',
      next: [
        'Align before you resize: mark the eyes, or find them in all images.',
        'Give the new dataset a name and start a study on it.',
      ],
      commands: ['preprocess faces --name small --step align:112x92:30,46:61,46 --eyes marked'],
      manual: 'own-images',
    },
  },
  'new-study': {
    '': {
      title: 'New study',
      shows:
        'Dataset, training images per subject *k*, repeats and methods; conditions, measures and tests have defaults. The ' +
        'estimated time and all problems are next to it.',
      marks: [
        ['*k*', 'Training images per subject. Each value is a column of the table.'],
        ['repeats', 'Random splits per column. More of them detect smaller differences, up to a limit.'],
        ['dimension', 'Numbers in the code of an image. By default each method tries a grid of its own.'],
      ],
      next: [
        '[Which method, protocol, test?](/decisions.md) helps to choose.',
        'Choose the dimension by cross-validation where its choice must not see the test images.',
        'Run it. Every finished cell is kept: you can pause at any time.',
      ],
      commands: ['run --data faces --methods pca,lda --train 2,3', 'spec --new --out study.json'],
      manual: 'decisions',
    },
  },
  'add-to-study': {
    '': {
      title: 'Add to the study',
      shows: 'Methods, repeats or conditions that join the study. Finished cells stay; only the new ones are computed.',
      next: ['More repeats detect smaller differences; the form says how small.'],
      commands: ['run study.json --extend'],
      manual: 'decisions',
    },
  },
  study: {
    result: {
      title: 'Study: Result',
      shows:
        'The first sentence says which method leads and whether its lead is significant. Below it the methods by mean ' +
        'rank with their number in every condition, and what limits the claim.',
      marks: [
        ...significance,
        ['filled', 'The lowest number of the condition; paler fields are farther from it.'],
        ['rank', 'Mean rank over the conditions; 1 is the best. Over conditions of one dataset it only describes.'],
        ['So far', 'Cells are pending, so nothing is tested yet.'],
      ],
      next: [
        'Mend what the warnings name; each has a button.',
        'Click a number for its repeats, or a name to compare it and to see its mistakes or its model.',
        'Copy the sentence, the table and the methods paragraph for the paper.',
      ],
      commands: ['table study', 'report study --out report.html'],
      manual: 'results',
    },
    table: {
      title: 'Study: Table',
      shows:
        'One row per method and one column per condition: mean ± standard deviation over the repeats, with the dimension ' +
        'in brackets. The notes below say exactly what was computed and tested.',
      marks: [
        ['**bold**', 'The lowest mean of the column. It need not be significant.'],
        ...significance,
        ['(12)', 'The dimension with the lowest error on the test images (oracle), an optimistic choice.'],
        [
          '(•/=/*)',
          'Number of conditions in which the method is significantly better, undecided, significantly worse.',
        ],
        ['[4 of 6]', 'Only these repeats have a result. Comparisons use the repeats that all methods share.'],
        ['†', 'Every test image was assigned to one subject: the number says nothing about the method.'],
        ['–', 'No result: the cell is pending or failed. Failures are listed below the table with their reason.'],
      ],
      next: [
        'Show another measure or test; filter rows and columns.',
        'Click a number for its repeats, or a name to compare it and to see its mistakes or its model.',
        'Export as LaTeX, spreadsheet, CSV or figure.',
      ],
      commands: ['table study --notes full', 'table study --out table.tex', 'compare study PCA LDA'],
      manual: 'results',
    },
    charts: {
      title: 'Study: Charts',
      shows:
        'Error against dimension for the best methods and the reference, one condition at a time; other figures and ' +
        'conditions as small pictures, among them the ranks with their tests.',
      marks: [
        ['dashed line', 'A row without a dimension, such as *No projection*.'],
        ['error bar, band', 'One standard deviation over the repeats, or the interval named in the legend.'],
        ['CD', 'Critical difference: mean ranks farther apart than this differ significantly (Nemenyi).'],
      ],
      next: ['Choose a figure, a condition and the methods; save it for the paper.'],
      commands: ['figure study --kind curves --out curves.svg', 'ranks study'],
      manual: 'gallery',
    },
    faces: {
      title: 'Study: Faces',
      shows:
        'Test images that a method misclassifies, each with the face it was mistaken for, and why: the distances, the ' +
        'reconstructions, the nearest images of both subjects.',
      marks: [
        ['red, dashed', 'The wrong answer.'],
        ['green', 'The right subject.'],
        ['mistaken for', 'The subject of the nearest training image, or of the highest score.'],
      ],
      next: [
        'Switch the method: mistakes that all methods make often point at the images.',
        'Open the model to see what it has learned.',
      ],
      commands: ['confusion study PCA --condition k=2', 'predictions study --out predictions.csv'],
      manual: 'results',
    },
    protocol: {
      title: 'Study: Protocol',
      shows: 'How the study was made: splits, settings, program, digests of the data, notes and history.',
      marks: [['seed', 'With the same seed and images, every machine draws the same splits.']],
      next: ['Pack the study for others, who can reproduce it to the last digit.'],
      commands: ['pack study --out study.zip', 'manifest study --out manifest.json', 'splits study'],
      manual: 'reproducing',
    },
  },
  model: {
    '': {
      title: 'Model',
      shows:
        'One fitted model of a split: its basis images, eigenvalues or trace, and how it reconstructs test images, ' +
        'refitted from the study.',
      marks: [
        ['RMSE', 'Root mean squared error of the pixels, in grey levels.'],
        ['trace', 'The objective per iteration; it ends where the stop rule holds.'],
      ],
      next: ['Change the dimension to see what it adds.', 'Hide pixels to see what the model expects there.'],
      commands: ['fit --data faces --method pca --latent 20 --out model.json'],
      manual: 'results',
    },
  },
  'compare-studies': {
    '': {
      title: 'Compare studies',
      shows:
        'The same methods in several studies. Error rates are subtracted only where images and splits are the same; over ' +
        'different datasets methods are ranked.',
      marks: [['pp', 'Percentage points: the difference of two error rates.']],
      next: ['With three datasets or more, read the ranks and their tests.'],
      commands: ['table first second', 'ranks first second third'],
      manual: 'results',
    },
  },
  papers: {
    '': {
      title: 'Papers',
      shows:
        'Experiments of published papers, which data they need, and how the outcome here compares with the publication.',
      marks: [
        ['holds', 'The statement of the paper is confirmed by the numbers here.'],
        ['differs', 'It is not; the report says by how much.'],
      ],
      next: ['Import the database that an experiment needs, then run it.'],
      commands: ['papers list', 'papers run bppca-table1'],
      manual: 'reproducing',
    },
  },
  settings: {
    '': {
      title: 'Settings',
      shows: 'Methods of your own, the workspace file with its size and backup, processors, appearance.',
      next: ['Add a method: a folder with a program in any language.'],
      commands: ['methods new my-method --language python', 'methods check my-method', 'doctor'],
      manual: 'own-methods',
    },
  },
};

/** A page with help, as an entry of the manual. */
export interface HelpTopic {
  /** "page/" and its keys. */
  readonly topic: string;
  readonly title: string;
}

/** The help on a page or panel (see pageTopic); on the first panel of a page for any other panel. */
export function pageHelpOf(topic: string): HelpTopic | null {
  const [prefix, page, panel = ''] = topic.split('/');
  const panels = prefix === PAGE_TOPIC ? pageHelp[page] : undefined;
  if (panels === undefined) return null;
  const key = panel in panels ? panel : Object.keys(panels)[0];
  return { topic: [PAGE_TOPIC, page, ...(key === '' ? [] : [key])].join('/'), title: panels[key].title };
}

/** All pages with help. */
export function helpTopics(): HelpTopic[] {
  return Object.entries(pageHelp).flatMap(([page, panels]) =>
    Object.keys(panels).flatMap((panel) => pageHelpOf([PAGE_TOPIC, page, panel].join('/')) ?? []),
  );
}

/** The help on a page in Markdown. Throws for a topic without help. */
export function pageHelpText(topic: string): string {
  const [, page, panel = ''] = topic.split('/');
  const help = pageHelp[page]?.[panel];
  if (help === undefined) throw new Error(`There is no help on "${topic}".`);
  const { title, shows, marks = [], next, commands = [], manual } = help;
  const more = manualPages.find((each) => each.topic === manual)!;
  const named = marks.some(([, meaning]) => /significan/.test(meaning));
  return [
    `# ${title}`,
    shows,
    ...(marks.length > 0
      ? [
          named ? '## Marks and significance' : '## Marks',
          [
            '| Mark | Meaning |',
            '|---|---|',
            ...marks.map(([mark, meaning]) => `| ${cell(mark).replaceAll(' ', NO_BREAK)} | ${meaning} |`),
          ].join('\n'),
        ]
      : []),
    '## Next',
    next.map((step) => `- ${step}`).join('\n'),
    `More: [${more.title}](/${manual}.md).`,
    ...(commands.length > 0 ? [['```sh fold', ...commands.map((line) => `eigenbench ${line}`), '```'].join('\n')] : []),
  ].join('\n\n');
}

const NO_BREAK = '\u00a0';

/** A mark in a Markdown table; a lone star would begin emphasis. */
function cell(text: string): string {
  return text.replace(/^\*$|(?<=\/)\*(?=\))/g, '\\*');
}

/** The sections of all pages with help, for the search. */
export function pageHelpSections(): ManualSection[] {
  return helpTopics().flatMap(({ topic, title }) => sectionsOf(topic, title, pageHelpText(topic)));
}
