import { conflict } from '../errors.ts';
import type { Services } from '../services.ts';

/** Throws CONFLICT if another dataset has the name. */
export function requireFreeName({ workspace }: Pick<Services, 'workspace'>, name: string, except?: number): void {
  const other = workspace.datasets.findByName(name);
  if (other && other.id !== except) throw conflict(`There is a dataset "${name}" already; choose another name.`);
}
