/**
 * Self-attention step by step, in the order of the lessons (chapters 00 to 07).
 *
 * A vector is a list of numbers, a sequence a list of vectors, a matrix the list of its rows, which multiplies from the
 * left. So where the lessons have one vector per column, there is a list of vectors here: alpha[i][j] is the score of
 * query i with key j. solve(problem) at the end returns every step by its name.
 */

// ---- Products and sums ----

function dot(x, y) {
  let sum = 0;
  for (let r = 0; r < x.length; r++) sum += x[r] * y[r];
  return sum;
}

const plus = (x, y) => x.map((x_r, r) => x_r + y[r]);
const times = (s, x) => x.map((x_r) => s * x_r);
const zeros = (n) => Array(n).fill(0);
const product = (W, a) => W.map((row) => dot(row, a));
const transposed = (W) => W[0].map((_, c) => W.map((row) => row[c]));
const identity = (n) => Array.from({ length: n }, (_, r) => Array.from({ length: n }, (_, c) => (r === c ? 1 : 0)));

function matrixProduct(A, B) {
  const columns = transposed(B);
  return A.map((row) => product(columns, row));
}

// ---- Chapter 00: one layer on each vector alone, or on a window ----

function fullyConnected(W, a, bias) {
  const y = product(W, a);
  return bias ? plus(y, bias) : y;
}

const perVector = (W, a, bias) => a.map((a_i) => fullyConnected(W, a_i, bias));

/** The vectors one below the other: a_1 whole, then a_2 whole, and so on. */
const stacked = (a) => a.flat();

const window = (W, a, bias) => fullyConnected(W, stacked(a), bias);

// ---- Chapters 01 to 03: the scores of one query with all keys ----

const dotProductScores = (q, k, s) => k.map((k_j) => s * dot(q, k_j));

/** What dot products are multiplied by. d_k is the length of a key: not that of an input, nor that of all heads together. */
function scaleFactor(scale, d_k) {
  if (scale === undefined || scale === 'none') return 1;
  return scale === '1/sqrt(d_k)' ? 1 / Math.sqrt(d_k) : scale;
}

/** h_j = tanh(q + k_j + b_score): a small vector for each key. */
function additiveHidden(q, k, b_score) {
  return k.map((k_j) => k_j.map((k_r, r) => Math.tanh(q[r] + k_r + (b_score ? b_score[r] : 0))));
}

const additiveScores = (h, w, c = 0) => h.map((h_j) => dot(w, h_j) + c);

/** x asks and stands on the left, the y_j answer: xᵀ W y_j. W need not be symmetric, so the sides matter. */
function bilinearScores(W, x, Y) {
  const xW = product(transposed(W), x);
  return Y.map((y_j) => dot(xW, y_j));
}

// ---- Chapter 04: masks, softmax over the keys that are allowed, and the weighted sum ----

/** allowed[i][j]: may query i attend to key j? Query i sees keys 1 to i, both counted from the start. */
function causalMask(queries, keys) {
  return Array.from({ length: queries }, (_, i) => Array.from({ length: keys }, (_, j) => j <= i));
}

/** Padding forbids keys, not queries: every query gets the same list. */
const paddingMask = (isReal, queries) => Array.from({ length: queries }, () => isReal);

const bothMasks = (one, other) => one.map((row, i) => row.map((may, j) => may && other[i][j]));

function allowedKeys(problem, queries, keys) {
  const all = paddingMask(Array(keys).fill(true), queries);
  const mask = problem.mask === 'causal' ? causalMask(queries, keys) : (problem.mask ?? all);
  return bothMasks(mask, problem.padding ? paddingMask(problem.padding, queries) : all);
}

/**
 * Softmax over keys, for one query. The largest score is subtracted first: a common factor above and below the
 * fraction, so no weight changes, but exp cannot overflow. A forbidden score is never looked at, and a query with no
 * key left has the sum 0 and keeps weights of 0, in place of 0/0.
 */
function maskedSoftmax(alpha, allowed) {
  const largest = Math.max(...alpha.filter((_, j) => allowed[j]));
  const e = alpha.map((alpha_j, j) => (allowed[j] ? Math.exp(alpha_j - largest) : 0));
  const sum = e.reduce((total, e_j) => total + e_j, 0);
  return sum === 0 ? e : e.map((e_j) => e_j / sum);
}

/** b = Σ_j α'_j v_j. */
const weightedSum = (alphaPrime, v) => product(transposed(v), alphaPrime);

// ---- Chapters 01 to 04: the steps in a row ----
// take(name, value) writes a step down and returns what the later ones go on from: the value, or what the problem gives.

const isBilinear = (problem) => problem.score === 'bilinear';
const isAdditive = (problem) => problem.score === 'additive';

/** x asks with its query q, the vectors of Y answer with their keys k. */
function scoresOfQuery(problem, x, Y, q, k, hidden) {
  if (isBilinear(problem)) return bilinearScores(problem.W, x, Y);
  if (isAdditive(problem)) return additiveScores(hidden, problem.w, problem.c);
  return dotProductScores(q, k, scaleFactor(problem.scale, k[0].length));
}

/** Chapter 01: only one input asks. */
function singleOutput(problem, a, take) {
  const i = (problem.query ?? 1) - 1;
  const q = isBilinear(problem) ? undefined : take('q', fullyConnected(problem.Wq, a[i], problem.bq));
  const k = isBilinear(problem) ? undefined : take('k', perVector(problem.Wk, a, problem.bk));
  const v = take('v', perVector(problem.Wv, a, problem.bv));
  const hidden = isAdditive(problem) ? take('hidden', additiveHidden(q, k, problem.b_score)) : undefined;
  const alpha = take('alpha', scoresOfQuery(problem, a[i], a, q, k, hidden));
  // A mask by hand is one list here, for the query that asks; a causal one knows which input it is.
  const mask = Array.isArray(problem.mask) ? a.map(() => problem.mask) : problem.mask;
  const allowed = allowedKeys({ ...problem, mask }, a.length, a.length)[i];
  const alphaPrime = take('alpha_prime', maskedSoftmax(alpha, allowed));
  take('b', weightedSum(alphaPrime, v));
}

/**
 * Chapters 02 to 04: every vector of X asks, those of Y answer. In self-attention both are the inputs. The values are
 * made of Y, too, but where heads have a first level (chapter 05): then X, Y, Z are its queries, keys and values.
 */
function attend(problem, layer, X, Y, Z, take) {
  const q = isBilinear(problem) ? undefined : take('q', perVector(layer.Wq, X, layer.bq));
  const k = isBilinear(problem) ? undefined : take('k', perVector(layer.Wk, Y, layer.bk));
  const v = take('v', perVector(layer.Wv, Z, layer.bv));
  const hidden = isAdditive(problem) ? take('hidden', q.map((q_i) => additiveHidden(q_i, k, problem.b_score))) : undefined;
  const alpha = take('alpha', X.map((x, i) => scoresOfQuery(problem, x, Y, q?.[i], k, hidden?.[i])));
  const allowed = allowedKeys(problem, X.length, Y.length);
  const alphaPrime = take('alpha_prime', alpha.map((alpha_i, i) => maskedSoftmax(alpha_i, allowed[i])));
  const b = take('b', alphaPrime.map((weights) => weightedSum(weights, v)));
  return { q, k, v, hidden, alphaPrime, b };
}

// ---- Chapter 05: several heads ----

/** b_{i,1}, b_{i,2}, … one below the other, for each query i. */
const stackedHeads = (B) => B[0].map((_, i) => B.flatMap((b_h) => b_h[i]));

/** W s + bias for each s; without W it is s + bias. */
function outputLayer(W, s, bias) {
  if (W) return perVector(W, s, bias);
  return bias ? s.map((s_i) => plus(s_i, bias)) : s;
}

function multiHead(problem, X, Y, take) {
  let [asks, answers, values] = [X, Y, Y];
  if (problem.Wq) {
    asks = take('q', perVector(problem.Wq, X, problem.bq));
    answers = take('k', perVector(problem.Wk, Y, problem.bk));
    values = take('v', perVector(problem.Wv, Y, problem.bv));
  }
  const B = problem.heads.map((head, h) => {
    const takeInHead = (name, value) => take(`${name}.${h + 1}`, value);
    return attend(problem, head, asks, answers, values, takeInHead).b;
  });
  const concat = take('concat', stackedHeads(B));
  take('b', outputLayer(problem.Wo, concat, problem.bo));
}

// ---- Chapter 06: positions ----

/** How fast pair r of the sinusoid turns. Both components of a pair share it, so r counts pairs, from 0. */
const pairSpeed = (r, d, base) => base ** ((-2 * r) / d);

/** The vectors of the positions first, first + 1, …: sine and cosine take turns; if d is odd, the last sine is alone. */
function sinusoid(d, n, base = 10000, first = 0) {
  const speeds = Array.from({ length: d }, (_, c) => pairSpeed(Math.floor(c / 2), d, base));
  return Array.from({ length: n }, (_, i) =>
    speeds.map((speed, c) => (c % 2 === 0 ? Math.sin(speed * (first + i)) : Math.cos(speed * (first + i)))));
}

const addPositions = (a, e) => a.map((a_i, i) => plus(a_i, e[i]));

/** What asks and what answers, with positions added. Target and source are each counted from their own start. */
function withPositions(problem, X, Y, take) {
  if (!problem.positions) return [X, Y];
  const n = Math.max(X.length, Y.length);
  const wave = problem.positions.sinusoid;
  const e = take('e', wave ? sinusoid(X[0].length, n, wave.base, wave.first) : problem.positions);
  if (X === Y) {
    const both = take('a_plus_e', addPositions(X, e));
    return [both, both];
  }
  const all = take('a_plus_e', [...addPositions(X, e), ...addPositions(Y, e)]);
  return [all.slice(0, X.length), all.slice(X.length)];
}

function positionalEncoding(problem, take) {
  const a = problem.inputs;
  const wave = () => sinusoid(problem.d ?? a[0].length, problem.n ?? a.length, problem.base, problem.first);
  const e = take('e', problem.e ?? wave());
  if (a) take('a_plus_e', addPositions(a, e));
}

// ---- Chapter 07: the recurrent network ----

const sigmoid = (z) => 1 / (1 + Math.exp(-z));
const stateBefore = (net) => net.h0 ?? zeros(net.Wh[0].length);
const cellBefore = (net) => net.c0 ?? zeros(net.Wh[0].length);

/** z = Wx a + Wh h + b: all that goes into a step. */
function recurrentSums(net, h, a) {
  const z = plus(product(net.Wx, a), product(net.Wh, h));
  return net.b ? plus(z, net.b) : z;
}

function rnnStep(net, h, a, activation) {
  const z = recurrentSums(net, h, a);
  return activation === 'identity' ? z : z.map(Math.tanh);
}

/** The gates stand in z one below the other, in the order i, f, g, o. */
function gates(net, h, a) {
  const z = recurrentSums(net, h, a);
  const m = h.length;
  return {
    i: z.slice(0, m).map(sigmoid),
    f: z.slice(m, 2 * m).map(sigmoid),
    g: z.slice(2 * m, 3 * m).map(Math.tanh),
    o: z.slice(3 * m).map(sigmoid),
  };
}

function lstmStep(net, h, c, a) {
  const { i, f, g, o } = gates(net, h, a);
  const cell = c.map((c_r, r) => f[r] * c_r + i[r] * g[r]);
  return { h: cell.map((c_r, r) => o[r] * Math.tanh(c_r)), c: cell };
}

/** The states h_1, h_2, … in the order in which the inputs are read. */
function recurrentStates(problem, net, a) {
  let state = { h: stateBefore(net), c: cellBefore(net) };
  return a.map((a_t) => {
    if (problem.cell === 'lstm') state = lstmStep(net, state.h, state.c, a_t);
    else state = { h: rnnStep(net, state.h, a_t, problem.activation) };
    return state.h;
  });
}

/** The cells that belong to the states as they stand: those of the problem, where it gives h. */
function cells(net, a, h) {
  let c = cellBefore(net);
  return a.map((a_t, t) => {
    c = lstmStep(net, h[t - 1] ?? stateBefore(net), c, a_t).c;
    return c;
  });
}

function recurrent(problem, a, take) {
  const isLstm = problem.cell === 'lstm';
  const { backward } = problem;
  const h = take('h', recurrentStates(problem, problem, a));
  const c = isLstm ? take('c', cells(problem, a, h)) : undefined;
  let hBack, cBack;
  let s = h;
  if (backward) {
    // It reads from the end, and is listed by time: both states that belong to input t stand side by side.
    const fromEnd = a.toReversed();
    hBack = take('h_backward', recurrentStates(problem, backward, fromEnd).reverse());
    cBack = isLstm ? take('c_backward', cells(backward, fromEnd, hBack.toReversed()).reverse()) : undefined;
    s = take('concat', h.map((h_t, t) => [...h_t, ...hBack[t]]));
  }
  if (problem.Wy || problem.by) take('y', outputLayer(problem.Wy, s, problem.by));
  return { h, c, hBack, cBack };
}

// ---- Chapter 07: what arrives, and what is left ----

/** The step that counts as the output, by its name. */
function outputName(problem) {
  if (problem.kind !== 'rnn') return 'b';
  if (problem.Wy || problem.by) return 'y';
  return problem.backward ? 'concat' : 'h';
}

/** Every component is moved by another number, √2, √3, …, so that moves do not cancel in a sum. */
const movedInput = (a, s, size) => a.map((a_i, i) => (i === s ? a_i.map((x, r) => x + size * Math.sqrt(r + 2)) : a_i));

/** reach[t][s]: does a move of input s change output t? Found by trying, on the whole function, without given steps. */
function reach(problem) {
  const outputs = (inputs) => {
    const plain = { ...problem, inputs, given: undefined, measure: undefined };
    return solve(plain).find((step) => step.name === outputName(problem)).value;
  };
  const still = outputs(problem.inputs);
  const arrives = still.map(() => problem.inputs.map(() => false));
  problem.inputs.forEach((_, s) => {
    for (const size of [1, -1, 1e9, -1e9]) {
      const moved = outputs(movedInput(problem.inputs, s, size));
      still.forEach((y_t, t) => {
        arrives[t][s] ||= y_t.some((y_r, r) => moved[t][r] !== y_r);
      });
    }
  });
  return arrives;
}

/** The Frobenius norm. Divided by the largest entry first, for the square of 1e-200 would be 0. */
function norm(D) {
  const largest = D.flat().reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  if (largest === 0) return 0;
  return largest * Math.sqrt(D.flat().reduce((sum, x) => sum + (x / largest) ** 2, 0));
}

/**
 * The derivatives of the last output by a_1 … a_n, by the chain rule from the last step to the first. `left` is the
 * derivative of the output by the last state; h and c are the steps as they stand.
 */
function derivativesThroughTime(problem, net, a, h, c, left) {
  const derivatives = [];
  let byState = left;
  let byCell = left.map((row) => zeros(row.length));
  for (let t = a.length - 1; t >= 0; t--) {
    let bySums;
    if (problem.cell === 'lstm') {
      const { i, f, g, o } = gates(net, h[t - 1] ?? stateBefore(net), a[t]);
      const before = c[t - 1] ?? cellBefore(net);
      const tanhC = f.map((f_r, r) => Math.tanh(f_r * before[r] + i[r] * g[r])); // c_t made anew, also where it is given
      // h = o tanh(c), so c is met on the way from h, too.
      byCell = byCell.map((row, u) => row.map((x, r) => x + byState[u][r] * o[r] * (1 - tanhC[r] ** 2)));
      bySums = byCell.map((row, u) => [
        ...row.map((x, r) => x * g[r] * i[r] * (1 - i[r])),
        ...row.map((x, r) => x * before[r] * f[r] * (1 - f[r])),
        ...row.map((x, r) => x * i[r] * (1 - g[r] ** 2)),
        ...byState[u].map((x, r) => x * tanhC[r] * o[r] * (1 - o[r])),
      ]);
      byCell = byCell.map((row) => row.map((x, r) => x * f[r]));
    } else {
      const slope = (r) => (problem.activation === 'identity' ? 1 : 1 - h[t][r] ** 2);
      bySums = byState.map((row) => row.map((x, r) => x * slope(r)));
    }
    derivatives[t] = matrixProduct(bySums, net.Wx);
    byState = matrixProduct(bySums, net.Wh);
  }
  return derivatives;
}

/** memory[t]: the norm of the derivative of the last output by input t. */
function memoryThroughTime(problem, a, { h, c, hBack, cBack }) {
  const n = a.length;
  const m = h[0].length;
  const last = problem.Wy ?? identity(m + (hBack ? hBack[0].length : 0));
  const derivatives = derivativesThroughTime(problem, problem, a, h, c, last.map((row) => row.slice(0, m)));
  if (hBack) {
    // The backward state of the last time has read the last input alone.
    const left = last.map((row) => row.slice(m));
    const [D] = derivativesThroughTime(problem, problem.backward, a.slice(-1), hBack.slice(-1), cBack?.slice(-1), left);
    derivatives[n - 1] = derivatives[n - 1].map((row, u) => plus(row, D[u]));
  }
  return derivatives.map(norm);
}

/** The derivatives of the score of the last query with key j: by the input that asks, and by the one that answers. */
function scoreDerivatives(problem, x, y_j, q, k_j, hidden_j) {
  if (isBilinear(problem)) return [product(problem.W, y_j), product(transposed(problem.W), x)];
  let [byQuery, byKey] = [k_j, q].map((z) => times(scaleFactor(problem.scale, k_j.length), z));
  if (isAdditive(problem)) byQuery = byKey = hidden_j.map((h_r, r) => problem.w[r] * (1 - h_r ** 2));
  return [product(transposed(problem.Wq), byQuery), product(transposed(problem.Wk), byKey)];
}

/** The same for b_n. An input moves its value, but also its key, and with it all weights; the last one the query, too. */
function attentionMemory(problem, a, { q, k, v, hidden, alphaPrime }) {
  const last = a.length - 1;
  const mean = weightedSum(alphaPrime[last], v);
  const derivatives = a.map(() => problem.Wv.map((row) => zeros(row.length)));
  alphaPrime[last].forEach((weight, j) => {
    if (weight === 0) return;
    const [byAsking, byAnswering] = scoreDerivatives(problem, a[last], a[j], q?.[last], k?.[j], hidden?.[last][j]);
    const byScore = v[j].map((v_r, r) => weight * (v_r - mean[r]));  // softmax: a larger score pulls b towards v_j
    const byValue = problem.Wv.map((row) => times(weight, row));
    derivatives[j] = derivatives[j].map((row, r) => plus(plus(row, byValue[r]), times(byScore[r], byAnswering)));
    derivatives[last] = derivatives[last].map((row, r) => plus(row, times(byScore[r], byAsking)));
  });
  return derivatives.map(norm);
}

function measured(problem, memory, take) {
  if (problem.measure?.includes('reach')) take('reach', reach(problem));
  if (problem.measure?.includes('memory')) take('memory', memory());
}

// ---- A problem, and all of its steps ----

/** Every step of a problem as {name, value}. Where the problem gives a step, the later ones go on from that. */
export function solve(problem) {
  const steps = [];
  const take = (name, computed) => {
    const value = problem.given?.[name] ?? computed;
    steps.push({ name, value });
    return value;
  };
  const { kind, inputs } = problem;
  if (kind === 'per_vector') take('y', perVector(problem.W, inputs, problem.bias));
  else if (kind === 'window') take('y', window(problem.W, inputs, problem.bias));
  else if (kind === 'positional_encoding') positionalEncoding(problem, take);
  else {
    const [X, Y] = withPositions(problem, problem.target ?? inputs, problem.source ?? inputs, take);
    if (kind === 'single_output') singleOutput(problem, X, take);
    if (kind === 'attention') attend(problem, problem, X, Y, Y, take);
    if (kind === 'multi_head') multiHead(problem, X, Y, take);
    if (kind === 'self_attention') {
      const found = attend(problem, problem, X, X, X, take);
      measured(problem, () => attentionMemory(problem, X, found), take);
    }
    if (kind === 'rnn') {
      const found = recurrent(problem, X, take);
      measured(problem, () => memoryThroughTime(problem, X, found), take);
    }
  }
  return steps;
}
