/** What keeps Electron's sandbox from starting, on made-up machines. */
import { describe, expect, it } from 'vitest';
import { sandboxObstacle, type Machine } from '../../../scripts/desktop/obstacle.ts';

const electron = '/home/ada/eigenbench/node_modules/electron/dist/electron';
const helper = '/home/ada/eigenbench/node_modules/electron/dist/chrome-sandbox';
const RESTRICTED = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

function machine(files: Readonly<Record<string, string>>, change: Partial<Machine> = {}): Machine {
  return {
    platform: 'linux',
    uid: 1000,
    read: (path) => files[path] ?? null,
    list: (path) =>
      Object.keys(files).flatMap((name) => (name.startsWith(`${path}/`) ? [name.slice(path.length + 1)] : [])),
    runsAsRoot: () => false,
    ...change,
  };
}

describe('the sandbox of Electron', () => {
  it('starts on a system that restricts nothing', () => {
    expect(sandboxObstacle(electron, machine({}))).toBeNull();
    expect(sandboxObstacle(electron, machine({ [RESTRICTED]: '0\n' }))).toBeNull();
  });

  it('does not start on Ubuntu from 23.10 on: the sentence has the remedy', () => {
    expect(sandboxObstacle(electron, machine({ [RESTRICTED]: '1\n' }))).toBe(
      'This system does not let Electron open its sandbox (install the .deb package, or run: ' +
        `sudo chown root "${helper}" && sudo chmod 4755 "${helper}")`,
    );
  });

  it.each(['/proc/sys/kernel/unprivileged_userns_clone', '/proc/sys/user/max_user_namespaces'])(
    'does not start without namespaces of users (%s)',
    (setting) => {
      expect(sandboxObstacle(electron, machine({ [setting]: '0\n' }))).toMatch(/^This system does not let Electron/);
      expect(sandboxObstacle(electron, machine({ [setting]: '1\n' }))).toBeNull();
    },
  );

  it('starts there with a helper that runs as root, or with a profile for this executable', () => {
    const files = { [RESTRICTED]: '1\n' };
    expect(sandboxObstacle(electron, machine(files, { runsAsRoot: (path) => path === helper }))).toBeNull();
    const profile = { ...files, '/etc/apparmor.d/eigenbench': `profile e ${electron} flags=(unconfined) { userns, }` };
    expect(sandboxObstacle(electron, machine(profile))).toBeNull();
    const other = { ...files, '/etc/apparmor.d/chrome': 'profile chrome /opt/google/chrome/chrome { userns, }' };
    expect(sandboxObstacle(electron, machine(other))).not.toBeNull();
  });

  it('never starts as root', () => {
    const root = machine({}, { uid: 0, runsAsRoot: () => true });
    expect(sandboxObstacle(electron, root)).toBe('Electron does not run as root (start it as an ordinary user)');
  });

  it('needs nothing of that on other systems', () => {
    const files = { [RESTRICTED]: '1\n' };
    expect(sandboxObstacle(electron, machine(files, { platform: 'darwin', uid: 0 }))).toBeNull();
    expect(sandboxObstacle(electron, machine(files, { platform: 'win32', uid: undefined }))).toBeNull();
  });
});
