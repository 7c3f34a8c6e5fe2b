/**
 * Parts and pages of the manual, in reading order. The index (docs/README.md), the static pages, the application's
 * manual and the topics of `eigenbench help` are generated from this list. Every file in docs is listed here or among
 * the internals.
 */
export interface ManualPage {
  /** Path of the file within docs, without its extension; also the argument of `eigenbench help`. */
  readonly topic: string;
  /** The page's first heading. */
  readonly title: string;
  /** Contents of the page, as listed in the index. */
  readonly about: string;
}

export interface ManualPart {
  readonly title: string;
  readonly about: string;
  readonly pages: readonly ManualPage[];
}

const page = (topic: string, title: string, about: string): ManualPage => ({ topic, title, about });

export const manual: readonly ManualPart[] = [
  {
    title: 'Tutorial',
    about: 'Read in order, with a terminal or the application open.',
    pages: [
      page('installing', 'Installing', 'from a release, from the sources, on servers, in containers'),
      page('first-study', 'A first study, step by step', 'from images to the table of a paper'),
      page('photographs', 'From photographs to a paper', 'a folder of photographs, faces found and aligned, a table'),
      page('decisions', 'Which method, protocol, test?', 'what to choose for a study, and why'),
    ],
  },
  {
    title: 'How-to',
    about: 'One task per page.',
    pages: [
      page('own-images', 'Your own images', 'arrange, import, align, check, export'),
      page('own-methods', 'Methods of your own', 'a program in any language, an estimator, or a module'),
      page('own-results', 'Imported results', 'rows of other programs, published splits and numbers'),
      page('results', 'Results and figures', 'tables, tests of methods, ranks, reports'),
      page('gallery', 'Gallery', 'articles and figures with their commands'),
      page('writing', 'Writing the paper', 'table, figure, methods paragraph, bibliography, supplement'),
      page('reviewers', 'Questions of reviewers', 'with answers'),
      page('verification', 'Verification and deep features', 'pairs, thresholds, intervals, embeddings'),
      page(
        'coming-from-matlab',
        'From MATLAB or the PhD toolbox',
        'the same experiment twice, and the options one by one',
      ),
      page('notebooks', 'Notebooks: Python and R', 'both languages on top of the command line'),
      page('cluster', 'On a cluster', 'parts on many machines, Slurm and other engines'),
      page('reproducing', 'Reproducing', 'a study again, one number, the experiments of the papers'),
      page('teaching', 'Teaching', 'exercises with solutions'),
    ],
  },
  {
    title: 'Reference',
    about: 'To look things up. The declarations of the program generate most of these pages.',
    pages: [
      page('study-specs', 'Study specs', 'the guide to the document that describes a study'),
      page('workspace', 'The workspace', 'who can read it, faults, backup, deleting'),
      page('databases', 'Databases', 'where to get them, counts, conditions, hashes'),
      page('glossary', 'Glossary', 'terms of the application and this manual'),
      page('troubleshooting', 'Troubleshooting by message', 'what messages mean and what helps; exit codes'),
      page('reference/commands', 'Commands', 'every command with its options, defaults and an example'),
      page('reference/spec', 'Fields of a spec', 'every field with its type, bounds and default'),
      page('reference/methods', 'Methods', 'with their models, parameters and citations'),
      page('reference/defaults', 'Defaults', 'where each comes from, and its alternatives'),
      page('reference/protocols', 'Protocols', 'how images become training and test images'),
      page('reference/perturbations', 'Perturbations', 'noise, blur, occlusion, missing pixels'),
      page('reference/features', 'Features', 'steps before a method sees an image'),
      page('reference/classifiers', 'Classifiers', 'rules that turn codes into decisions'),
      page('reference/metrics', 'Metrics', 'distances of two codes'),
      page('reference/tests', 'Tests', 'tests of two methods, and corrections for many'),
      page('reference/measures', 'Measures', 'with units'),
      page('reference/formats', 'Formats', 'of tables, studies and datasets'),
      page('reference/figures', 'Figures', 'kinds of figures and their measures'),
      page(
        'reference/papers',
        'What the papers have',
        'every system, option and experiment of the five papers, and what does it here',
      ),
    ],
  },
  {
    title: 'Reproduction',
    about:
      'Published results, compared with those of the program. The pages on papers are written by `eigenbench papers' +
      ' report`. Their splits were drawn by the hash of the pixels (version 0.1.0, commit 615d6c71); specs of these pages' +
      ' say `"draws": "pixels"`, which draws the same ones.',
    pages: [
      page(
        'reproduction/papers',
        'Reproduction report: the experiments of the papers',
        'all experiments with verdicts',
      ),
      page(
        'reproduction/bilinear-ppca',
        'Zhao, Yu, Kwok 2012: Bilinear probabilistic principal component analysis',
        'BPPCA',
      ),
      page(
        'reproduction/higher-order',
        'Yu, Bi, Ye 2011: Matrix-variate and higher-order probabilistic projections',
        'PSOPCA, PHOPCA',
      ),
      page(
        'reproduction/matrix-factor-analysis',
        'Xie, Yan, Kwok, Huang 2008: Matrix-variate factor analysis and its applications',
        'MVFA',
      ),
      page(
        'reproduction/unified-framework',
        'Nicolaou, Zafeiriou, Pantic 2014: A unified framework for probabilistic component analysis',
        'EM-PCA, EM-LDA, EM-LPP, EM-SFA',
      ),
      page(
        'reproduction/integrated-squared-error',
        'Ahn, Choi, Oh 2004: A new way of PCA: integrated-squared-error and EM algorithms',
        'EPCA',
      ),
      page('reproduction/rivals', 'Rivals: the methods that a table is asked for', 'discriminant and graph methods'),
      page(
        'reproduction/deep-descriptor',
        'Subspaces and a deep descriptor on ORL and Yale',
        'nearest neighbour, 20 splits',
      ),
      page('reproduction/verification', 'Verification in ten folds, as LFW is reported', 'on ORL and generated faces'),
    ],
  },
];

/** Documentation for contributors: listed in the index of the repository, not in the user manual. */
export const internals: ManualPart = {
  title: 'Internals',
  about: 'How the program is built and what that rests on, for those who change it.',
  pages: [
    page('internals/architecture', 'Architecture', 'layers, the four nouns, two walks'),
    page(
      'internals/adding',
      'Adding a method, protocol, figure …',
      'the file, the registry and the declaration of each',
    ),
    page('internals/testing', 'Testing', 'projects, rules, data'),
    page('internals/numerical-engine', 'Numerical engine', 'the kernels, their algorithms and memory'),
    page('internals/determinism', 'Determinism: the same study, the same bits', 'what it rests on, and where it ends'),
    page(
      'internals/measurements',
      'Measurements behind choices of algorithms',
      'estimated times, tolerances, starts, and other reasons for defaults',
    ),
    page('internals/studies', 'Studies in detail', 'exact rules of splits, grids, features and classifiers'),
    page('internals/statistics', 'Statistics in detail', 'formulas and simulations behind tests and intervals'),
    page('internals/programs', 'Programs as methods: frames and costs', 'the protocol of methods of your own'),
    page('internals/scale', 'Scale', 'costs of a million images or cells, and the limits'),
    page('internals/robustness', 'Robustness: attacks and faults', 'what was tried, the outcome, and the test'),
    page('internals/desktop', 'The desktop application', 'what it does, its safety, its tests'),
  ],
};

/** All pages of the manual in order. */
export const manualPages: readonly ManualPage[] = manual.flatMap(({ pages }) => pages);

// Anchors of headings, as GitHub generates them: `#what-a-file-may-hold`.

/** Anchor of a heading: lower case, blanks as hyphens, without punctuation. `anchorsOf` numbers duplicates. */
function anchor(heading: string): string {
  const words = heading
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase();
  return words.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');
}

/** Anchors of the headings of one page, in order; a repeated heading gets `-1`, `-2`, … */
export function anchorsOf(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading) => {
    const name = anchor(heading);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  });
}

/** Name of an anchor `<a id="name">`, as generated pages have them; null for any other markup. */
export function markedPlace(markup: string): string | null {
  return /^<a id="([\w-]+)">/.exec(markup)?.[1] ?? null;
}
