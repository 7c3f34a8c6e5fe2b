/**
 * A Linux executable without what only debuggers read. Behind the last segment that is loaded come the names of
 * functions and the table of sections, which the system does not look at: of Node's 127 MB they are 18.
 *
 * @param {Buffer} executable
 * @returns {Buffer}
 */
export function withoutSymbols(executable) {
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
