// Variates: a random word gives four of 16,384 equally likely strata, and a table their means
// (scoring.draws.table): first of the standard normal distribution, then of the uniform one.

const STRATA = 2 ** 14;

// Quantile of the standard normal distribution (Wichura, AS 241, as in Python's statistics).
const polynomial = (x, terms) => terms.reduce((sum, term) => sum * x + term);
function normalQuantile(p) {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(r, QUANTILE[0])) / polynomial(r, QUANTILE[1]);
  }
  const r = Math.sqrt(-Math.log(q <= 0 ? p : 1 - p));
  const [above, below] = r <= 5 ? [QUANTILE[2], QUANTILE[3]] : [QUANTILE[4], QUANTILE[5]];
  const shift = r <= 5 ? r - 1.6 : r - 5;
  const x = polynomial(shift, above) / polynomial(shift, below);
  return q < 0 ? -x : x;
}

const QUANTILE = [
  [
    2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4,
    4.5921953931549871457e4, 1.3731693765509461125e4, 1.9715909503065514427e3,
    1.3314166789178437745e2, 3.387132872796366608,
  ],
  [
    5.226495278852854561e3, 2.8729085735721942674e4, 3.930789580009271061e4,
    2.1213794301586595867e4, 5.3941960214247511077e3, 6.871870074920579083e2,
    4.2313330701600911252e1, 1,
  ],
  [
    7.7454501427834140764e-4, 2.27238449892691845833e-2, 2.4178072517745061177e-1,
    1.27045825245236838258, 3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959,
    1.42343711074968357734,
  ],
  [
    1.05075007164441684324e-9, 5.475938084995344946e-4, 1.51986665636164571966e-2,
    1.4810397642748007459e-1, 6.8976733498510000455e-1, 1.6763848301838038494,
    2.05319162663775882187, 1,
  ],
  [
    2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.2426609473880784386e-3,
    2.6532189526576123093e-2, 2.9656057182850489123e-1, 1.7848265399172913358,
    5.4637849111641143699, 6.6579046435011037772,
  ],
  [
    2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5,
    7.868691311456132591e-4, 1.48753612908506148525e-2, 1.3692988092273580531e-1,
    5.9983220655588793769e-1, 1,
  ],
];

function strataMeans() {
  const table = new Float64Array(2 * STRATA);
  const half = STRATA / 2;
  const density = (i) => {
    if (i === half) return 0;
    const z = normalQuantile(0.5 + i / STRATA);
    return Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI);
  };
  let before = density(0);
  for (let i = 0; i < half; i++) {
    const after = density(i + 1);
    const mean = (before - after) * STRATA;
    table[half + i] = mean;
    table[half - 1 - i] = -mean;
    before = after;
  }
  for (let i = 0; i < STRATA; i++) table[STRATA + i] = (i + 0.5) / STRATA - 0.5;
  return table;
}

// The variates that come first in each of so many pairs; their mirrors are their negatives.
function variatesOf(stream, uniform, pairs, table) {
  const found = new Float64Array(pairs);
  const offset = uniform ? STRATA : 0;
  for (let i = 0; i < pairs; i++) {
    if (i % 4 === 0) nextWord(stream);
    const half = stream[8 + ((i >> 1) & 1)];
    const stratum = (i & 1 ? half >>> 16 : half & 0xffff) >>> 2;
    found[i] = table[stratum + offset];
  }
  return found;
}
