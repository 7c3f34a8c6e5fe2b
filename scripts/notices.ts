/**
 * Writes resources/third-party-notices.txt: every package that is distributed with the application, from the lock file,
 * with its licence text as installed. These are the production dependencies and all packages that the sources import,
 * because the page is bundled, each with its dependencies; further the fonts and the weights of networks.
 *
 *   node scripts/notices.ts           writes the file
 *   node scripts/notices.ts --check   fails when a distributed package is not named in it
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const target = join(root, 'resources/third-party-notices.txt');

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
type Lock = Readonly<Record<string, LockedPackage>>;

export interface Distributed {
  /** Location used by npm, e.g. `node_modules/ws`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** The distributed packages by name and version. */
export function distributedPackages(): Distributed[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock };
  const paths = new Set<string>();
  const visit = (name: string, from: string): void => {
    const path = resolvePackage(packages, name, from);
    if (path === null || paths.has(path)) return;
    paths.add(path);
    // The dependencies of the Electron package fetch its runtime; they are not distributed.
    if (name === 'electron') return;
    const { dependencies, optionalDependencies } = packages[path];
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next, path);
  };
  const project = packages[''];
  const imported = importedPackages();
  const bundled = Object.keys(project.devDependencies ?? {}).filter((name) => imported.has(name));
  // The optional dependencies are Node for machines with an older version: npm fetches it, and no package of the
  // application contains it.
  for (const name of [...Object.keys(project.dependencies ?? {}), ...bundled]) visit(name, '');
  return [...paths]
    .map((path) => {
      const { version, license } = packages[path];
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { path, name, version, licence: license ?? 'see its text' };
    })
    .sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Node's rule: the nearest `node_modules` above `from`. */
function resolvePackage(packages: Lock, name: string, from: string): string | null {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const path = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (path in packages) return path;
    if (place === '') return null;
    if (!place.includes('/node_modules/')) place = '';
  }
}

/** Names of packages that the sources import. */
function importedPackages(): Set<string> {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const names = new Set<string>();
  for (const file of files.filter((name) => /\.(ts|vue|css)$/.test(name))) {
    const text = readFileSync(join(root, 'src', file), 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*['"]((?:@[\w.-]+\/)?[a-z][\w.-]*)/g)) names.add(name);
  }
  return names;
}

function licenceText(path: string): string {
  const folder = join(root, path);
  if (!existsSync(folder)) return '';
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name));
  return files
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trimEnd())
    .join('\n\n');
}

/** Distributed files that are not packages imported by the sources: their folder contains the licence. */
const FILES: readonly Distributed[] = [
  { path: 'src/renderer/ui/fonts', name: 'Inter', version: 'v20', licence: 'OFL-1.1' },
  { path: 'resources/fonts', name: 'Liberation Sans and Serif', version: '2.1.5', licence: 'OFL-1.1' },
  { path: 'scripts/networks', name: 'Weights of face-api networks', version: '1.7.15', licence: 'MIT' },
];

/** One section per licence text, headed by the packages that carry it. */
function notices(packages: readonly Distributed[]): string {
  const sections = new Map<string, Distributed[]>();
  for (const entry of packages) {
    const text = licenceText(entry.path);
    sections.set(text, [...(sections.get(text) ?? []), entry]);
  }
  const without = sections.get('') ?? [];
  sections.delete('');
  const line = ({ name, version, licence }: Distributed): string => `${name} ${version} (${licence})`;
  return [
    'Eigenbench is distributed with the packages below. Written by "npm run notices" from the lock file.',
    ...[...sections].map(([text, all]) => `${'='.repeat(80)}\n${all.map(line).join('\n')}\n\n${text}`),
    ...(without.length === 0
      ? []
      : [
          `${'='.repeat(80)}\nWithout a licence text of their own, or for other systems than the one that wrote this file:\n\n${without.map(line).join('\n')}`,
        ]),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Packages that the notices do not name, as "name version". */
export function missingNotices(): string[] {
  const text = existsSync(target) ? readFileSync(target, 'utf8') : '';
  const lines = new Set(text.split('\n'));
  return [...distributedPackages(), ...FILES]
    .filter(({ name, version, licence }) => !lines.has(`${name} ${version} (${licence})`))
    .map(({ name, version }) => `${name} ${version}`);
}

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const missing = missingNotices();
    if (missing.length > 0) {
      console.error(`Not named in resources/third-party-notices.txt (npm run notices): ${missing.join(', ')}`);
      process.exitCode = 1;
    }
  } else {
    const packages = [...distributedPackages(), ...FILES];
    writeFileSync(target, notices(packages));
    console.log(`${packages.length} packages`);
  }
}
