/** Builds the application if its sources have changed since the last build: node scripts/buildIfStale.ts */
import { buildIfStale } from './freshBuild.ts';

buildIfStale();
