#!/usr/bin/env node
// The command line. Plain JavaScript that old Node versions can read, so that they can be told what is missing.
import { answered } from './answers.js';
import { launch } from './launch.js';

await launch('src/main/cli/main.ts', 'out/main/cli.js', () => answered(process.argv.slice(2)));
