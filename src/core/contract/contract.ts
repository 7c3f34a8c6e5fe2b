/**
 * The contract between the engine and its clients (page, command line, tests). Inputs are parsed by schemas; outputs
 * are typed data. No typed arrays, no NaN, no Infinity: everything survives JSON. One file per domain holds its calls
 * and data.
 */
import { audits } from './audits.ts';
import { datasets } from './datasets.ts';
import { embeddings } from './embeddings.ts';
import { eyes } from './eyes.ts';
import { faces } from './faces.ts';
import { figures } from './figures.ts';
import { files } from './files.ts';
import { imports } from './imports.ts';
import { methodCalls } from './methods.ts';
import { models } from './models.ts';
import { networks } from './networks.ts';
import { papers } from './papers.ts';
import { reproductions } from './reproductions.ts';
import { settings } from './settings.ts';
import { studies } from './studies.ts';
import { studyResults } from './studyResults.ts';
import { importedResults } from './importedResults.ts';
import { workspace } from './workspace.ts';

export const contract = {
  workspace,
  settings,
  files,
  datasets: { ...datasets, ...imports, ...audits, ...eyes, ...faces, ...networks },
  embeddings,
  figures,
  methods: methodCalls,
  models,
  papers,
  reproductions,
  studies: { ...studies, ...importedResults, ...studyResults },
};

export type Contract = typeof contract;
