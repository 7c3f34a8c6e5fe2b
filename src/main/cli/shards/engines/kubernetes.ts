import { UsageError } from '../../errors.ts';
import { type ShardEngine, partScriptPath, type PlannedJob } from '../job.ts';
import { quoted } from '../../../../core/text/shellQuote.ts';

/** An indexed job, and a suspended one that merges the parts. The volume has all files under the same paths as here. */
export const kubernetes: ShardEngine = {
  id: 'kubernetes',
  title: 'Kubernetes',
  file: 'study.yaml',
  inside: true,
  script(job) {
    const script = quoted(partScriptPath(job));
    const parts = [
      'completionMode: Indexed',
      `completions: ${job.shards}`,
      `parallelism: ${job.throttle ?? job.shards}`,
      // The limit on retries is for all parts together, so a part that keeps failing does not stop the others.
      `backoffLimit: ${(job.requeue ? 6 : 1) * job.shards}`,
    ];
    return [
      manifest(job, nameOf(job), parts, `exec bash ${script} "$((JOB_COMPLETION_INDEX + 1))"`),
      manifest(job, `${nameOf(job)}-merge`, ['suspend: true'], `exec bash ${script} merge`),
    ].join('---\n');
  },
  start: (file, job) =>
    `kubectl apply -f ${file} && kubectl wait --for=condition=complete --timeout=-1s job/${nameOf(job)} && ` +
    `kubectl patch job/${nameOf(job)}-merge -p '{"spec":{"suspend":false}}'`,
};

/** JSON strings are valid YAML. */
function manifest(job: PlannedJob, name: string, lines: readonly string[], shell: string): string {
  const root = commonFolder([job.spec, job.workspace, job.folder]);
  const resources = `{ cpu: ${job.processors}, memory: ${job.memory}Mi }`;
  return `apiVersion: batch/v1
kind: Job
metadata:
  name: ${name}
spec:
${lines.map((line) => `  ${line}`).join('\n')}
  template:
    spec:
      restartPolicy: Never
      activeDeadlineSeconds: ${job.seconds}
      terminationGracePeriodSeconds: ${job.signal ?? 30}
      containers:
        - name: eigenbench
          image: ${JSON.stringify(job.container ?? 'eigenbench')}
          command: [/bin/bash, -c, ${JSON.stringify(shell)}]
          resources:
            requests: ${resources}
            limits: ${resources}
          volumeMounts:
            - name: files
              mountPath: ${JSON.stringify(root)}
      volumes:
        - name: files
          persistentVolumeClaim:
            claimName: ${JSON.stringify(job.claim ?? 'eigenbench')}
`;
}

/** Lower-case letters, digits and hyphens, leaving room for "-merge" and the index. */
function nameOf({ name }: PlannedJob): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
}

function commonFolder([first, ...rest]: readonly string[]): string {
  const parts = first.split('/').slice(0, -1);
  const shared = rest.reduce((all, path) => {
    const other = path.split('/');
    const end = all.findIndex((name, i) => name !== other[i]);
    return end < 0 ? all : all.slice(0, end);
  }, parts);
  if (shared.length < 2) {
    throw new UsageError(
      `--for kubernetes: expected the spec, the workspace and --folder below one folder (the volume is mounted there), found ${[first, ...rest].join(', ')}.`,
    );
  }
  return shared.join('/');
}
