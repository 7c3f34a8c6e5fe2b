/** How images are brought to another size, as forms offer it. */
export const filterChoices = [
  { value: 'area', title: 'Area averaging' },
  { value: 'bilinear', title: 'Bilinear' },
  { value: 'bicubic', title: 'Bicubic, as MATLAB’s imresize' },
] as const;
