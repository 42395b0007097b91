// What the reader has chosen, and the URL fragment that says it: #w=latency:55&who=1.
// A plain anchor (#matrix) is no state.

function statedState(carried) {
  const points = Object.fromEntries(carried.criteria.map((c) => [c.id, 100 * c.weight]));
  return { points, certainty: carried.certainty, who: null };
}

function readState(fragment, carried) {
  const said = new URLSearchParams(fragment.includes("=") ? fragment.replace(/^#/, "") : "");
  const state = statedState(carried);
  for (const part of (said.get("w") ?? "").split(",")) {
    const [id, points] = [part.split(":")[0], Number(part.split(":")[1])];
    if (id in state.points && points >= 0 && points <= 100) state.points[id] = points;
  }
  return state;
}

function writeState(state, carried) {
  const stated = statedState(carried);
  const moved = Object.entries(state.points).filter(([id, points]) => points !== stated.points[id]);
  const parts = [];
  if (moved.length) parts.push(`w=${moved.map(([id, points]) => `${id}:${points}`).join(",")}`);
  return parts.join("&");
}

// Weights by criterion in the order of the problem, summing to 1; null where all are zero.
function weightsOf(state, carried) {
  const points = carried.criteria.map((criterion) => state.points[criterion.id]);
  const total = points.reduce((sum, x) => sum + x, 0);
  return total > 0 ? points.map((x) => x / total) : null;
}
