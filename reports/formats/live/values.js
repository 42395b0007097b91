// Draws of the cells on the value scale (scoring.cells and scoring.value). The first half of an
// array are the draws as they come, the second half their mirrors.

// What the report carries, opened: every distinct cell of every criterion with its draws and mean.
function openProblem(carried) {
  const seeds = Uint8Array.from(atob(carried.seeds), (letter) => letter.charCodeAt(0));
  const weightSeeds = Uint8Array.from(atob(carried.weight_seeds), (letter) => letter.charCodeAt(0));
  const draws = carried.draws;
  const pairs = Math.ceil(draws / 2);
  const table = strataMeans();
  const known = new Map();
  const variates = (stream) => {
    if (!known.has(stream)) {
      const uniform = carried.uniform[stream] === "1";
      known.set(stream, variatesOf(openStream(seeds, stream), uniform, pairs, table));
    }
    return known.get(stream);
  };
  const criteria = carried.criteria.map((criterion) => {
    const cells = criterion.cells.map((cell) =>
      Array.isArray(cell[0])
        ? sumOfTerms(cell, criterion.anchors, carried.latents, variates, draws)
        : straightLine(cell, variates, draws),
    );
    return { ...criterion, cells, means: cells.map(mean) };
  });
  return { ...carried, pairs, criteria, weightSeeds };
}

const clip = (x, low, high) => Math.min(high, Math.max(low, x));
const mean = (draws) => draws.reduce((sum, x) => sum + x, 0) / draws.length;

// Variate of a draw: those of the second half are the negatives of the first.
const mirrored = (found, i) => (i < found.length ? found[i] : -found[i - found.length]);

function straightLine([stream, intercept, slope, low = 0, high = 1], variates, draws) {
  const found = variates(stream);
  const cell = new Float64Array(draws);
  for (let i = 0; i < draws; i++) {
    cell[i] = clip(clip(intercept + slope * mirrored(found, i), 0, 1), low, high);
  }
  return cell;
}

// A sum of coefficient times latent, or one such amount that is no straight line.
function sumOfTerms(terms, anchors, latents, variates, draws) {
  const sum = new Float64Array(draws);
  for (const [at, coefficient] of terms) {
    const [stream, intercept, slope, logarithmic, low, high] = latents[at];
    const found = variates(stream);
    for (let i = 0; i < draws; i++) {
      let amount = slope * mirrored(found, i) + intercept;
      if (logarithmic) amount = Math.exp(amount);
      if (low !== null && amount < low) amount = low;
      if (high !== null && amount > high) amount = high;
      sum[i] += coefficient * amount;
    }
  }
  return sum.map((amount) => valueOf(anchors, amount));
}

function valueOf([worst, best, shape], x) {
  if (shape === "step") return (best > worst ? x >= best : x <= best) ? 1 : 0;
  if (shape === "target") return clip(1 - Math.abs(x - best) / Math.abs(best - worst), 0, 1);
  if (shape === "log") {
    return clip(Math.log(Math.max(x, 2 ** -1022) / worst) / Math.log(best / worst), 0, 1);
  }
  return clip((x - worst) / (best - worst), 0, 1);
}
