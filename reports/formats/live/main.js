// Listens to the reader, computes, and shows. Until something is moved the page stays as written.

const NAMED_TIES = 3; // more are counted, not named
const carried = JSON.parse(document.getElementById("problem").textContent);
let state = statedState(carried);
let opened = null;
let waiting = false;

const part = (id) => document.getElementById(id);
const words = () => JSON.parse(part("live").dataset.words);
const liveParts = () => [...document.querySelectorAll("[data-live]")];

// What the report wrote, kept so that a reset brings exactly that back.
const written = new Map();
function keep() {
  for (const element of liveParts()) {
    if (element.tBodies) {
      [...element.tBodies[0].rows].forEach((row, place) => (row.dataset.alt = carried.ranking[place]));
    }
    written.set(element, element.innerHTML);
  }
}

function problem() {
  if (opened === null) {
    opened = openProblem(carried);
    const stated = compute(opened, statedState(carried));
    const { point, low, high } = carried.first;
    const first = stated.ranked[0];
    const off = [first.expected - point, first.low - low, first.high - high].map(Math.abs);
    // Fewer draws than the report's, or draws of another version: said, not hidden.
    part("live-differs").hidden = Math.max(...off) < 1e-6;
  }
  return opened;
}

// The ranking at the reader's weights, best first; null where all weights are zero.
function compute(given, chosen) {
  const weights = weightsOf(chosen, carried);
  if (weights === null) return null;
  const result = simulate(given, weights, chosen.certainty, carried.ids.map((_, row) => row));
  const sorted = order(result, carried.ids);
  const ranked = sorted.map((at) => ({
    alt: result.rows[at],
    label: carried.labels[result.rows[at]],
    expected: result.expected[at],
    low: result.low[at],
    high: result.high[at],
    shares: [...result.acceptability[at]],
    values: result.values[at],
    ties: sorted.flatMap((other, place) => (tied(result, at, other, carried.clear) ? [place + 1] : [])),
  }));
  return { weights, ranked };
}

function show() {
  waiting = false;
  const fragment = writeState(state, carried);
  const changed = fragment !== "";
  history.replaceState(null, "", changed ? `#${fragment}` : location.pathname + location.search);
  document.documentElement.classList.toggle("moved", changed);
  part("live-bar").hidden = !changed;
  showSliders();
  const found = changed ? compute(problem(), state) : null;
  if (found === null) {
    for (const element of liveParts()) element.innerHTML = written.get(element);
    part("live-result").textContent = changed ? words().zero : "";
    return;
  }
  showRanking(found);
}

function showSliders() {
  const weights = weightsOf(state, carried);
  carried.criteria.forEach((criterion, k) => {
    const slider = part(`weight-${criterion.id}`);
    const text = weights === null ? percent(0) : share(weights[k]);
    slider.value = state.points[criterion.id];
    slider.setAttribute("aria-valuetext", text);
    part(`share-${criterion.id}`).textContent = text;
  });
}

function showRanking({ weights, ranked }) {
  const said = words();
  const shown = said.columns.map((id) => {
    const at = carried.criteria.findIndex((criterion) => criterion.id === id);
    return { id, at, weight: weights[at] };
  });
  for (const element of liveParts()) {
    if (element.dataset.live === "intervals") drawIntervals(element.querySelector("svg"), ranked);
    else TABLES[element.dataset.live](element, ranked, said, shown);
  }
  const [first] = ranked;
  const tiedWith = first.ties.map((place) => ranked[place - 1].label);
  const key = !tiedWith.length ? "first" : tiedWith.length <= NAMED_TIES ? "tied" : "crowd";
  part("live-result").textContent = fill(said[key], {
    first: first.label,
    value: score(first.expected),
    interval: fill(said.interval, { low: score(first.low), high: score(first.high) }),
    share: share(first.shares[0]),
    names: names(tiedWith),
    count: whole(tiedWith.length),
  });
}

function later() {
  if (!waiting) requestAnimationFrame(show);
  waiting = true;
}

function reset() {
  state = statedState(carried);
  later();
}

document.addEventListener("input", ({ target }) => {
  if (!target.dataset.criterion) return;
  state.points[target.dataset.criterion] = Number(target.value);
  later();
});
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-act=reset]")) reset();
});
addEventListener("hashchange", () => {
  if (!location.hash || location.hash.includes("=")) {
    state = readState(location.hash, carried);
    later();
  }
});

keep();
part("live").hidden = false;
state = readState(location.hash, carried);
if (writeState(state, carried)) show();
else showSliders();
