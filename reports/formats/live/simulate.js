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
    acceptability: acceptabilityOf(overall),
    winning: winningOf(overall),
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
  return [
    Math.min(quantile(sorted, 0.025), point),
    Math.max(quantile(sorted, 0.975), point),
  ];
}

function quantile(sorted, share) {
  const place = share * (sorted.length - 1);
  const before = Math.floor(place);
  const after = Math.min(before + 1, sorted.length - 1);
  return sorted[before] + (sorted[after] - sorted[before]) * (place - before);
}

// Share of draws at each rank; a tie takes its ranks in equal shares.
function acceptabilityOf(overall) {
  const count = overall.length;
  const shares = overall.map(() => new Float64Array(count));
  const draws = count ? overall[0].length : 0;
  for (let i = 0; i < draws; i++) {
    for (let one = 0; one < count; one++) {
      const mine = overall[one][i];
      let ahead = 0;
      let level = 0;
      for (let other = 0; other < count; other++) {
        const theirs = overall[other][i];
        if (theirs > mine) ahead++;
        else if (theirs === mine) level++;
      }
      for (let rank = ahead; rank < ahead + level; rank++) shares[one][rank] += 1 / level;
    }
  }
  return shares.map((found) => found.map((share) => share / draws));
}

// [i][j]: share of draws in which i is worth more than j, a tie counting half.
function winningOf(overall) {
  const shares = overall.map(() => new Float64Array(overall.length).fill(0.5));
  overall.forEach((mine, one) => {
    for (let other = one + 1; other < overall.length; other++) {
      const theirs = overall[other];
      let wins = 0;
      for (let i = 0; i < mine.length; i++) {
        if (mine[i] > theirs[i]) wins += 1;
        else if (mine[i] === theirs[i]) wins += 0.5;
      }
      shares[one][other] = wins / mine.length;
      shares[other][one] = 1 - wins / mine.length;
    }
  });
  return shares;
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
