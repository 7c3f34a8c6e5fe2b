/** Imports go down only: renderer → contract ← main → core. One look at a path tells where the code may run. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

interface Import {
  readonly from: string;
  readonly target: string;
  /** Gone when the program runs. */
  readonly type: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const from = relative(root, file).replaceAll('\\', '/');
  const found: Import[] = [];
  const pattern =
    /^\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;
  for (const match of text.matchAll(pattern)) {
    const name = match[3] ?? match[4];
    const local = name.startsWith('.');
    const target = local ? relative(root, resolve(dirname(file), name)).replaceAll('\\', '/') : name;
    found.push({ from, target, type: match[2] !== undefined });
  }
  return found;
}

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|vue)$/.test(name) && !name.endsWith('.d.ts'))
  .map((name) => join(root, 'src', name));
const imports = files.flatMap(importsOf);
const show = (list: readonly Import[]): string[] => list.map((entry) => `${entry.from} imports ${entry.target}`);
const within = (folder: string) => (entry: Import) => entry.from.startsWith(folder);

/** What the core may import besides itself: pure libraries only. */
const pureLibraries =
  /^(@noble\/hashes\/|@orpc\/contract$|@stdlib\/math-base-special-|d3-(scale|scale-chromatic|shape)$|csv-parse\/browser\/esm\/sync$|fastest-levenshtein$|fflate$|h5wasm|jsonc-parser$|markdown-table$|pure-rand|zod$)/;

/** Rooms from the lowest to the highest, with their folders; each may import those before it, types counted. */
const coreRooms: Readonly<Record<string, readonly string[]>> = {
  'defaultSource.ts': [],
  'choice.ts': [],
  'field.ts': [],
  'hash.ts': [],
  'progress.ts': [],
  text: [],
  manual: [],
  random: [],
  stats: ['distributions', 'tests'],
  formats: ['matlab', 'pictures', 'tables'],
  linalg: ['batch', 'factorisations', 'kernels', 'kernels/assembly'],
  images: ['audit', 'descriptors', 'preprocess'],
  readings: [],
  networks: [],
  methods: [
    'bilinear',
    'bilinear/iteration',
    'bilinear/kronecker',
    'discriminant',
    'factorisation',
    'field',
    'graph',
    'kernel',
    'latent',
    'mixture',
    'external',
    'tensor',
    'vector',
  ],
  'identities.ts': [],
  'dataset.ts': [],
  'region.ts': [],
  synthetic: [],
  allPairs: [],
  embedding: [],
  protocols: ['enrolment', 'pairs'],
  perturbations: [],
  features: [],
  classify: ['classifiers', 'metrics'],
  compare: ['tests'],
  measures: ['groups'],
  study: ['spec', 'plan', 'cells', 'model', 'comparison', 'table', 'verdict'],
  figures: ['drawing', 'painters', 'charts', 'kinds'],
  report: ['cells', 'comparison', 'latex', 'parcel', 'prose', 'references'],
  papers: ['bilinearPpca', 'export', 'higherOrder', 'matrixFactor', 'squaredError', 'unified'],
  importedResults: [],
  contract: [],
};

/** The same of the main process, which may import all of the core; '' are the files at its top. */
const mainRooms: Readonly<Record<string, readonly string[]>> = {
  disk: [],
  '': [],
  external: [],
  networks: [],
  workers: ['decoders', 'solvers'],
  import: ['archives', 'decode', 'layouts', 'sources'],
  workspace: ['database', 'datasets', 'studies'],
  export: ['word'],
  runner: [],
  papers: [],
  engine: ['datasets', 'models', 'reader', 'reproduction', 'studies', 'studies/cells'],
  engineThread: [],
  server: [],
  electron: ['lifecycle'],
  cli: [
    'commands',
    'commands/datasets',
    'commands/methods',
    'commands/models',
    'commands/studies',
    'commands/reproducibility',
    'commands/workspace',
    'declarations',
    'files',
    'options',
    'shards',
    'shards/engines',
  ],
};

/** What may be imported from node:fs outside src/main/disk: it reads, removes, or makes a folder to be removed. */
const reading =
  /^(type .*|access(Sync)?|close(Sync)?|constants|createReadStream|Dirent|existsSync|fstatSync|lstat(Sync)?|mkdtemp(Sync)?|opendir|readdir(Sync)?|readFile(Sync)?|readlink(Sync)?|read(Sync)?|realpath(Sync)?|rm(Sync)?|stat(Sync)?|statfs(Sync)?|unlinkSync|watch)$/;
const readers = /'r'|FLAGS/;
const opens = (text: string): string[] => text.match(/(?<![\w.])open(Sync)?\(.*/g) ?? [];

/** Pairs of rooms of a part of the program where the lower one imports the higher one, or one that is not listed. */
function upwards(part: string, rooms: Readonly<Record<string, readonly string[]>>): Import[] {
  const order = Object.keys(rooms);
  const room = (path: string): string => {
    const [first, ...rest] = path.slice(part.length).split('/');
    return rest.length > 0 || order.includes(first) ? first : '';
  };
  return imports.filter(within(part)).filter(({ from, target }) => {
    if (!target.startsWith(part)) return false;
    const [own, other] = [order.indexOf(room(from)), order.indexOf(room(target))];
    return own < 0 || other < 0 || other > own;
  });
}

/** The folders of a part that have files of the program. */
function foldersOf(part: string): string[] {
  const folders = files.map((file) => dirname(relative(root, file)).replaceAll('\\', '/'));
  return [...new Set(folders.filter((folder) => `${folder}/`.startsWith(part)))].sort();
}

function listed(part: string, rooms: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(rooms)
    .filter(([room]) => !room.endsWith('.ts'))
    .flatMap(([room, inner]) => [room, ...inner.map((folder) => `${room}/${folder}`)])
    .map((folder) => (part + folder).replace(/\/$/, ''));
}

/** What each room of the page may import; types count. '' is the page itself: App and its router. */
const shared = [
  'words',
  'api',
  'stores',
  'ui',
  'parameters',
  'methods',
  'faces',
  'figures',
  'notebook',
  'cells',
  'navigation',
  'shell',
];
const pageRooms: Readonly<Record<string, readonly string[]>> = {
  words: [],
  api: [],
  stores: ['words', 'api'],
  ui: ['words', 'api', 'stores'],
  parameters: ['words', 'api', 'ui'],
  methods: ['words', 'api', 'stores', 'ui', 'parameters'],
  faces: ['words', 'api', 'stores', 'ui', 'navigation'],
  figures: ['words', 'api', 'stores', 'ui', 'parameters', 'methods', 'faces'],
  notebook: ['words', 'api', 'stores', 'ui'],
  cells: ['words', 'api', 'ui'],
  ranks: ['words', 'api', 'stores', 'ui', 'methods', 'figures'],
  networks: ['words', 'api', 'stores', 'ui', 'faces'],
  help: shared,
  reproduction: shared,
  import: shared,
  studies: [...shared, 'ranks', 'import'],
  studyForm: [...shared, 'networks'],
  settings: shared,
  embedding: shared,
  papers: shared,
  model: shared,
  datasets: [...shared, 'import', 'networks', 'embedding'],
  study: [...shared, 'studies', 'studyForm', 'ranks', 'reproduction'],
  navigation: ['ui'],
  shell: ['words', 'api', 'stores', 'ui', 'navigation'],
  '': [
    ...[
      'words',
      'navigation',
      'shell',
      'api',
      'stores',
      'ui',
      'datasets',
      'import',
      'studies',
      'studyForm',
      'study',
      'papers',
      'model',
      'faces',
      'help',
      'reproduction',
    ],
    'settings',
  ],
};

/** The room of the page that a file is in: null outside the page, '' at its top; the list of pages is one by itself. */
function roomOf(path: string): string | null {
  const parts = path.split('/');
  if (parts[0] !== 'src' || parts[1] !== 'renderer') return null;
  if (parts.length > 3) return parts[2];
  return parts[2] === 'navigation.ts' ? 'navigation' : '';
}

describe('layers', () => {
  it('are seen by this test', () => {
    expect(files.length).toBeGreaterThan(5);
    expect(imports.length).toBeGreaterThan(5);
  });

  it('keep the core pure', () => {
    const outside = imports
      .filter(within('src/core/'))
      .filter((entry) => !entry.target.startsWith('src/core/') && !pureLibraries.test(entry.target));
    expect(show(outside)).toEqual([]);
  });

  it('keep the core apart from Node’s globals', () => {
    const users = files
      .filter((file) => relative(root, file).startsWith(join('src', 'core')))
      .filter((file) =>
        /(?<![\w.'"`])(process\.(env|argv|hrtime|cwd)|Buffer\.|require\()/.test(readFileSync(file, 'utf8')),
      );
    expect(users.map((file) => relative(root, file))).toEqual([]);
  });

  it('let only src/main/electron import electron', () => {
    const users = imports.filter(
      (entry) => /^electron($|\/)/.test(entry.target) && !within('src/main/electron/')(entry),
    );
    expect(show(users)).toEqual([]);
  });

  it('keep the main process from importing the page', () => {
    expect(
      show(imports.filter(within('src/main/')).filter((entry) => entry.target.startsWith('src/renderer/'))),
    ).toEqual([]);
  });

  it('keep the page from importing Node and the main process', () => {
    const wrong = imports
      .filter(within('src/renderer/'))
      .filter(
        (entry) =>
          entry.target.startsWith('src/main/') ||
          /^(node:|electron|better-sqlite3|sharp|@orpc\/server)/.test(entry.target),
      );
    expect(show(wrong)).toEqual([]);
  });

  it('keep the rooms of the page from importing upwards', () => {
    const wrong = imports.filter(({ from, target }) => {
      const [own, other] = [roomOf(from), roomOf(target)];
      if (own === null || other === null || own === other) return false;
      return !(pageRooms[own] ?? []).includes(other);
    });
    expect(show(wrong)).toEqual([]);
  });

  it('list every room of the page', () => {
    const rooms = new Set(files.map((file) => roomOf(relative(root, file).replaceAll('\\', '/'))));
    expect([...rooms].filter((room) => room !== null).sort()).toEqual(Object.keys(pageRooms).sort());
  });

  it('keep hosts out of everything but hosts', () => {
    const hosts = /^src\/main\/(electron|server|cli)\//;
    const wrong = imports.filter((entry) => hosts.test(entry.target) && !hosts.test(entry.from));
    expect(show(wrong)).toEqual([]);
  });

  it('write files through src/main/disk alone', () => {
    const found = files.flatMap((file) => {
      const path = relative(root, file).replaceAll('\\', '/');
      if (!path.startsWith('src/main/') || path.startsWith('src/main/disk/')) return [];
      const text = readFileSync(file, 'utf8');
      const names = [...text.matchAll(/^import\s+(?:type\s+)?([^;']*?)\s+from '(?:node:)?fs(?:\/promises)?';$/gm)]
        .flatMap(([, clause]) => clause.replace(/[{}]/g, '').split(','))
        .map((name) => name.trim())
        .filter((name) => name !== '' && !reading.test(name))
        // Whoever opens a file to read it says so in the same line, or by flags of reading alone.
        .filter((name) => !/^open(Sync)?$/.test(name) || opens(text).some((use) => !readers.test(use)));
      const around = text.match(/\b(?:import|require|getBuiltinModule)\(\s*['"](?:node:)?fs\b.*|\.toFile\(.*/g) ?? [];
      return [...names.map((name) => `${path} imports ${name}`), ...around.map((use) => `${path}: ${use}`)];
    });
    // SQLite writes its files itself.
    const databases = imports.filter(
      ({ from, target, type }) => target === 'better-sqlite3' && !type && from.startsWith('src/main/'),
    );
    const elsewhere = databases.filter((entry) => !within('src/main/workspace/')(entry));
    expect(databases.length).toBeGreaterThan(0);
    expect([...found, ...show(elsewhere)]).toEqual([]);
  });

  it('keep the engine off the thread of a host', () => {
    // What the hosts load before they start the engine's thread, types not counted.
    const hosts = ['src/main/electron/main.ts', 'src/main/cli/commands/serve.ts', 'src/main/server/server.ts'];
    const seen = new Set(hosts);
    for (const file of seen) {
      for (const { from, target, type } of imports) if (from === file && !type) seen.add(target);
    }
    const room = (target: string): string => target.split('/').slice(0, 3).join('/');
    const allowed = new Set([
      ...['electron', 'server', 'cli', 'engineThread', 'disk'].map((name) => `src/main/${name}`),
      'src/main/packageRoot.ts',
      'src/core/contract',
      'src/core/text',
    ]);
    // Where the user's data lies, and what the command line says of errors.
    const words = new Set([
      'src/main/dataFolder.ts',
      'src/main/desktopStart.ts',
      'src/main/workspace/location.ts',
      'src/main/workspace/workspaceErrors.ts',
      'src/main/memoryReason.ts',
      // Whether a browser is there.
      'src/main/findProgram.ts',
      // How much each thread may hold, and how requests travel to it.
      'src/main/heapLimits.ts',
      'src/main/workerClient.ts',
      'src/main/cancelled.ts',
      // Whether a dropped archive is a parcel, by its directory alone.
      'src/core/report/parcel/openParcel.ts',
      'src/core/report/parcel/parcel.ts',
      'src/core/formats/formatError.ts',
      'src/core/formats/cooperativeSteps.ts',
      'src/core/formats/zip.ts',
      'src/core/formats/inflate.ts',
      'fflate',
      '@orpc/client',
      'package.json',
    ]);
    const foreign = [...seen].filter(
      (target) => !allowed.has(room(target)) && !words.has(target) && !/^(node:|electron$|ws$|zod$)/.test(target),
    );
    expect(foreign).toEqual([]);
    expect(seen).toContain('src/main/engineThread/supervisor.ts');
    expect(seen).not.toContain('src/main/engineThread/engineThread.ts');
  });

  it('of the core import downwards only', () => {
    expect(show(upwards('src/core/', coreRooms))).toEqual([]);
  });

  it('of the main process import downwards only', () => {
    expect(show(upwards('src/main/', mainRooms))).toEqual([]);
  });

  it('list every folder of the core and of the main process', () => {
    const core = listed('src/core/', coreRooms);
    expect(foldersOf('src/core/').filter((folder) => folder !== 'src/core')).toEqual(core.sort());
    expect(foldersOf('src/main/')).toEqual(listed('src/main/', mainRooms).sort());
  });

  it('have no folder of more than 25 files, which has rooms by subject instead', () => {
    const counts = Map.groupBy(files, dirname);
    const full = [...counts].filter(([, own]) => own.length > 25);
    expect(full.map(([folder, own]) => `${relative(root, folder)}: ${own.length} files`)).toEqual([]);
  });

  it('keep the contract out of the core', () => {
    const users = imports.filter(within('src/core/')).filter(({ target }) => target.startsWith('src/core/contract/'));
    expect(show(users.filter((entry) => !within('src/core/contract/')(entry)))).toEqual([]);
  });

  it('leave it to methods to read their settings and to say what follows from them', () => {
    const users = files
      .filter((file) => !relative(root, file).startsWith(join('src', 'core', 'methods')))
      .filter((file) =>
        /\.family\s*[=!]==|settings(\[['"]|\.\w+\s*[=!]==)|\{ family\b[^}]*\}: Method/.test(readFileSync(file, 'utf8')),
      );
    expect(users.map((file) => relative(root, file))).toEqual([]);
  });

  it('have no cycles of modules, types counted', () => {
    const edges = new Map<string, string[]>();
    for (const entry of imports) {
      if (!entry.target.startsWith('src/')) continue;
      edges.set(entry.from, [...(edges.get(entry.from) ?? []), entry.target]);
    }
    const cycles: string[] = [];
    const state = new Map<string, 'open' | 'closed'>();
    const visit = (node: string, path: readonly string[]): void => {
      if (state.get(node) === 'closed') return;
      if (state.get(node) === 'open') {
        cycles.push([...path.slice(path.indexOf(node)), node].join(' → '));
        return;
      }
      state.set(node, 'open');
      for (const next of edges.get(node) ?? []) visit(next, [...path, node]);
      state.set(node, 'closed');
    };
    for (const node of edges.keys()) visit(node, []);
    expect(cycles).toEqual([]);
  });
});
