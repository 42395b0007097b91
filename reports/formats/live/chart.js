// The charts that follow the ranking, drawn as reports.charts and reports.drawing draw them: places
// to the right in per cent of the width, down in px.

const SIDE = 3;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];
const inner = (value) => SIDE + (100 - 2 * SIDE) * value;
const cent = (place) => `${Number(place.toFixed(2))}%`;
const placeOf = (value) => cent(inner(value));

// Empties a chart for drawing anew; what adds lines and texts to it.
function redrawn(figure, height, title, alt) {
  const svg = figure.querySelector("svg");
  for (const element of [...svg.children]) {
    if (!["title", "desc"].includes(element.localName)) element.remove();
  }
  svg.setAttribute("height", height);
  svg.querySelector("desc").textContent = alt;
  if (title) {
    svg.querySelector("title").textContent = title;
    figure.querySelector("figcaption").textContent = title;
  }
  const add = (name, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    svg.append(element);
  };
  return {
    add,
    line: (name, x1, x2, y1, y2) => add("line", { class: name, x1, x2, y1, y2 }),
    text: (name, x, y, side, said, dx = 0) => {
      const where = side === "start" ? {} : { "text-anchor": side };
      add("text", { class: name, x, y, ...where, ...(dx && { dx }) }, said);
    },
  };
}

function drawIntervals(figure, ranked, words) {
  const [row, axis] = [38, 30];
  const height = row * ranked.length + axis;
  const [first, last] = [ranked[0], ranked.at(-1)];
  const alt = fill(words.alt, {
    count: whole(ranked.length),
    first: first.label,
    high: score(first.expected),
    last: last.label,
    low: score(last.expected),
  });
  const { add, line, text } = redrawn(figure, height, "", alt);
  for (const tick of TICKS) {
    const [x1, x2] = [placeOf(tick), placeOf(tick)];
    const ends = { y1: 20, y2: height - axis };
    add("line", { class: "grid", x1, x2, ...ends, "stroke-dasharray": "14 24" });
  }
  ranked.forEach((one, place) => {
    const top = row * place;
    text("label", "0%", top + 15, "start", one.label);
    text("value", "100%", top + 15, "end", score(one.expected));
    const y = top + 27;
    line("interval", placeOf(one.low), placeOf(one.high), y, y);
    for (const end of [one.low, one.high]) {
      line("interval", placeOf(end), placeOf(end), y - 4, y + 4);
    }
    add("circle", { class: "point", cx: placeOf(one.expected), cy: y, r: 5 });
  });
  for (const tick of TICKS) text("tick", placeOf(tick), height - axis + 18, "middle", plain(tick));
}

// Bars of numbered parts; `legend` names the numbers where they do not speak for themselves.
function drawStacked(figure, bars, { title, alt, legend = [], tickText }) {
  const [row, thick, axis, entry] = [44, 18, 28, 19];
  const bottom = row * bars.length;
  const { add, line, text } = redrawn(figure, bottom + axis + entry * legend.length, title, alt);
  bars.forEach((bar, place) => {
    const top = row * place;
    text("label", "0%", top + 15, "start", bar.label);
    text("value", "100%", top + 15, "end", bar.text);
    const y = top + 20;
    line("grid", placeOf(0), placeOf(1), y + thick, y + thick);
    let start = 0;
    bar.parts.forEach((part, index) => {
      if (part <= 0) return;
      const [left, right] = [inner(Math.min(1, start)), inner(Math.min(1, start + part))];
      const size = { x: cent(left), width: cent(right - left), y, height: thick };
      add("rect", { class: `part part-${index % 2}`, ...size });
      if (part >= NUMBERED) {
        text("mark-number", cent((left + right) / 2), y + 13, "middle", `${index + 1}`);
      }
      start += part;
    });
  });
  for (const tick of TICKS) text("tick", placeOf(tick), bottom + 16, "middle", tickText(tick));
  legend.forEach((name, index) => {
    const y = bottom + axis + entry * index + 13;
    text("label", "0%", y, "start", `${index + 1}`);
    text("label", "0%", y, "start", name, 26);
  });
}

const NUMBERED = 0.055; // the least part that has room for its number

function drawShares(figure, ranked, words) {
  const columns = Math.min(ranked.length, words.columns_of_ranks);
  const parts = (shares) => [...shares.slice(0, columns - 1), sum(shares.slice(columns - 1))];
  const oftenest = ranked.reduce((best, one) => (one.shares[0] > best.shares[0] ? one : best));
  const title = ranked.length > columns ? words.shares_more : words.shares;
  const bars = ranked.slice(0, words.charted).map((one) => ({
    label: one.label,
    parts: parts(one.shares),
    text: share(one.shares[0]),
  }));
  drawStacked(figure, bars, {
    title: fill(title, { last: whole(columns) }),
    alt: fill(words.shares_alt, { name: oftenest.label, share: share(oftenest.shares[0]) }),
    tickText: percent,
  });
}

// What the criteria add, the heaviest first.
function drawParts(figure, ranked, words, shown) {
  const columns = [...shown].sort((one, other) => other.weight - one.weight);
  const parts = (one) => columns.map(({ at, weight }) => weight * one.values[at]);
  const [first] = ranked;
  const most = Math.max(...parts(first));
  drawStacked(
    figure,
    ranked.slice(0, words.charted).map((one) => ({
      label: one.label,
      parts: parts(one),
      text: score(one.expected),
    })),
    {
      alt: fill(words.parts_alt, {
        first: first.label,
        criterion: words.titles[columns[parts(first).indexOf(most)].id],
        part: score(most),
        total: score(first.expected),
      }),
      legend: columns.map(({ id }) => words.titles[id]),
      tickText: plain,
    },
  );
}

const CHARTS = { intervals: drawIntervals, shares: drawShares, parts: drawParts };
