/** Texts shared by several pages, mostly buttons. */

export const common = {
  add: 'Add',
  cancel: 'Cancel',
  clear: 'Clear',
  close: 'Close',
  copy: 'Copy',
  delete: 'Delete',
  export: 'Export',
  importADataset: 'Import a dataset',
  newStudy: 'New study',
  readAgain: 'Read again',
  remove: 'Remove',
  rename: 'Rename',
  save: 'Save',
  tryAgain: 'Try again',
  undo: 'Undo',
};

/** Shown wherever a method is registered or listed. */
export const trust =
  'A registered program runs with your rights: it can read and change all that you can. Register only what you trust.';
