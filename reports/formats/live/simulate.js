// The simulation of scoring.simulate and scoring.tally: expected values at the weights, intervals,
// rank acceptability and pairwise wins over draws of beliefs and weights.

// `weights` sum to 1, one per criterion of the problem; `rows` are the alternatives that compete.
function simulate(problem, weights, certainty, rows) {
  const drawn = drawWeights(problem, weights, certainty);
  const overall = rows.map((row) => overallValue(problem, drawn, row));
  const values = rows.map((row) => problem.criteria.map((c) => c.means[c.index[row]]));
  const expected = values.map((found) => found.reduce((sum, x, k) => sum + weights[k] * x, 0));
  const ends = overall.map((draws, i) => interval(draws, expected[i]));
  return {
    rows,
    values,
    expected,
    low: ends.map(([low]) => low),
    high: ends.map(([, high]) => high),
    ...standings(overall),
  };
}

// Dirichlet weights around the stated ones, per criterion; mirrored draws have streams of their own.
function drawWeights(problem, weights, certainty) {
  const { pairs, draws, weightSeeds } = problem;
  const total = new Float64Array(draws);
  const drawn = weights.map((weight, k) => {
    const found = new Float64Array(draws);
    if (weight <= 0) return found;
    const first = openStream(weightSeeds, 2 * k);
    const second = openStream(weightSeeds, 2 * k + 1);
    for (let i = 0; i < draws; i++) {
      found[i] = nextGamma(i < pairs ? first : second, certainty * weight);
      total[i] += found[i];
    }
    return found;
  });
  for (const found of drawn) for (let i = 0; i < draws; i++) found[i] /= total[i];
  return drawn;
}

function overallValue(problem, drawn, row) {
  const sum = new Float64Array(problem.draws);
  problem.criteria.forEach((criterion, k) => {
    const cell = criterion.cells[criterion.index[row]];
    const weight = drawn[k];
    for (let i = 0; i < sum.length; i++) sum[i] += weight[i] * cell[i];
  });
  return sum;
}

// The middle 95 % of the draws, widened to hold the expected value.
function interval(draws, point) {
  const sorted = draws.slice().sort();
  return [Math.min(quantile(sorted, 0.025), point), Math.max(quantile(sorted, 0.975), point)];
}

function quantile(sorted, share) {
  const place = share * (sorted.length - 1);
  const before = Math.floor(place);
  const after = Math.min(before + 1, sorted.length - 1);
  return sorted[before] + (sorted[after] - sorted[before]) * (place - before);
}

// Draw by draw who stands where: the share of draws of each at each rank, a tie taking its ranks in
// equal shares; and [i][j], the share in which i is worth more than j, a tie counting half.
function standings(overall) {
  const [count, draws] = [overall.length, overall[0].length];
  const shares = overall.map(() => new Float64Array(count));
  const halves = overall.map(() => new Int32Array(count));
  const values = new Float64Array(count);
  const placed = Uint16Array.from(overall.keys()); // best first; nearly sorted from the last draw
  for (let i = 0; i < draws; i++) {
    for (let one = 0; one < count; one++) values[one] = overall[one][i];
    sortPlaced(placed, values);
    for (let start = 0, end; start < count; start = end) {
      end = start + 1;
      while (end < count && values[placed[end]] === values[placed[start]]) end++;
      for (let at = start; at < end; at++) {
        const ranks = shares[placed[at]];
        for (let rank = start; rank < end; rank++) ranks[rank] += 1 / (end - start);
        const wins = halves[placed[at]];
        for (let other = start; other < end; other++) wins[placed[other]] += 1;
        for (let other = end; other < count; other++) wins[placed[other]] += 2;
      }
    }
  }
  return {
    acceptability: shares.map((found) => found.map((share) => share / draws)),
    winning: halves.map((found) => Float64Array.from(found, (wins) => wins / 2 / draws)),
  };
}

function sortPlaced(placed, values) {
  for (let at = 1; at < placed.length; at++) {
    const moving = placed[at];
    const value = values[moving];
    let before = at - 1;
    for (; before >= 0 && values[placed[before]] < value; before--) {
      placed[before + 1] = placed[before];
    }
    placed[before + 1] = moving;
  }
}

const SAME = 1e-12; // values that differ by rounding alone

// Places in `result.rows`, best first: by expected value, equal ones in the order of `listed`.
function order(result, listed) {
  return result.rows
    .map((_, place) => place)
    .sort((a, b) => {
      const lead = result.expected[b] - result.expected[a];
      if (Math.abs(lead) > SAME) return lead;
      return listed.indexOf(result.rows[a]) - listed.indexOf(result.rows[b]);
    });
}

// Whether neither of two wins a `clear` share of draws against the other (scoring.rank).
function tied(result, one, other, clear) {
  const lead = result.expected[one] - result.expected[other];
  if (one === other) return false;
  if (Math.abs(lead) <= SAME) return true;
  return (lead > 0 ? result.winning[one][other] : result.winning[other][one]) < clear;
}
