/** Trims the packages in the bundled tarball. The installers' own list is in packaging/electron-builder.yml. */

/** Headers, sources, source maps and builds for browsers, by their paths in node_modules. */
const unneeded = [
  /^node-(bin-)?(linux|darwin|win)-[^/]+\/(include|share|CHANGELOG\.md)$/,
  /^better-sqlite3\/(deps|src|binding\.gyp)$/,
  /^h5wasm\/(src|test|dist\/(node|iife))$/,
  /^sharp\/src$/,
  /\.map$/,
];

const { platform, arch, glibcVersionRuntime } = (
  process.report.getReport() as { header: { platform: string; arch: string; glibcVersionRuntime?: string } }
).header;
/** This system in the names of prebuilt modules. */
const ownSystem = `${platform}${platform === 'linux' && !glibcVersionRuntime ? 'musl' : ''}-${arch}`;

/** Whether the program reads a file, or any file of a folder, at this path in node_modules. */
export function isNeeded(path: string, system = ownSystem): boolean {
  const build = /^better-sqlite3\/prebuilds\/(.+)\.node$/.exec(path)?.[1];
  return (build === undefined || build === system) && !unneeded.some((pattern) => pattern.test(path));
}

/**
 * A Linux executable without its symbols. The system reads nothing after the last loaded segment; the symbols and the
 * table of sections there take 18 of Node's 127 MB.
 */
export function withoutSymbols(executable: Buffer): Buffer {
  const isElf64 = executable.subarray(0, 6).equals(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1]));
  if (!isElf64) throw new Error('expected a little-endian ELF executable of 64 bits');
  const table = Number(executable.readBigUInt64LE(0x20));
  const [size, count] = [executable.readUInt16LE(0x36), executable.readUInt16LE(0x38)];
  const ends = Array.from({ length: count }, (_, i) => {
    const header = table + i * size;
    return Number(executable.readBigUInt64LE(header + 0x08) + executable.readBigUInt64LE(header + 0x20));
  });
  const kept = Buffer.from(executable.subarray(0, Math.max(table + size * count, ...ends)));
  // Offset, number and names of the sections.
  kept.writeBigUInt64LE(0n, 0x28);
  kept.writeUInt16LE(0, 0x3c);
  kept.writeUInt16LE(0, 0x3e);
  return kept;
}
