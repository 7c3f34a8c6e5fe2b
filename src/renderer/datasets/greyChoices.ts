/** Colour to grey as forms offer it. */

/** Named weights; others are typed in. */
export const greyChoices = [
  { value: 'bt601', title: 'Rec. 601, as MATLAB’s rgb2gray' },
  { value: 'bt709', title: 'Rec. 709' },
  { value: 'mean', title: 'Mean of the channels' },
  { value: 'lightness', title: 'Lightness' },
  { value: 'red', title: 'Red only' },
  { value: 'green', title: 'Green only' },
  { value: 'blue', title: 'Blue only' },
] as const;
