/** How the user calls this command line: by its name where it is installed, by npm in a working copy. */
export function itself(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.npm_package_name === 'eigenbench' ? 'npm run -s eigenbench --' : 'eigenbench';
}
