// npm run fuzz: damages inputs of every kind for some minutes. See fuzz.ts.
import { launch } from '../bin/launch.js';

await launch('scripts/fuzz.ts', 'scripts/fuzz.ts');
