/** Registry of engines that compute the parts of a study. */
import type { ShardEngine } from './job.ts';
import { kubernetes } from './engines/kubernetes.ts';
import { lsf } from './engines/lsf.ts';
import { make } from './engines/make.ts';
import { nextflow } from './engines/nextflow.ts';
import { parallel } from './engines/parallel.ts';
import { pbs } from './engines/pbs.ts';
import { sge } from './engines/sge.ts';
import { slurm } from './engines/slurm.ts';
import { snakemake } from './engines/snakemake.ts';

export const shardEngines: readonly ShardEngine[] = [
  slurm,
  parallel,
  make,
  pbs,
  sge,
  lsf,
  kubernetes,
  snakemake,
  nextflow,
];
