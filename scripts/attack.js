// npm run attack -- fuzz --minutes 10: a campaign against the program. See attack.ts.
import { launch } from '../bin/launch.js';

await launch('scripts/attack.ts', 'scripts/attack.ts');
