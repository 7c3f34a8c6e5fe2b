/**
 * A method of Eigenbench as a program for Node (20 or later): this file is all that it needs.
 *
 *   import { serve } from './eigenbench-method.mjs';
 *   serve('my-method', { fit, encode });
 *
 * Arrays are { shape, data }: data a Float64Array, row by row. fit(train, latent, settings) answers the model, or
 * { model, facts } with any of iterations, converged, trace, logLikelihood and warnings; a model that is an object of
 * arrays is stored with the fit. train has images (N × rows × cols), labels (subject numbers, or null unless
 * method.json asks for them), attributes (codes by name), seed (seed everything random with it) and
 * progress(iteration, of). encode(model, images) answers N × q, of matrix methods N × q_c × q_r. Further functions, if
 * method.json names them: reconstruct(model, codes), logLikelihood(model, images), classify(model, training, images),
 * score(model, training, images). An exception ends this fit, not the program; console.log goes to standard error.
 */
import { writeSync } from 'node:fs';

/** The number of the current request; every reply repeats it. */
let echo = {};

/** Serves the application until it closes the pipe. */
export async function serve(id, { fit, encode, reconstruct, logLikelihood, classify, score }, packages = {}) {
  console.log = console.info = console.error;
  const sets = new Map();
  const models = new Map();
  const imagesOf = ({ set }) => sets.get(set).images;
  const optional = { reconstruct, logLikelihood, classify, score };
  const functions = Object.keys(optional).filter((name) => optional[name]);
  const trainingOf = (set, seed) => ({ ...sets.get(set), seed, progress: (iteration, of) => send({ reply: 'progress', iteration, of }) });

  const answers = {
    hello: () => send({ reply: 'done', hello: { id, language: `Node ${process.versions.node}`, packages, functions } }),
    images({ set }, arrays) {
      const { images, labels = null, ...rest } = arrays;
      const attributes = Object.fromEntries(Object.entries(rest).map(([name, codes]) => [name.replace('attribute:', ''), codes.data]));
      sets.set(set, { images, labels: labels && labels.data, attributes });
      send({ reply: 'done' });
    },
    load({ model }, arrays) {
      models.set(model, arrays);
      send({ reply: 'done' });
    },
    fit({ set, shapes, seeds, settings, models: numbers }) {
      const arrays = {};
      const fits = shapes.map((latent, place) => {
        try {
          const fitted = fit(trainingOf(set, seeds[place]), latent, settings);
          const { model, facts = {} } = fitted && fitted.model ? fitted : { model: fitted };
          models.set(numbers[place], model);
          const values = Object.values(model);
          if (values.every((value) => value && Array.isArray(value.shape) && value.data)) {
            for (const [name, array] of Object.entries(model)) arrays[`${place}/${name}`] = array;
          }
          return facts;
        } catch (error) {
          console.error(error);
          return { failure: error.message };
        }
      });
      send({ reply: 'done', fits }, arrays);
    },
    encode: (head) => send({ reply: 'done' }, { codes: encode(models.get(head.model), imagesOf(head)) }),
    reconstruct: ({ model }, { codes }) => send({ reply: 'done' }, { images: reconstruct(models.get(model), codes) }),
    logLikelihood: (head) =>
      send({ reply: 'done' }, { logLikelihood: logLikelihood(models.get(head.model), imagesOf(head)) }),
    classify: (head) =>
      send({ reply: 'done' }, { labels: classify(models.get(head.model), trainingOf(head.gallery, 0), imagesOf(head)) }),
    score: (head) =>
      send({ reply: 'done' }, { scores: score(models.get(head.model), trainingOf(head.gallery, 0), imagesOf(head)) }),
  };

  for await (const { head, arrays } of frames(process.stdin)) {
    echo = head.request === undefined ? {} : { request: head.request };
    for (const number of head.dropModels ?? []) models.delete(number);
    for (const number of head.dropSets ?? []) sets.delete(number);
    try {
      answers[head.call](head, arrays);
    } catch (error) {
      console.error(error);
      send({ reply: 'failed', message: `${error.name}: ${error.message}` });
    }
  }
}

async function* frames(stream) {
  let parts = [];
  let bytes = 0;
  let head = null;
  // Number of bytes needed; chunks are joined once they suffice, not one by one.
  let wanted = 1;
  for await (const chunk of stream) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes < wanted) continue;
    let held = Buffer.concat(parts);
    for (;;) {
      wanted = held.length + 1;
      if (!head) {
        const end = held.indexOf(10);
        if (end < 0) break;
        head = JSON.parse(held.subarray(0, end).toString());
        held = held.subarray(end + 1);
      }
      const total = head.arrays.reduce((sum, { bytes }) => sum + bytes, 0);
      if (held.length < total) {
        wanted = total;
        break;
      }
      let from = 0;
      const arrays = Object.fromEntries(
        head.arrays.map(({ name, bytes }) => [name, readNpy(held.subarray(from, (from += bytes)))]),
      );
      held = held.subarray(total);
      yield { head, arrays };
      head = null;
    }
    parts = [held];
    bytes = held.length;
  }
}

function send(head, arrays = {}) {
  const files = Object.entries(arrays).map(([name, array]) => [name, writeNpy(array)]);
  const line = JSON.stringify({ ...head, ...echo, arrays: files.map(([name, file]) => ({ name, bytes: file.length })) });
  for (const part of [Buffer.from(`${line}\n`), ...files.map(([, file]) => file)]) writeAll(part);
}

function writeAll(bytes) {
  for (let from = 0; from < bytes.length; ) {
    try {
      from += writeSync(1, bytes, from);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

function readNpy(bytes) {
  const from = 10 + bytes.readUInt16LE(8);
  const header = bytes.subarray(10, from).toString('latin1');
  const shape = /'shape': \(([^)]*)\)/.exec(header)[1].split(',').filter((size) => size.trim()).map(Number);
  const data = Uint8Array.from(bytes.subarray(from)).buffer;
  return { shape, data: header.includes("'<f8'") ? new Float64Array(data) : Float64Array.from(new Int32Array(data)) };
}

/** Little-endian float64 in C order; numbers without a shape are a vector. */
function writeNpy(array) {
  const { shape = [array.length], data = array } = array;
  const head = `{'descr': '<f8', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  const header = `${head.padEnd(Math.ceil((11 + head.length) / 64) * 64 - 11)}\n`;
  const start = Buffer.from(`\x93NUMPY\x01\x00\x00\x00${header}`, 'latin1');
  start.writeUInt16LE(header.length, 8);
  return Buffer.concat([start, Buffer.from(Float64Array.from(data).buffer)]);
}
