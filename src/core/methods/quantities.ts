/** The quantities that several methods iterate on. Traces of one quantity share an axis, those of two never do. */
import type { Objective } from './method.ts';

/** log p of all training images, constants included. */
export const LIKELIHOOD: Objective = { name: 'log-likelihood', unit: 'nats', sense: 'maximise' };

/** A lower bound on the log-likelihood, from a factorised posterior. */
export const VARIATIONAL_BOUND: Objective = { name: 'variational bound', unit: 'nats', sense: 'maximise' };

/** Σ_n ‖X_n − X̂_n‖² / N of the training images. */
export const MEAN_SQUARED_ERROR: Objective = {
  name: 'mean squared reconstruction error',
  unit: 'squared pixel values per image',
  sense: 'minimise',
};

/** J_q = ‖X − A S‖² of all training images with all q factors. */
export const SQUARED_ERROR: Objective = {
  name: 'squared error J_q',
  unit: 'squared pixel values',
  sense: 'minimise',
};

/** The same of the columns of the images and of their rows, each factorised on their own, added up. */
export const SQUARED_ERROR_OF_SIDES: Objective = {
  name: 'mean squared error of columns and rows',
  unit: 'squared pixel values per image',
  sense: 'minimise',
};
