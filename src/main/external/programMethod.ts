/** Functions of a method that a resident program computes: one program per thread, started by the first fit. */
import { z } from 'zod';
import { sha256Hex } from '../../core/hash.ts';
import type { ImageSet } from '../../core/images/imageSet.ts';
import { matrixStack } from '../../core/linalg/matrix.ts';
import {
  FitError,
  type Fit,
  type FitContext,
  type FitProgress,
  type FitSession,
  type LatentShape,
  type Settings,
  type SweepInput,
  type TrainingData,
} from '../../core/methods/method.ts';
import type { Declaration } from '../../core/methods/external/declaration.ts';
import { codeShape } from '../../core/methods/external/codeShape.ts';
import {
  type ExternalFunctions,
  otherRuntime,
  requireNoMissingPixels,
} from '../../core/methods/external/externalMethod.ts';
import { compiledCode } from './bytecodeCache.ts';
import { folderHash } from './folderHash.ts';
import {
  functionsProblem,
  runsOnText,
  parseArrayReply,
  parseCodesReply,
  parseModelReply,
  fitsSchema,
  spokenHelloSchema,
  type Hello,
  SCORE_AXES,
} from './programReplies.ts';
import { nestedSweep } from './nestedSweep.ts';
import { ProgramClient, type ProgramAnswer, type Sent, ProgramFailure } from './programClient.ts';

/** Image sets that a program keeps, to avoid sending one twice in a row. */
const KEPT_SETS = 6;
/** Seconds for a program to start and say hello. */
const HELLO_TIMEOUT = 120;

export interface ProgramSource {
  readonly declaration: Declaration & { readonly command: readonly string[] };
  /** Folder of method.json. */
  readonly folder: string;
  /** The program's hello reply at registration; null if unknown. */
  readonly hello: Hello | null;
  /** Throws FitError if the folder differs from its registration. */
  readonly verify: () => void;
}

/** Location of a model: process and number. */
interface Place {
  readonly process: ProgramClient;
  readonly model: number;
}

/** Functions of a program; `close` ends it. */
export function programMethod(source: ProgramSource): ExternalFunctions & {
  readonly hello: () => Hello;
  /** Interpreter and packages; null before the first fit. */
  readonly runsOn: () => string | null;
  readonly close: () => void;
} {
  const { declaration } = source;
  const { title, can } = declaration;
  let running: {
    readonly client: ProgramClient;
    readonly sets: Map<ImageSet, number>;
    readonly hello: Hello;
    /** Warnings of every fit. */
    readonly remarks: readonly string[];
  } | null = null;
  let numbered = 0;
  const places = new WeakMap<Fit['parameters'], Place>();
  let dropped: number[] = [];
  const unreachable = new FinalizationRegistry<Place>(({ process, model }) => {
    if (process === running?.client) dropped.push(model);
  });

  const program = (tick: () => void): NonNullable<typeof running> => {
    if (running && running.client.fate === null) return running;
    source.verify();
    const { command, threads } = declaration;
    const cache = compiledCode(folderHash(source.folder, declaration.ignore));
    const client = new ProgramClient({ command, folder: source.folder, cache, title, threads });
    const { head } = client.call({ call: 'hello', eigenbench: 1 }, {}, tick, HELLO_TIMEOUT);
    const parsed = spokenHelloSchema.safeParse(head['hello']);
    if (!parsed.success)
      return client.refuse(`said hello in another form than expected: ${z.prettifyError(parsed.error)}`);
    const { functions, ...hello } = parsed.data;
    if (hello.id !== declaration.id)
      return client.refuse(`says that it is "${hello.id}", expected "${declaration.id}"`);
    const unlike = functions && functionsProblem(declaration.can, functions);
    if (unlike) return client.refuse(unlike);
    const change = source.hello && otherRuntime(runsOnText(source.hello), runsOnText(hello));
    dropped = [];
    running = { client, sets: new Map(), hello, remarks: change === null ? [] : [otherThanRegistered(change)] };
    return running;
  };

  const ask = (
    head: Record<string, unknown>,
    arrays: Readonly<Record<string, Sent>>,
    tick: () => void,
    onProgress?: FitContext['told'],
  ): ProgramAnswer => {
    const { client } = program(tick);
    const forgotten = dropped.length > 0 && { dropModels: dropped };
    dropped = [];
    return client.call({ ...head, ...forgotten }, arrays, tick, declaration.timeout, onProgress);
  };

  /** The program's number of these images; drops the oldest sets beyond KEPT_SETS. */
  const numberOf = (images: ImageSet, tick: () => void, data?: TrainingData): number => {
    const { sets } = program(tick);
    const existing = sets.get(images);
    if (existing !== undefined) {
      sets.delete(images);
      sets.set(images, existing);
      return existing;
    }
    requireNoMissingPixels(declaration, images);
    const number = ++numbered;
    const dropSets: number[] = [];
    for (const [set, old] of sets) {
      if (sets.size - dropSets.length < KEPT_SETS) break;
      sets.delete(set);
      dropSets.push(old);
    }
    const { count, rows, cols } = images;
    const arrays: Record<string, Sent> = { images: { shape: [count, rows, cols], data: images.data } };
    if (data?.labels && declaration.labels) arrays['labels'] = { shape: [count], data: data.labels };
    for (const [name, codes] of Object.entries(data?.attributes ?? {})) {
      arrays[`attribute:${name}`] = { shape: [count], data: codes };
    }
    ask({ call: 'images', set: number, ...(dropSets.length > 0 && { dropSets }) }, arrays, tick);
    sets.set(images, number);
    return number;
  };

  /** The number of the model in the running program; the arrays of a model from another process are loaded into it. */
  const modelOf = (fit: Fit, tick: () => void): number => {
    const { client } = program(tick);
    const place = places.get(fit.parameters);
    if (place?.process === client) return place.model;
    if (Object.keys(fit.parameters).length === 0) {
      throw new FitError(`${title} keeps its models in its program only, and the one with this model has ended.`);
    }
    const model = ++numbered;
    ask(
      { call: 'load', model, latent: fit.latent, settings: fit.settings, ...fit.imageShape },
      Object.fromEntries(Object.entries(fit.parameters).map(([name, array]) => [name, array])),
      tick,
    );
    places.set(fit.parameters, { process: client, model });
    return model;
  };

  /** The failure of a fit, with the remedy if it is due to missing subjects. */
  const explained = ({ labels }: TrainingData, error: ProgramFailure): FitError =>
    labels && !declaration.labels ? error.withoutLabels() : error;

  const fitShapes = (
    data: TrainingData,
    shapes: readonly LatentShape[],
    settings: Settings,
    base: number,
    { checkCancelled, told: onProgress }: Pick<FitContext, 'checkCancelled' | 'told'>,
  ): (Fit | FitError)[] => {
    if (declaration.labels && !data.labels) throw new FitError(`${title} needs the subjects of the training images.`);
    const set = numberOf(data.images, checkCancelled, data);
    const models = shapes.map(() => ++numbered);
    const seeds = shapes.map((shape) => seedOf(base, shape));
    const hear =
      onProgress &&
      ((progress: FitProgress) => onProgress(shapes.length === 1 ? { ...progress, shape: shapes[0] } : progress));
    const call = { call: 'fit', set, models, shapes, seeds, settings };
    let answer: ProgramAnswer;
    try {
      answer = ask(call, {}, checkCancelled, hear);
    } catch (error) {
      throw error instanceof ProgramFailure ? explained(data, error) : error;
    }
    const { client, remarks } = program(checkCancelled);
    const refuse = (reason: string): never => client.refuse(reason);
    const parsed = fitsSchema.safeParse(answer.head);
    if (!parsed.success)
      return refuse(`described its fits in another form than expected: ${z.prettifyError(parsed.error)}`);
    const { fits } = parsed.data;
    if (fits.length !== shapes.length) return refuse(`answered ${fits.length} fits for ${shapes.length} latent shapes`);
    return fits.map(({ failure, warnings, ...facts }, i) => {
      if (failure !== undefined) return explained(data, new ProgramFailure(`${title}: ${failure}`));
      const parameters = parseModelReply(answer, i);
      const place = { process: client, model: models[i] };
      places.set(parameters, place);
      unreachable.register(parameters, place);
      const { rows, cols } = data.images;
      return {
        method: declaration.id,
        latent: shapes[i],
        settings,
        imageShape: { rows, cols },
        parameters,
        ...facts,
        objective: declaration.objective ?? null,
        warnings: [...warnings, ...remarks, ...(declaration.deterministic ? [] : [NOT_DETERMINISTIC])],
      };
    });
  };

  const fit: ExternalFunctions['fit'] = (data, latent, settings, context) => {
    const [result] = fitShapes(data, [latent], settings, baseSeed(context), context);
    if (result instanceof Error) throw result;
    return result;
  };

  const open: NonNullable<ExternalFunctions['open']> = (data, settings, context): FitSession => {
    const base = baseSeed(context);
    const { client } = program(context.checkCancelled);
    const guarded = (shapes: readonly LatentShape[]): (Fit | FitError)[] => {
      // After a crash or a timeout, further shapes are not requested.
      if (client.fate !== null) throw explained(data, client.fate);
      return fitShapes(data, shapes, settings, base, context);
    };
    return {
      fit(latent) {
        const [result] = guarded([latent]);
        if (result instanceof Error) throw result;
        return result;
      },
      fitAll: (shapes) => (declaration.shapesTogether ? [guarded(shapes)] : null),
      encode,
      release: () => undefined,
    };
  };

  const encode: ExternalFunctions['encode'] = (fit, images) => {
    const answer = ask({ call: 'encode', model: modelOf(fit, idle), set: numberOf(images, idle) }, {}, idle);
    const shape = codeShape(declaration, fit.latent, fit.imageShape, fit.settings);
    return parseCodesReply(answer, images.count, shape, (reason) => running!.client.refuse(reason));
  };

  const perImage = (
    name: string,
    head: Record<string, unknown>,
    sizes: readonly number[],
    axes?: readonly string[],
  ): Float64Array =>
    parseArrayReply(ask(head, {}, idle), name, sizes, (reason) => running!.client.refuse(reason), axes);

  const compared = (fit: Fit, training: TrainingData, probes: ImageSet): Record<string, number> => ({
    model: modelOf(fit, idle),
    set: numberOf(probes, idle),
    gallery: numberOf(training.images, idle, training),
  });

  return {
    fit,
    open,
    encode,
    ...(declaration.nested && { sweep: (input: SweepInput) => nestedSweep(input, fit, encode) }),
    ...(can.includes('reconstruct') && {
      reconstruct(fit, codes) {
        const { rows, cols } = fit.imageShape;
        const sent = {
          codes: {
            shape: [codes.count, ...codeShape(declaration, fit.latent, fit.imageShape, fit.settings)],
            data: codes.data,
          },
        };
        const answer = ask({ call: 'reconstruct', model: modelOf(fit, idle) }, sent, idle);
        const shape = [codes.count, rows, cols];
        const data = parseArrayReply(answer, 'images', shape, (reason) => running!.client.refuse(reason));
        return matrixStack(codes.count, rows, cols, data);
      },
    }),
    ...(can.includes('logLikelihood') && {
      logLikelihood: (fit, images) =>
        perImage('logLikelihood', { call: 'logLikelihood', model: modelOf(fit, idle), set: numberOf(images, idle) }, [
          images.count,
        ]),
    }),
    ...(can.includes('classify') && {
      classify(fit, training, probes) {
        const labels = perImage('labels', { call: 'classify', ...compared(fit, training, probes) }, [probes.count]);
        return subjectsOf(labels, training, (reason) => running!.client.refuse(reason));
      },
    }),
    ...(can.includes('score') && {
      score: (fit, training, probes) =>
        perImage(
          'scores',
          { call: 'score', ...compared(fit, training, probes) },
          [probes.count, training.images.count],
          SCORE_AXES,
        ),
    }),
    hello: () => program(idle).hello,
    runsOn: () => running && runsOnText(running.hello),
    close() {
      running?.client.close();
      running = null;
    },
  };
}

const NOT_DETERMINISTIC = 'Declared as not deterministic: another run may give other numbers.';

function otherThanRegistered(change: string): string {
  return `Computed on other software than it was registered with: ${change}.`;
}

/** Short calls do not check for cancellation. */
function idle(): void {
  return undefined;
}

/** The only number that a session draws. Each shape derives its own seed from it, independent of the other shapes. */
function baseSeed({ random }: Pick<FitContext, 'random'>): number {
  return random.integer(2 ** 31);
}

/** A seed of 31 bits, valid in every language. */
function seedOf(base: number, shape: LatentShape): number {
  return Number.parseInt(sha256Hex(`${base} ${shape.join(' ')}`).slice(0, 8), 16) & 0x7fffffff;
}

function subjectsOf(labels: Float64Array, training: TrainingData, refuse: (reason: string) => never): Int32Array {
  const subjects = new Set(training.labels);
  const stranger = labels.find((label) => !subjects.has(label));
  if (stranger !== undefined)
    return refuse(`classified an image as subject ${stranger}, who is not in the training images`);
  return Int32Array.from(labels);
}
