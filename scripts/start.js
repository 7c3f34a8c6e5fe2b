// npm start: the desktop application, or the same application in a browser. See start.ts.
import { launch } from '../bin/launch.js';

await launch('scripts/start.ts', 'scripts/start.ts');
