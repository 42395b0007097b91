// What the page shows for the reader's choices. Until something is moved it stays as written.

const NAMED_TIES = 3; // more are counted, not named
const carried = JSON.parse(await unpacked("problem"));
carried.languages = [language(), document.getElementById("translated").dataset.lang];
const written = new Map(); // what the report wrote into the live parts, for a reset
const pages = new Map(); // page by language
let state = stateOf(carried);
let opened = null;
let waiting = false;

const part = (id) => document.getElementById(id);
// Stacks in the order of the report, those that are ruled out last.
const listed = [...carried.ranking, ...carried.ids.keys()];
const words = () => JSON.parse(part("live").dataset.words);
const liveParts = () => [...document.querySelectorAll("[data-live]")];
const matrix = () => document.querySelector("[data-live=matrix]");

// Makes a page of one language ready when it is first shown.
function prepare() {
  if (pages.has(language())) return;
  pages.set(language(), part("page"));
  makeSortable(matrix(), words().columns);
  for (const element of liveParts()) {
    [...(element.tBodies?.[0].rows ?? [])].forEach((row, place) => {
      row.dataset.alt = carried.ranking[place];
    });
    written.set(element, element.innerHTML);
  }
  for (const id of ["live", "live-contents", "tools"]) part(id).hidden = false;
  document.querySelector("[data-act=language]").hidden = false;
}

// The problem with its draws, made when they are first needed.
function problem() {
  if (opened === null) {
    opened = openProblem(carried);
    const [first] = compute(stateOf(carried)).ranked;
    const { point, low, high } = carried.first;
    const off = [first.expected - point, first.low - low, first.high - high].map(Math.abs);
    // Fewer draws than the report's, or draws of another version: said, not hidden.
    opened.differs = Math.max(...off) > 1e-6;
  }
  return opened;
}

// The name of a stack; one that comes back without a requirement is still said to be ruled out.
function labelOf(alt) {
  const label = carried.labels[alt];
  return carried.misses[alt].length ? fill(words().out, { stack: label }) : label;
}

// The ranking that the reader asks for, best first; null where all weights are zero.
function compute(chosen) {
  const weights = weightsOf(chosen, carried);
  if (weights === null) return null;
  const result = simulate(problem(), weights, chosen.certainty, competing(chosen, carried));
  const sorted = order(result, listed);
  const ranked = sorted.map((at) => ({
    alt: result.rows[at],
    label: labelOf(result.rows[at]),
    expected: result.expected[at],
    low: result.low[at],
    high: result.high[at],
    shares: [...result.acceptability[at]],
    values: result.values[at],
    ties: sorted.flatMap((other, place) =>
      tied(result, at, other, carried.clear) ? [place + 1] : [],
    ),
  }));
  return { weights, ranked };
}

function show() {
  waiting = false;
  const fragment = writeState(state, carried);
  history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname + location.search);
  const moved = rankingState(state, carried) !== "";
  document.documentElement.classList.toggle("moved", moved);
  part("live-bar").hidden = !moved;
  showControls();
  const found = moved ? compute(state) : null;
  if (found) showRanking(found);
  else showWritten(moved ? words().zero : "");
  part("live-differs").hidden = !opened?.differs;
  showMatrix();
}

function showWritten(text) {
  for (const element of liveParts()) {
    if (element.dataset.moved) element.innerHTML = written.get(element);
    delete element.dataset.moved;
  }
  part("live-result").textContent = text;
}

function showControls() {
  const weights = weightsOf(state, carried);
  carried.criteria.forEach((criterion, k) => {
    const slider = part(`weight-${criterion.id}`);
    const text = weights === null ? percent(0) : share(weights[k]);
    slider.value = state.points[criterion.id];
    slider.setAttribute("aria-valuetext", text);
    part(`share-${criterion.id}`).textContent = text;
  });
  for (const box of document.querySelectorAll("[data-requirement]")) {
    box.checked = !state.dropped.has(box.dataset.requirement);
  }
  if (part("live-who")) part("live-who").value = state.who ?? "";
  if (part("find").value !== state.find) part("find").value = state.find;
}

function showRanking({ weights, ranked }) {
  const said = words();
  const shown = said.columns.map((id) => {
    const at = carried.criteria.findIndex((criterion) => criterion.id === id);
    return { id, at, weight: weights[at] };
  });
  for (const element of liveParts()) {
    element.dataset.moved = "yes";
    const draw = CHARTS[element.dataset.live] ?? TABLES[element.dataset.live];
    draw(element, ranked, said, shown);
  }
  const [first] = ranked;
  const tiedWith = first.ties.map((place) => ranked[place - 1].label);
  const key = !tiedWith.length ? "first" : tiedWith.length <= NAMED_TIES ? "tied" : "crowd";
  part("live-result").textContent = fill(said[key], {
    first: first.label,
    value: score(first.expected),
    interval: fill(said.interval, { low: score(first.low), high: score(first.high) }),
    share: share(first.shares[0]),
    draws: whole(carried.draws),
    names: names(tiedWith),
    count: whole(tiedWith.length),
  });
}

function showMatrix() {
  const said = words();
  const value = (alt, id) => {
    const criterion = problem().criteria.find((one) => one.id === id);
    return criterion.means[criterion.index[alt]];
  };
  const unsorted = state.sort === null && matrix().dataset.sorted;
  if (unsorted && !matrix().dataset.moved) matrix().innerHTML = written.get(matrix());
  sortMatrix(matrix(), state.sort, said.columns, value);
  if (state.sort) matrix().dataset.sorted = "yes";
  else delete matrix().dataset.sorted;
  const [count, total] = filterMatrix(matrix(), state.find);
  part("found").textContent = state.find
    ? fill(said.shown, { count: whole(count), total: whole(total) })
    : "";
}

async function speak(lang) {
  if (lang === language()) return;
  if (!pages.has(lang)) pages.set(`${lang}-new`, await translatedPage());
  const page = pages.get(lang) ?? pages.get(`${lang}-new`);
  closeBeside();
  part("page").replaceWith(page);
  document.documentElement.lang = lang;
  document.title = page.dataset.title;
  prepare();
}
