/**
 * What the end-to-end tests drive is built before the first of them: without it the desktop application cannot start,
 * and its tests would wait for a window in vain.
 */
export { buildIfStale as default } from '../../scripts/freshBuild.ts';
