/** Databases as papers write them. */

/** By the layout that an import recognises them by. */
export const DATABASES: Readonly<Record<string, string>> = {
  orl: 'ORL',
  yale: 'Yale',
  yaleb: 'Extended Yale B',
  feret: 'FERET',
  colorferet: 'Color FERET',
  ar: 'AR',
  xm2vts: 'XM2VTS',
};

/** "ORL" of a dataset named "orl": the name of a database as it is written; any other name as it is. */
export function databaseName(dataset: string): string {
  const folded = dataset.toLowerCase();
  return Object.values(DATABASES).find((name) => name.toLowerCase() === folded) ?? dataset;
}
