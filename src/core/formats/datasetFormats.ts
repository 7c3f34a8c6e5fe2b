/** The formats that a dataset is written in, declared once for the contract, the command line and the page. */
export const datasetFormats = [
  { id: 'npz', title: 'NumPy archive', ending: '.npz' },
  { id: 'mat', title: 'MATLAB file', ending: '.mat' },
  { id: 'fea', title: 'MATLAB file, fea and gnd only', ending: '-fea.mat' },
  { id: 'arff', title: 'ARFF of WEKA', ending: '.arff' },
  { id: 'libsvm', title: 'LIBSVM', ending: '.libsvm' },
  { id: 'png', title: 'Folder of PNG images', ending: '.zip' },
] as const;

export type DatasetFormat = (typeof datasetFormats)[number]['id'];
