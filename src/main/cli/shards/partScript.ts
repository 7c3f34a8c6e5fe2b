import { type ShardJob, partPath } from './job.ts';
import { quoted } from '../../../core/text/shellWord.ts';

/**
 * The bash script that every engine calls: with a number it computes that part of the study, with "merge" it joins the
 * parts. A part that was stopped goes on where it was; one that is finished ends at once. TERM and USR1 let the running
 * cells finish; the command in EIGENBENCH_WHEN_STOPPED runs then.
 */
export function partScript(job: ShardJob): string {
  const { spec, baseAnywhere, bundle, folder, command, study, shards, processors, before, scratch, container } = job;
  const [head, tail] = partPath({ folder: '$folder' }, 0).split('0');
  return `#!/bin/bash
# Computes a part of a study, or joins the parts:
#
#   bash part.sh 1       part 1 of ${shards}; the same again continues where it stopped
#   bash part.sh merge   exits with 1 while a part is missing
#
# Written by eigenbench shards for ${JSON.stringify(study)}.

set -eo pipefail
${before.map((line) => `${line}\n`).join('')}set -u

spec=${quoted(spec)}
bundle=${quoted(bundle)}
folder=${quoted(folder)}
shards=${shards}
scratch="${scratch ?? ''}"
eigenbench=(${command.map(quoted).join(' ')})

number="\${1:?a part from 1 to $shards, or merge}"
if [ "$number" = merge ]; then
  exec "\${eigenbench[@]}" shards merge "$folder"
fi

part="${head}$number${tail}"
finished="$folder/part-$number.done"
if [ -e "$part" -o -e "$folder/part-$number.merged" ] && [ "$finished" -nt "$spec" ]; then
  exit 0
fi

target="$part"
if [ -n "$scratch" ]; then
  target="$(mktemp -d "$scratch/eigenbench-XXXXXX")/part-$number.eigenbench"
${container === undefined ? '' : '  export APPTAINER_BIND="${APPTAINER_BIND:+$APPTAINER_BIND,}$scratch"\n'}  if [ -e "$part" ]; then cp "$part" "$target"; chmod u+w "$target"; fi
fi

bring_back() {
  if [ "$target" = "$part" ] || [ ! -e "$target" ]; then return; fi
  rm -f "$part-wal" "$part-shm"
  if [ -e "$target-wal" ]; then cp "$target-wal" "$part-wal"; fi
  cp "$target" "$part.$$.tmp"
  mv "$part.$$.tmp" "$part"
  rm -rf "$(dirname "$target")"
}
trap bring_back EXIT

"\${eigenbench[@]}" run "$spec"${baseAnywhere ? ' --base-anywhere' : ''} --workspace "$bundle" --shard "$number/$shards" --into "$target" --workers ${processors} &
child=$!
stopped=
trap 'stopped=yes; kill -INT "$child" 2>/dev/null || true' TERM USR1
trap ':' INT
code=0
wait "$child" || code=$?
while kill -0 "$child" 2>/dev/null; do
  code=0
  wait "$child" || code=$?
done
bring_back
trap - EXIT

# A part whose cells are finished or failed is settled: trying again would change nothing.
if [ "$code" -ne 0 ] && "\${eigenbench[@]}" shards status "$folder" --part "$number" >/dev/null; then
  echo "Part $number has failed cells; merging it takes over their reasons." >&2
  code=0
fi
if [ "$code" -eq 0 ]; then
  : >"$finished"
elif [ -n "$stopped" ]; then
  eval "\${EIGENBENCH_WHEN_STOPPED:-}"
fi
exit "$code"
`;
}
