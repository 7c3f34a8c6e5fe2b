import { type ShardEngine, partScriptPath } from '../job.ts';
import { quoted } from '../../../../core/text/shellQuote.ts';

/** GNU parallel, on one machine or, with its own options, on several. */
export const parallel: ShardEngine = {
  id: 'parallel',
  title: 'GNU parallel',
  file: 'study.sh',
  startSeconds: 2,
  script(job) {
    const { shards, processors, throttle } = job;
    const jobs = throttle ?? `$(( $(nproc) > ${processors} ? $(nproc) / ${processors} : 1 ))`;
    return `#!/bin/bash
# Computes all parts with GNU parallel, or those that are named, and joins what there is:
#
#   bash THIS_SCRIPT
#   bash THIS_SCRIPT 3 7
#
# JOBS=4 changes how many run at a time. Machines with the same paths: PARALLEL='--sshloginfile machines'.

set -euo pipefail

if ! command -v parallel >/dev/null; then
  echo 'GNU parallel is not installed here: install the package "parallel" (Debian: apt install parallel).' >&2
  exit 1
fi
# Not through a pipe: grep -q would end it early, which pipefail takes for a failure.
if [[ "$(parallel --version 2>/dev/null)" != *'GNU parallel'* ]]; then
  echo "$(command -v parallel) is another program, such as that of moreutils: install GNU parallel (Debian: apt install parallel)." >&2
  exit 1
fi
script=${quoted(partScriptPath(job))}
if [ "$#" -eq 0 ]; then set -- $(seq 1 ${shards}); fi
parallel --jobs "\${JOBS:-${jobs}}" --quote bash "$script" {} ::: "$@" || true
exec bash "$script" merge
`;
  },
  start: (file) => `bash ${file}`,
  again: (file, _, parts) => `bash ${file} ${parts.join(' ')}`,
};
