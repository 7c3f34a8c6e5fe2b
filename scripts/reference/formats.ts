/** The pages on what results and datasets are written as, and on the figures of a study. */
import { figureFormats, figureKinds } from '../../src/core/figures/figureKinds.ts';
import { datasetFormats } from '../../src/core/formats/datasetFormats.ts';
import { tableFormats } from '../../src/core/report/formats.ts';
import { code, section, table, type Page } from './markdown.ts';

export function formatsPage(): Page {
  const results = tableFormats.map(({ id, title, ending, content, of }) => [
    code(id),
    title,
    code(ending),
    content,
    of === 'table' ? 'the table as shown, several studies joined' : 'one study alone',
  ]);
  const datasets = datasetFormats.map(({ id, title, ending }) => [code(id), title, code(ending)]);
  return {
    title: 'Formats',
    about: 'What results and datasets are written as, by the page, the command line and the contract.',
    sections: [
      section('Results', [table(['Format', 'Title', 'File', 'Content', 'Of'], results)]),
      section('Datasets', [table(['Format', 'Title', 'File'], datasets)]),
    ],
  };
}

export function figuresPage(): Page {
  const kinds = figureKinds.map((kind) => [
    code(kind.id),
    kind.title,
    kind.help,
    'group' in kind ? code(kind.group) : 'none',
    kind.studies,
  ]);
  const files = figureFormats.map(({ id, title, hint }) => [code(`.${id}`), title, hint]);
  return {
    title: 'Figures',
    about: 'What `eigenbench figure --kind` draws, and the measures that a study must have for it.',
    sections: [
      table(['Kind', 'Title', 'Shows', 'Measures', 'Studies'], kinds) ?? '',
      section('Files', [table(['Ending', 'Title', 'Holds'], files)]),
    ],
  };
}
