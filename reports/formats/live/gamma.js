// Gamma variates as numpy draws them (Marsaglia & Tsang 2000, over ziggurats of 256 strips), so
// that weights drawn in the page are those of scoring.draws.WeightDraws.

function ziggurat(edge, area, density, inverse, scale) {
  const ends = new Float64Array(256);
  ends[255] = edge;
  for (let i = 255; i > 1; i--) ends[i - 1] = inverse(area / ends[i] + density(ends[i]));
  const base = area / density(edge);
  const widths = ends.map((end) => end / scale);
  const limits = ends.map((end, i) => (i ? (ends[i - 1] / end) * scale : 0));
  const heights = ends.map(density);
  widths[0] = base / scale;
  limits[0] = (edge / base) * scale;
  heights[0] = 1;
  return { edge, widths, limits, heights };
}

const NORMAL = ziggurat(
  3.6541528853610088,
  0.004928673233974658,
  (x) => Math.exp(-0.5 * x * x),
  (y) => Math.sqrt(-2 * Math.log(y)),
  2 ** 52,
);
const EXPONENTIAL = ziggurat(
  7.697117470131050077,
  0.003949659822581556,
  (x) => Math.exp(-x),
  (y) => -Math.log(y),
  2 ** 53,
);

function nextNormal(s) {
  const { edge, widths, limits, heights } = NORMAL;
  for (;;) {
    nextWord(s);
    const strip = s[8] & 0xff;
    const size = ((s[9] >>> 9) & 0xfffff) * WORD + (((s[9] << 23) | (s[8] >>> 9)) >>> 0);
    const negative = (s[8] >>> 8) & 1;
    const x = size * widths[strip];
    if (size < limits[strip]) return negative ? -x : x;
    if (strip === 0) return normalTail(s, edge, (s[8] >>> 17) & 1);
    const height = (heights[strip - 1] - heights[strip]) * nextUniform(s) + heights[strip];
    if (height < Math.exp(-0.5 * x * x)) return negative ? -x : x;
  }
}

function normalTail(s, edge, negative) {
  for (;;) {
    const beyond = -Math.log1p(-nextUniform(s)) / edge;
    const other = -Math.log1p(-nextUniform(s));
    if (2 * other > beyond * beyond) return negative ? -(edge + beyond) : edge + beyond;
  }
}

function nextExponential(s) {
  const { edge, widths, limits, heights } = EXPONENTIAL;
  for (;;) {
    nextWord(s);
    const strip = (s[8] >>> 3) & 0xff;
    const size = (s[9] >>> 0) * 2 ** 21 + (s[8] >>> 11);
    const x = size * widths[strip];
    if (size < limits[strip]) return x;
    if (strip === 0) return edge - Math.log1p(-nextUniform(s));
    const height = (heights[strip - 1] - heights[strip]) * nextUniform(s) + heights[strip];
    if (height < Math.exp(-x)) return x;
  }
}

function nextGamma(s, shape) {
  if (shape === 1) return nextExponential(s);
  if (shape < 1) return smallGamma(s, shape);
  const b = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * b);
  for (;;) {
    let x, v;
    do {
      x = nextNormal(s);
      v = 1 + c * x;
    } while (v <= 0);
    v = v * v * v;
    const u = nextUniform(s);
    if (u < 1 - 0.0331 * (x * x) * (x * x)) return b * v;
    if (Math.log(u) < 0.5 * x * x + b * (1 - v + Math.log(v))) return b * v;
  }
}

function smallGamma(s, shape) {
  for (;;) {
    const u = nextUniform(s);
    const v = nextExponential(s);
    if (u <= 1 - shape) {
      const x = u ** (1 / shape);
      if (x <= v) return x;
    } else {
      const y = -Math.log((1 - u) / shape);
      const x = (1 - shape + shape * y) ** (1 / shape);
      if (x <= v + y) return x;
    }
  }
}
