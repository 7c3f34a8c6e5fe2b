/** The pages on export formats of results and datasets, and on the figures of a study. */
import { factsOf } from '../../src/core/field.ts';
import { figureFormats } from '../../src/core/figures/figurePage.ts';
import { figureDeclarations } from '../../src/core/figures/registry.ts';
import { datasetFormats } from '../../src/core/formats/labelledImages.ts';
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
  const kinds = figureDeclarations.map(({ kind, title, help, group, studies, fields }) => [
    code(kind),
    title,
    help,
    group === undefined ? 'none' : code(group),
    studies,
    Object.entries(fields)
      .map(([name, schema]) => code(`--${factsOf(schema).flag ?? name}`))
      .join(', '),
  ]);
  const files = figureFormats.map(({ id, title, hint }) => [code(`.${id}`), title, hint]);
  return {
    title: 'Figures',
    about:
      'What `eigenbench figure --kind` draws, the measures that a study must have for it, and the options that it takes.',
    sections: [
      table(['Kind', 'Title', 'Shows', 'Measures', 'Studies', 'Options'], kinds) ?? '',
      section('Files', [table(['Ending', 'Title', 'Holds'], files)]),
    ],
  };
}
