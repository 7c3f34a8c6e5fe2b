/** The words of the page around all others. */

export const app = {
  skipToContent: 'Skip to content',
};
