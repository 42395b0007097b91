// The chart of expected values, drawn as reports.charts draws it: a lane per stack, axis below.

const ROW = 38;
const AXIS = 30;
const SIDE = 3;

function drawIntervals(svg, ranked, words) {
  const made = (name, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    svg.append(element);
  };
  const at = (value) => `${(SIDE + (100 - 2 * SIDE) * value).toFixed(2)}%`;
  const line = (name, x1, x2, y1, y2) => made("line", { class: name, x1, x2, y1, y2 });
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const height = ROW * ranked.length + AXIS;
  svg.setAttribute("height", height);
  for (const element of [...svg.children]) {
    if (!["title", "desc"].includes(element.localName)) element.remove();
  }
  svg.querySelector("desc").textContent = fill(words.alt, {
    count: whole(ranked.length),
    first: ranked[0].label,
    high: score(ranked[0].expected),
    last: ranked.at(-1).label,
    low: score(ranked.at(-1).expected),
  });
  ranked.forEach((one, place) => {
    const top = ROW * place;
    made("text", { class: "label", x: "0%", y: top + 15, "text-anchor": "start" }, one.label);
    const value = { class: "value", x: "100%", y: top + 15, "text-anchor": "end" };
    made("text", value, score(one.expected));
    for (const tick of ticks) line("grid", at(tick), at(tick), top + 20, top + 34);
    const y = top + 27;
    line("interval", at(one.low), at(one.high), y, y);
    for (const end of [one.low, one.high]) line("interval", at(end), at(end), y - 4, y + 4);
    made("circle", { class: "point", cx: at(one.expected), cy: y, r: 5 });
  });
  for (const tick of ticks) {
    const number = new Intl.NumberFormat(language()).format(tick);
    made(
      "text",
      { class: "tick", x: at(tick), y: height - AXIS + 18, "text-anchor": "middle" },
      number,
    );
  }
}
