/** The job script of a study for Slurm: one task of an array a shard, and a last job that joins them. */

export interface SlurmJob {
  /** Absolute paths: the jobs run elsewhere. */
  readonly spec: string;
  readonly workspace: string;
  /** A file with the images, which the tasks only read; see `writeShardBundle`. */
  readonly bundle: string;
  /** Folder for the workspaces of the shards. */
  readonly folder: string;
  /** How to start the command line, e.g. ["node", "/opt/eigenbench/bin/eigenbench.js"]. */
  readonly command: readonly string[];
  readonly name: string;
  readonly shards: number;
  readonly processors: number;
  /** As Slurm writes it, e.g. "2:00:00". */
  readonly time: string;
  /** As Slurm writes it, e.g. "4G". */
  readonly memory: string;
}

/**
 * A bash script. As an array job it computes the shard of its task, as array task 0 it merges the shards into the
 * workspace; submitted again, shards go on where they stopped.
 */
export function slurmScript(job: SlurmJob): string {
  const { spec, workspace, bundle, folder, command, name, shards, processors, time, memory } = job;
  return `#!/bin/bash
#SBATCH --job-name=${name}
#SBATCH --array=1-${shards}
#SBATCH --cpus-per-task=${processors}
#SBATCH --time=${time}
#SBATCH --mem=${memory}
#SBATCH --output=%x-%a.log

# Computes a study in ${shards} parts, and joins them:
#
#   job=$(sbatch --parsable THIS_SCRIPT)
#   sbatch --dependency=afterany:$job --array=0 THIS_SCRIPT
#
# The parts read the images from a bundle that was written with this script; only the last job opens the workspace.
# Parts that were stopped go on when the script is submitted again; finished cells are kept.

set -euo pipefail

spec=${quoted(spec)}
workspace=${quoted(workspace)}
bundle=${quoted(bundle)}
folder=${quoted(folder)}
shards=${shards}
eigenbench=(${command.map(quoted).join(' ')})

part() { printf '%s/part-%s.eigenbench' "$folder" "$1"; }

mkdir -p "$folder"
task="\${SLURM_ARRAY_TASK_ID:?run this script with sbatch, or set SLURM_ARRAY_TASK_ID}"

if [ "$task" -gt 0 ]; then
  exec "\${eigenbench[@]}" run "$spec" --workspace "$bundle" --shard "$task/$shards" --into "$(part "$task")" \\
    --workers "\${SLURM_CPUS_PER_TASK:-${processors}}"
fi

parts=()
for ((i = 1; i <= shards; i++)); do
  if [ -e "$(part "$i")" ]; then
    parts+=("$(part "$i")")
  else
    echo "Part $i has not been computed." >&2
  fi
done
if [ "\${#parts[@]}" -eq 0 ]; then
  exit 1
fi
exec "\${eigenbench[@]}" merge "\${parts[@]}" --workspace "$workspace"
`;
}

/** A word of the shell, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
