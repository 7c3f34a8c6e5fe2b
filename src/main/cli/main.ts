/** Entry point of the command line. */
import { runCommandLine } from './program.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of the pipe (head, less) has closed it.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
process.exitCode = await runCommandLine(process.argv.slice(2));
