/** What the exit codes of the command line say; the manual page and a test of the documentation read them here. */
export const exitCodes: readonly { readonly code: number; readonly means: string }[] = [
  { code: 0, means: 'done' },
  {
    code: 1,
    means:
      'something failed or differs: an unreadable file, an unknown name, failed cells, a damaged workspace, a result that is not reproduced',
  },
  {
    code: 2,
    means:
      'the command line or a study spec is wrong, or the workspace does not exist; the command computed and wrote nothing',
  },
  { code: 130, means: 'stopped by Ctrl-C; finished cells are kept' },
];
