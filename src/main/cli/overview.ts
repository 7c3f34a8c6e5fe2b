/** What `eigenbench` prints without a command: the commands of a study, in the order of the work. */

/** Titles of the steps, with a line for each command. A test holds the names and the width. */
export const steps: readonly { readonly title: string; readonly commands: Readonly<Record<string, string>> }[] = [
  {
    title: 'Images',
    commands: {
      import: 'import a folder or file of images as a dataset',
      'find-faces': 'find the faces and mark their eyes',
      preprocess: 'crop, align, resize or normalise into another dataset',
      audit: 'find duplicates, blank images and other defects',
      datasets: 'list the datasets',
    },
  },
  {
    title: 'Study',
    commands: {
      methods: 'list the methods; add methods of your own',
      run: 'compare methods: run or continue a study',
      spec: 'write, check or explain the spec of a study',
      studies: 'list the studies',
      info: 'show progress, times and failures of a study',
    },
  },
  {
    title: 'Result',
    commands: {
      table: 'print or export the table',
      compare: 'compare two methods with every test',
      ranks: 'rank the methods over conditions or datasets',
      figure: 'draw error curves, ROC, confusion and other figures',
      report: 'write table, figures and statistics as one page',
      predictions: 'write predictions, scores or codes',
    },
  },
  {
    title: 'Paper and readers',
    commands: {
      pack: 'pack a study into one file for others',
      reproduce: 'run such a file again and report what differs',
      papers: 'run the experiments of published papers',
    },
  },
  {
    title: 'Application and help',
    commands: {
      demo: 'compare seven methods on generated faces, in seconds',
      open: 'show a study in the application',
      serve: 'serve the application to a browser',
      help: 'explain a command, or show a page of the manual',
    },
  },
];

/** The overview; `version`: that of the program. */
export function overview(version: string): string {
  const width = Math.max(...steps.flatMap(({ commands }) => Object.keys(commands).map((name) => name.length)));
  const lists = steps.flatMap(({ title, commands }) => [
    `${title}:`,
    ...Object.entries(commands).map(([name, line]) => `  ${name.padEnd(width)}  ${line}`),
    '',
  ]);
  return [
    `Eigenbench ${version}: face-recognition experiments with subspace methods.`,
    '',
    ...lists,
    'A first study:',
    '  eigenbench import <folder> --name faces',
    '  eigenbench run --data faces --methods pca,lda,bppca --train 2,3',
    '',
    'All commands: eigenbench --help. One command: eigenbench help run.',
    'Pages of the manual: eigenbench help topics.',
    '',
  ].join('\n');
}
