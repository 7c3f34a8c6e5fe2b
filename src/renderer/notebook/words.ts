/** The words in the notebook of a dataset or study, by component. */

export const entryMarks = {
  note: (summary: string) => `Note: ${summary}`,
};

export const notebookChips = {
  starred: 'Starred',
  archive: 'Archive',
  showOnly: 'Show only',
};

export const notebookSection = {
  addANote: 'Add a note',
  bringBackFromTheArchive: 'Restore from the archive',
  closeTheHistory: 'Close the history',
  closeEsc: 'Close (Esc)',
  historyOfThis: (kind: string) => `History of this ${kind}`,
  notebook: 'Notebook',
  removeTheStar: 'Remove the star',
  star: 'Star',
  archiveThis: (kind: string) => `Archive this ${kind}`,
  writeTheNote: 'Write the note',
  starThis: (star: string, kind: string) => `${star} this ${kind}`,
};

export const historyList = {
  whatTheHistory: 'the history',
  history: 'History',
};

export const noteField = {
  noteOn: (name: string) => `Note on ${name}`,
  notePlaceholder:
    'What was asked, what came out, what to try next. Markdown: # heading, - list, **strong**, *emphasis*, `code`, [link](https://…)',
  done: 'Done',
  editTheNote: 'Edit the note',
  kept: 'Saved',
  saving: 'Saving …',
  notKept: 'Not saved',
};

export const noteText = {
  copied: (to: string) => `Copied ${to}`,
};

export const tagList = {
  removeTag: (tag: string) => `Remove tag ${tag}`,
  newTag: 'New tag',
  tag: 'Tag',
  tags: 'Tags',
};

export const starButton = {
  star: (name: string) => `Star ${name}`,
  removeTheStar: 'Remove the star',
  starFirstInLists: 'Star: first in lists',
};
