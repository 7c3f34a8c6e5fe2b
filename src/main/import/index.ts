export { importDataset } from './importDataset.ts';
export { scanImport } from './scanImport.ts';
export * from './types.ts';
