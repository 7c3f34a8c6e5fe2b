import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { kernelBytes, type KernelBuild } from '../../../src/core/linalg/index.ts';
import {
  supportsWideVectors,
  compileEagerly,
  offWhileEager,
  joiningFault,
  kernelWidth,
  type WidthTools,
} from '../../../src/main/kernelWidth.ts';
import { skipWhen } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const lacking = skipWhen(!supportsWideVectors(), 'this runtime cannot join vectors');
const build: KernelBuild = 'wasm-relaxed-simd';

describe('the width of the kernels', () => {
  let tools: { -readonly [K in keyof WidthTools]: WidthTools[K] };
  beforeEach(() => {
    tools = {
      file: `${temporaryFolder()}/width.json`,
      keeps: true,
      environment: {},
      canJoin: true,
      compile: vi.fn(() => new WebAssembly.Module(kernelBytes(build))),
      answersDiffer: vi.fn(() => []),
      gain: vi.fn(() => 1.3),
      warn: vi.fn(),
    };
  });
  const kept = (): string => readFileSync(tools.file, 'utf8');
  const write = (text: string): void => writeFileSync(tools.file, text);

  it('is that of the faster tile once the known answers came, and kept', () => {
    expect(kernelWidth(build, tools)).toEqual({
      width: 256,
      gain: 1.3,
      why: 'joined vectors are faster here, with the known answers',
      fault: false,
    });
    expect(tools.answersDiffer).toHaveBeenCalledTimes(1);
    expect(kernelWidth(build, tools).width).toBe(256);
    expect(tools.gain).toHaveBeenCalledTimes(1);
    expect(tools.answersDiffer).toHaveBeenCalledTimes(1);
  });

  it('is found again for another build, as for another runtime', () => {
    kernelWidth(build, tools);
    kernelWidth('wasm-simd', tools);
    expect(tools.gain).toHaveBeenCalledTimes(2);
    expect(kept()).toContain(`Node ${process.versions.node}, V8 ${process.versions.v8}, wasm-simd `);
  });

  it('stays narrow where the wide tile gains nothing', () => {
    tools.gain = () => 0.6;
    expect(kernelWidth(build, tools)).toMatchObject({ width: 128, fault: false });
    expect(kernelWidth(build, tools).why).toMatch(/^joined vectors are not faster here/);
    expect(tools.answersDiffer).not.toHaveBeenCalled();
  });

  it('stays narrow without a trial where the runtime cannot join', () => {
    tools.canJoin = false;
    expect(kernelWidth(build, tools)).toMatchObject({ width: 128, gain: null, fault: false });
    expect(tools.compile).not.toHaveBeenCalled();
  });

  it('is what the environment asks for, whatever is faster, if the answers are right', () => {
    tools.environment = { EIGENBENCH_WIDTH: '128' };
    expect(kernelWidth(build, tools)).toMatchObject({ width: 128, why: 'EIGENBENCH_WIDTH is 128' });
    expect(tools.compile).not.toHaveBeenCalled();
    tools.environment = { EIGENBENCH_WIDTH: '256' };
    tools.gain = () => 0.6;
    expect(kernelWidth(build, tools)).toMatchObject({ width: 256, why: 'EIGENBENCH_WIDTH is 256' });
    expect(tools.answersDiffer).toHaveBeenCalledTimes(1);
    tools.environment = { EIGENBENCH_WIDTH: '512' };
    expect(() => kernelWidth(build, tools)).toThrow('EIGENBENCH_WIDTH: expected 128 or 256, found "512".');
  });

  it('asks for the answers before it obeys the environment, also where the narrow tile won before', () => {
    tools.gain = () => 0.6;
    kernelWidth(build, tools);
    tools.environment = { EIGENBENCH_WIDTH: '256' };
    expect(kernelWidth(build, tools).width).toBe(256);
    expect(tools.answersDiffer).toHaveBeenCalledTimes(1);
  });

  it('is narrow for good after one wrong answer, which is told once, and no environment changes that', () => {
    tools.answersDiffer = () => ['gemm', 'qr'];
    expect(kernelWidth(build, tools)).toMatchObject({ width: 128, fault: true });
    const why = `joined vectors gave other answers of gemm, qr (Node ${process.versions.node}, V8 `;
    expect(tools.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(why));
    expect(joiningFault(tools.file)).toContain(why);
    tools.answersDiffer = () => [];
    tools.environment = { EIGENBENCH_WIDTH: '256' };
    expect(kernelWidth(build, tools)).toMatchObject({ width: 128, fault: true, why: expect.stringContaining(why) });
    expect(kernelWidth('wasm-simd', tools).width).toBe(128);
    expect(tools.warn).toHaveBeenCalledTimes(1);
  });

  it('is narrow for good where the trial throws', () => {
    tools.answersDiffer = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    expect(kernelWidth(build, tools)).toMatchObject({ width: 128, fault: true });
    expect(joiningFault(tools.file)).toMatch(/^joined vectors failed: unreachable/);
  });

  describe('after processes that ended in the middle of a trial', () => {
    /** As in a process that is killed: nothing after the step runs, and its number is nobody's. */
    const die = (): void => {
      const atThatMoment: { text?: string } = {};
      kernelWidth(build, {
        ...tools,
        gain: () => {
          atThatMoment.text = kept();
          return 2;
        },
      });
      rmSync(tools.file);
      write(atThatMoment.text!.replace(/"pid": \d+/, `"pid": ${2 ** 22 + 1}`));
    };

    it('tries once more, then never again', () => {
      die();
      expect(kernelWidth(build, tools).width).toBe(256);
      rmSync(tools.file);
      die();
      die();
      expect(kernelWidth(build, tools)).toMatchObject({ width: 128, fault: true });
      expect(joiningFault(tools.file)).toMatch(/^the process ended 2 times while it tried joined vectors/);
    });
  });

  it('leaves another process alone that is trying', () => {
    let during: unknown;
    kernelWidth(build, {
      ...tools,
      gain: () => {
        write(kept().replace(/"pid": \d+/, `"pid": ${process.ppid}`));
        during = kernelWidth(build, tools);
        return 2;
      },
    });
    expect(during).toMatchObject({ width: 128, fault: false, why: 'another process is just trying joined vectors' });
  });

  it('changes nothing on the disk where it is only asked', () => {
    expect(kernelWidth(build, { ...tools, keeps: false }).width).toBe(256);
    expect(joiningFault(tools.file)).toBeNull();
    expect(kernelWidth(build, tools).width).toBe(256);
    expect(tools.gain).toHaveBeenCalledTimes(2);
  });
});

describe('joining vectors', () => {
  it('gives the known answers in a thread, too, where the desktop has its engine', lacking, async () => {
    const file = `${temporaryFolder()}/width.json`;
    const [found] = await once(new Worker(new URL('./inThread.ts', import.meta.url), { workerData: file }), 'message');
    expect(found).toMatchObject({ width: 256, fault: false, why: 'EIGENBENCH_WIDTH is 256' });
    expect(joiningFault(file)).toBeNull();
  });

  it.each([
    ['x64', 'linux', '13.6.233.17-node.53', true],
    ['x64', 'win32', '14.4.258.32-electron.0', true],
    ['x64', 'linux', '12.9.1', true],
    ['x64', 'linux', '12.4.254.21-node.26', false],
    ['x64', 'darwin', '13.6.233.17-node.53', false],
    ['arm64', 'linux', '13.6.233.17-node.53', false],
  ] as const)('is possible for %s, %s, V8 %s: %s', (arch, platform, v8, expected) => {
    expect(supportsWideVectors({ arch, platform }, v8)).toBe(expected);
  });

  it('has kernels compiled without inlining where V8 inlines by counts that are not there yet', () => {
    expect(offWhileEager('13.6.233.17-node.53')).not.toContain('wasm-inlining');
    expect(offWhileEager('14.1.146.11-node.25')).toContain('wasm-inlining');
    expect(offWhileEager('14.6.202.34-node.34')).toContain('wasm-inlining');
    // With a version whose inlining ends the process, this line is the last.
    expect(WebAssembly.Module.exports(compileEagerly(build)).length).toBeGreaterThan(0);
  });
});
