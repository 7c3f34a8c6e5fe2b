/** Languages with a template for external methods, each with an example in `sdk`. */
export const languages = [
  { name: 'python', title: 'Python' },
  { name: 'octave', title: 'Octave or MATLAB' },
  { name: 'julia', title: 'Julia' },
  { name: 'r', title: 'R' },
  { name: 'node', title: 'JavaScript (Node)' },
  { name: 'typescript', title: 'TypeScript module' },
] as const;

export type LanguageName = (typeof languages)[number]['name'];
export const languageNames = languages.map(({ name }) => name);

/** Folder names that are valid method ids. */
export const METHOD_ID = /^[a-z][a-z0-9-]{1,39}$/;
