import { FitError, type Method } from '../../methods/method.ts';
import { notRegistered } from '../../methods/outside/outsideMethod.ts';
import { findMethod } from '../../methods/registry.ts';
import type { CellTask } from './cellTask.ts';

/**
 * The method that computes a cell. Throws FitError for a method from outside that is not registered here, or in another
 * version than the cell is planned for: results of two versions never mix.
 */
export function methodOfTask({ methodId, version }: Pick<CellTask, 'methodId' | 'version'>): Method {
  const method = findMethod(methodId);
  if (!method && version !== undefined) throw new FitError(notRegistered(methodId));
  if (!method) throw new RangeError(`Unknown method "${methodId}"`);
  const { unavailable, version: found } = method.outside ?? {};
  if (unavailable !== undefined) throw new FitError(unavailable);
  if (found !== version) {
    throw new FitError(
      `${method.title} has changed: the study was made with version ${version}, registered is ${found}. ` +
        'Make a new study to compute with the registered version.',
    );
  }
  return method;
}
