// npm run dev: the application with the page reloaded on every change. See dev.ts.
import { launch } from '../bin/launch.js';

await launch('scripts/dev.ts', 'scripts/dev.ts');
