/**
 * Compiles the AssemblyScript kernels and writes each build as a TypeScript module that contains it in base64. The same
 * import then works in tests, workers, the packed desktop app and the command line.
 *
 *   node scripts/build-kernels.ts           writes src/core/linalg/kernels/{relaxed,strict}.binary.ts
 *   node scripts/build-kernels.ts --check   fails when a committed module differs from its source
 *   node scripts/build-kernels.ts --digests also writes the digests of the self-test
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runSelfTest } from '../src/core/linalg/kernels/selfTest.ts';
import type { KernelDigests } from '../src/core/linalg/kernels/selfTestCases.ts';
import { startKernels, type KernelBuild } from '../src/core/linalg/kernels/kernels.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const kernels = join(root, 'src/core/linalg/kernels');
const assembly = join(kernels, 'assembly');
const compiler = join(root, 'packaging/kernels/node_modules/assemblyscript/bin/asc.js');

/** Addresses below this hold the packed panels of gemm.ts. */
const RESERVED_BYTES = 2 * 1024 * 1024;

const common = [
  join(assembly, 'index.ts'),
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--memoryBase',
  String(RESERVED_BYTES),
  '--initialMemory',
  '64',
  '--maximumMemory',
  '65536',
  '--zeroFilledMemory',
  '--debug',
  '--use',
  'abort=',
  '--enable',
  'simd',
];
const builds = { relaxed: ['--enable', 'relaxed-simd'], strict: [] };

function compile(options: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'kernels-'));
  try {
    const binary = join(folder, 'kernels.wasm');
    const { status, stderr } = spawnSync(process.execPath, [compiler, ...common, ...options, '-o', binary], {
      cwd: root,
    });
    // Successful builds warn (AS112) about vectors passed between functions, which never reach the host.
    if (status !== 0) throw new Error(`the kernels do not compile:\n${stderr}`);
    return readFileSync(binary);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** SHA-256 of the sources and options of a build: detects a stale module without compiling. */
function fingerprint(options: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([...common.slice(1), ...options]));
  for (const file of readdirSync(assembly).sort()) hash.update(file).update(readFileSync(join(assembly, file)));
  return hash.digest('hex');
}

const check = process.argv.includes('--check');
/** Digests of the compiled modules, with 128-bit vectors. */
const digests: Partial<Record<KernelBuild, KernelDigests>> | null = process.argv.includes('--digests') ? {} : null;
for (const [name, options] of Object.entries(builds)) {
  const file = join(kernels, `${name}.binary.ts`);
  const source = fingerprint(options);
  if (check) {
    if (readFileSync(file, 'utf8').includes(source)) continue;
    console.error(`${file} is out of date: run npm run build:kernels`);
    process.exitCode = 1;
    continue;
  }
  const binary = compile(options);
  writeFileSync(
    file,
    `/**
 * The ${name} build of kernels/assembly, ${binary.length} bytes of WebAssembly in base64. Written by scripts/build-kernels.ts
 * from sources with SHA-256 ${source}.
 */
export default '${binary.toString('base64')}';
`,
  );
  console.log(`${name}: ${binary.length} bytes`);
  const build = `wasm-${name === 'relaxed' ? 'relaxed-simd' : 'simd'}` as const;
  const module = new WebAssembly.Module(Uint8Array.from(binary));
  if (digests) digests[build] = runSelfTest(startKernels(build, { module, width: 128 }));
}

if (digests) {
  const file = join(kernels, 'selfTestFixtures.ts');
  const text = `/** Digests of the self-test, by build, as \`npm run build:kernels -- --digests\` wrote them. */
import type { KernelBuild } from './kernels.ts';
import type { KernelDigests } from './selfTestCases.ts';

export const expectedDigests: Readonly<Record<KernelBuild, KernelDigests>> = ${JSON.stringify(digests)};
`;
  writeFileSync(file, text);
  execFileSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), file]);
}
