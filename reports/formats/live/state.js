// What the reader has chosen, and the URL fragment that says it:
//   w=latency:55,memory:0  points of the sliders that were moved
//   who=1                  whose weights the sliders start from
//   off=linux,licence      requirements that are dropped
//   sort=latency:up, find=onnx, lang=zh-CN  how the matrix and the page are shown
// Without "=" a fragment is a plain anchor (#matrix).

function stateOf(carried, who = null) {
  const person = who === null ? null : carried.people[who];
  const weight = (criterion) => (person ? (person.weights[criterion.id] ?? 0) : criterion.weight);
  return {
    who,
    points: Object.fromEntries(carried.criteria.map((c) => [c.id, 100 * weight(c)])),
    certainty: person ? person.certainty : carried.certainty,
    dropped: new Set(),
    sort: null,
    find: "",
    lang: null,
  };
}

function readState(fragment, carried) {
  const said = new URLSearchParams(fragment.includes("=") ? fragment.replace(/^#/, "") : "");
  const who = Number(said.get("who") ?? NaN);
  const state = stateOf(carried, who in carried.people ? who : null);
  for (const part of (said.get("w") ?? "").split(",")) {
    const [id, points] = part.split(":");
    if (Object.hasOwn(state.points, id) && points >= 0 && points <= 100) {
      state.points[id] = Number(points);
    }
  }
  const known = new Set(carried.misses.flat());
  const off = (said.get("off") ?? "").split(",");
  state.dropped = new Set(off.filter((id) => known.has(id)));
  const [id, way] = (said.get("sort") ?? "").split(":");
  if (Object.hasOwn(state.points, id) && ["down", "up"].includes(way)) state.sort = { id, way };
  state.find = said.get("find") ?? "";
  if (carried.languages.includes(said.get("lang"))) state.lang = said.get("lang");
  return state;
}

// The part of the fragment that decides the ranking; empty for the report as it was written.
function rankingState(state, carried) {
  const start = stateOf(carried, state.who).points;
  const moved = Object.entries(state.points).filter(([id, points]) => points !== start[id]);
  const parts = [];
  if (state.who !== null) parts.push(`who=${state.who}`);
  if (moved.length) parts.push(`w=${moved.map(([id, points]) => `${id}:${points}`).join(",")}`);
  if (state.dropped.size) parts.push(`off=${[...state.dropped].map(encodeURIComponent).join(",")}`);
  return parts.join("&");
}

function writeState(state, carried) {
  const parts = [rankingState(state, carried)];
  if (state.sort) parts.push(`sort=${state.sort.id}:${state.sort.way}`);
  if (state.find) parts.push(`find=${encodeURIComponent(state.find)}`);
  if (state.lang) parts.push(`lang=${encodeURIComponent(state.lang)}`);
  return parts.filter(Boolean).join("&");
}

// Weights by criterion in the order of the problem, summing to 1; null where all are zero.
function weightsOf(state, carried) {
  const points = carried.criteria.map((criterion) => state.points[criterion.id]);
  const total = points.reduce((sum, x) => sum + x, 0);
  return total > 0 ? points.map((x) => x / total) : null;
}

// Alternatives that compete: those that miss nothing but what was dropped.
function competing(state, carried) {
  const rows = carried.misses.map((_, row) => row);
  return rows.filter((row) => carried.misses[row].every((id) => state.dropped.has(id)));
}
