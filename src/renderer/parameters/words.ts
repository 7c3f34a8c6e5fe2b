/** The words in fields of parameters, by component. */

export const parameterField = {
  severalValues: 'Several values',
  severalValuesOf: (label: string) => `Several values of ${label}`,
  on: 'On',
  off: 'Off',
  choose: 'Choose',
  noAttachedVectors: 'This dataset has no attached vectors: attach them on its page.',
  defaultNone: (shownText: string) => `Default ${shownText}.`,
  noAttributes: 'This dataset has no attributes.',
  values: (values: string) => `Values: ${values}.`,
};

export const fieldListEditor = {
  comparedWith: 'Compared with',
  weightF: 'Weight f(λ)',
  factor: 'Factor φ(λ)',
  whatField: 'Field',
  addAField: 'Add a field',
  replaceBy: 'Replace by',
  asJsonSummary: 'As JSON, for specs and the command line',
  asJson: (title: string) => `${title} as JSON`,
  startFrom: 'Start from',
};

export const severalField = {
  oneValue: 'One value',
  oneValueOf: (label: string) => `One value of ${label}`,
};
