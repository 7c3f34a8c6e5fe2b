/** The formats of results of experiments; resultFile.ts writes them. */

export const paperFormats = [
  { id: 'svg', title: 'Figure', hint: 'SVG', ending: '.svg' },
  { id: 'png', title: 'Figure', hint: 'PNG', ending: '.png' },
  { id: 'latex', title: 'Tables', hint: 'LaTeX', ending: '.tex' },
  { id: 'csv', title: 'All numbers', hint: 'CSV', ending: '.csv' },
  { id: 'markdown', title: 'Statements and tables', hint: 'Markdown', ending: '.md' },
  { id: 'json', title: 'Result with its manifest', hint: 'JSON', ending: '.json' },
] as const;

export type PaperFormat = (typeof paperFormats)[number]['id'];
