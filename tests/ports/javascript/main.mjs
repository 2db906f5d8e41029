/** A port: a problem a line in, its steps a line out, until the input ends. node main.mjs < problems */

import { solve } from './attention.mjs';

const KINDS = [
  'per_vector', 'window', 'single_output', 'self_attention', 'attention', 'multi_head', 'positional_encoding', 'rnn',
];
const WITHOUT_WORDS =
  'inputs target source W bias query Wq Wk Wv bq bk bv w b_score c padding heads Wo bo positions sinusoid base first ' +
  'd n e Wx Wh b h0 c0 backward Wy by';

/** What this port knows: every field, and the words that may stand in it. */
const WORDS = new Map([
  ...WITHOUT_WORDS.split(' ').map((name) => [name, []]),
  ['kind', KINDS], ['score', ['dot', 'additive', 'bilinear']], ['scale', ['none', '1/sqrt(d_k)']], ['mask', ['causal']],
  ['cell', ['tanh', 'lstm']], ['activation', ['tanh', 'identity']], ['measure', ['reach', 'memory']],
]);

function isKnown(name, value) {
  if (!WORDS.has(name)) return false;
  if (typeof value === 'string') return WORDS.get(name).includes(value);
  if (Array.isArray(value)) return value.every((x) => isKnown(name, x));
  return typeof value !== 'object' || Object.entries(value).every((field) => isKnown(...field));
}

/** JSON has no infinity: a step with one has no answer. */
function finite(_, value) {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('a number leaves the range');
  return value;
}

function answer(line) {
  let id = '';
  try {
    const { title, given, ...problem } = JSON.parse(line);
    id = problem.id ?? '';
    const known = Object.entries(problem).every(([name, value]) => name === 'id' || isKnown(name, value));
    if (!known) return JSON.stringify({ id, unsupported: true });
    return JSON.stringify({ id, steps: solve({ ...problem, given }) }, finite);
  } catch (error) {
    return JSON.stringify({ id, error: String(error) });  // whatever is wrong with one line, the next one is to be answered
  }
}

// Not by readline, which also ends a line at U+2028: JSON allows that within a string.
let line = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) {
  const [rest, ...next] = chunk.split('\n');
  line += rest;
  for (const start of next) {
    process.stdout.write(`${answer(line)}\n`);
    line = start;
  }
}
if (line !== '') process.stdout.write(`${answer(line)}\n`);
