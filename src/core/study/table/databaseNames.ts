/** Names of databases as papers write them, by the layout or the name that they are recognised by. */
export const DATABASES: Readonly<Record<string, string>> = {
  orl: 'ORL',
  yale: 'Yale',
  yaleb: 'Extended Yale B',
  feret: 'FERET',
  colorferet: 'Color FERET',
  ar: 'AR',
  xm2vts: 'XM2VTS',
  pie: 'CMU PIE',
};

/** "yaleb" for a dataset named "YaleB" or "Extended Yale B"; undefined for names of no known database. */
export function databaseNamed(dataset: string): string | undefined {
  const folded = dataset.toLowerCase();
  return Object.keys(DATABASES).find((id) => id === folded || DATABASES[id].toLowerCase() === folded);
}

/** "ORL" for a dataset named "orl": the name of a database as papers write it; any other name unchanged. */
export function databaseName(dataset: string): string {
  const id = databaseNamed(dataset);
  return id === undefined ? dataset : DATABASES[id];
}
