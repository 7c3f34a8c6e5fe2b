/** Texts of the method picker, by component. */

export const trust =
  'A registered program runs with your rights: it can read and change all that you can. Register only what you trust.';
