/** Texts of the application shell. */

export const app = {
  skipToContent: 'Skip to content',
};
