/** The formats of results of experiments; resultFile.ts writes them. */

export const paperFormats = [
  { id: 'svg', title: 'Figure', hint: 'SVG', ending: '.svg', mediaType: 'image/svg+xml' },
  { id: 'png', title: 'Figure', hint: 'PNG', ending: '.png', mediaType: 'image/png' },
  { id: 'latex', title: 'Tables', hint: 'LaTeX', ending: '.tex', mediaType: 'application/x-tex' },
  { id: 'csv', title: 'All numbers', hint: 'CSV', ending: '.csv', mediaType: 'text/csv' },
  { id: 'markdown', title: 'Statements and tables', hint: 'Markdown', ending: '.md', mediaType: 'text/markdown' },
  { id: 'json', title: 'Result with its manifest', hint: 'JSON', ending: '.json', mediaType: 'application/json' },
] as const;

export type PaperFormat = (typeof paperFormats)[number]['id'];
