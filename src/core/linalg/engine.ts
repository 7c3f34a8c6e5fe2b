/** Which build of the kernels computes; named in every result, for the last bits of a number depend on it. */
export function kernelName(): string {
  return 'javascript';
}
