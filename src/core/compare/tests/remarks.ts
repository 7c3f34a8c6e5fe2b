/** What several tests take for granted. */
export const INDEPENDENT_SAMPLES =
  'The test takes repeats as independent samples; they share images, so it finds differences too readily.';

export const INDEPENDENT_PAIRS =
  'It pairs the repeats but takes them as independent; they share images, so it finds differences too readily.';
