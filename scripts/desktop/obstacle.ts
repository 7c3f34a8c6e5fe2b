/** Why Chromium's sandbox cannot start on this machine. Chromium itself only dumps core. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** System state that the check reads. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly uid: number | undefined;
  /** Contents of a system file; null if it cannot be read. */
  readonly read: (path: string) => string | null;
  /** Names in a folder; empty if it cannot be read. */
  readonly list: (path: string) => readonly string[];
  /** Whether a file belongs to root and runs as root (mode 4755). */
  readonly runsAsRoot: (path: string) => boolean;
}

/**
 * Why the executable cannot open its sandbox, with the remedy, as a clause without a full stop; null if no obstacle is
 * found. The sandbox needs namespaces of unprivileged users, or a helper that runs as root; npm can set up neither.
 */
export function sandboxObstacle(executable: string, machine: Machine = thisMachine): string | null {
  if (machine.platform !== 'linux') return null;
  if (machine.uid === 0) return 'Electron does not run as root (start it as an ordinary user)';
  const helper = join(dirname(executable), 'chrome-sandbox');
  if (machine.runsAsRoot(helper)) return null;
  const says = (path: string, value: string): boolean => machine.read(path)?.trim() === value;
  const restricted =
    says('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1') && !hasProfile(executable, machine);
  const off =
    says('/proc/sys/kernel/unprivileged_userns_clone', '0') || says('/proc/sys/user/max_user_namespaces', '0');
  if (!restricted && !off) return null;
  return (
    'This system does not let Electron open its sandbox (install the .deb package, or run: ' +
    `sudo chown root "${helper}" && sudo chmod 4755 "${helper}")`
  );
}

const PROFILES = '/etc/apparmor.d';

/** Whether an AppArmor profile names the executable. */
function hasProfile(executable: string, machine: Machine): boolean {
  return machine.list(PROFILES).some((name) => machine.read(join(PROFILES, name))?.includes(executable));
}

const thisMachine: Machine = {
  platform: process.platform,
  uid: process.getuid?.(),
  read: (path) => orElse(null, () => readFileSync(path, 'utf8')),
  list: (path) => orElse([], () => readdirSync(path)),
  runsAsRoot: (path) =>
    existsSync(path) && orElse(false, () => statSync(path).uid === 0 && (statSync(path).mode & 0o7777) === 0o4755),
};

function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
