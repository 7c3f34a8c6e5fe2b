import { type ShardEngine, partScriptPath } from '../job.ts';
import { quoted } from '../../../../core/text/shellQuote.ts';

/** make --jobs, on one machine. */
export const make: ShardEngine = {
  id: 'make',
  title: 'make',
  file: 'Makefile',
  startSeconds: 2,
  script: (job) => `# make --jobs 4 --keep-going   computes the parts and joins them; again: continues where it stopped
# make part-3                  computes part 3
# make merge                   joins what there is

SHELL := /bin/bash
script := ${quoted(partScriptPath(job)).replaceAll('$', '$$$$').replaceAll('#', '\\#')}
parts := $(addprefix part-,$(shell seq 1 ${job.shards}))

.PHONY: all merge $(parts)

all: $(parts)
\t@bash $(script) merge

$(parts): part-%:
\t@bash $(script) $*

merge:
\t@bash $(script) merge
`,
  start: (file, { throttle, processors }) =>
    `make --jobs ${throttle ?? `$(( $(nproc) > ${processors} ? $(nproc) / ${processors} : 1 ))`} --keep-going --file ${file}`,
  again: (file, _, parts) => `make --file ${file} ${parts.map((part) => `part-${part}`).join(' ')}`,
};
