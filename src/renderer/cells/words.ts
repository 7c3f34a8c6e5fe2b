/** The words in the fields that choose a cell, by component. */

export const cellFields = {
  method: 'Method',
  condition: 'Condition',
  repeat: 'Repeat',
  latentShape: 'Latent shape',
};
