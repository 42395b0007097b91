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

const clip = (x, low, high) => (x < low ? low : x > high ? high : x);

function mean(draws) {
  let sum = 0;
  for (let i = 0; i < draws.length; i++) sum += draws[i];
  return sum / draws.length;
}

function straightLine([stream, intercept, slope, low = 0, high = 1], variates, draws) {
  const cell = new Float64Array(draws);
  eachVariate(variates(stream), draws, (variate, i) => {
    cell[i] = clip(clip(intercept + slope * variate, 0, 1), low, high);
  });
  return cell;
}

// A sum of coefficient times latent, or one such amount that is no straight line.
function sumOfTerms(terms, anchors, latents, variates, draws) {
  const sum = new Float64Array(draws);
  for (const [at, coefficient] of terms) {
    const [stream, intercept, slope, logarithmic, least, most] = latents[at];
    const [low, high] = [least ?? -Infinity, most ?? Infinity];
    eachVariate(variates(stream), draws, (variate, i) => {
      const amount = slope * variate + intercept;
      sum[i] += coefficient * clip(logarithmic ? Math.exp(amount) : amount, low, high);
    });
  }
  return sum.map(valueOf(anchors));
}

// The variate of every draw: those of the second half are the negatives of the first.
function eachVariate(found, draws, use) {
  for (let i = 0; i < found.length; i++) use(found[i], i);
  for (let i = found.length; i < draws; i++) use(-found[i - found.length], i);
}

function valueOf([worst, best, shape]) {
  if (shape === "step") return (x) => ((best > worst ? x >= best : x <= best) ? 1 : 0);
  if (shape === "target") {
    return (x) => clip(1 - Math.abs(x - best) / Math.abs(best - worst), 0, 1);
  }
  if (shape === "log") {
    const span = Math.log(best / worst);
    return (x) => clip(Math.log(Math.max(x, 2 ** -1022) / worst) / span, 0, 1);
  }
  return (x) => clip((x - worst) / (best - worst), 0, 1);
}
