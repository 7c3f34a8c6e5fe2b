/** Builds the application where that has not been done since its sources changed: node scripts/buildIfStale.ts */
import { buildIfStale } from './freshBuild.ts';

buildIfStale();
