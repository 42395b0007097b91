// The tables that follow the weights. A row keeps the place of its stack in `data-alt`; cells keep
// their links, only texts and shades change.

const SHADES = 9; // reports.palette.SHADES

function setText(cell, text) {
  const link = cell.querySelector("a");
  if (link) link.textContent = text;
  else cell.textContent = text;
}

function setShade(cell, level) {
  const kept = cell.className.split(" ").filter((name) => name && !/^s\d$/.test(name));
  const step = Math.min(SHADES - 1, Math.max(0, Math.round(level * (SHADES - 1))));
  cell.className = [...kept, `s${step}`].join(" ");
}

// Rows in the order of the ranking; one that the report does not have is made.
function rowsInOrder(table, ranked, make = copyOfFirst) {
  const body = table.tBodies[0];
  const rows = new Map([...body.rows].map((row) => [Number(row.dataset.alt), row]));
  const found = ranked.map(({ alt }) => rows.get(alt) ?? make(body, alt));
  body.replaceChildren(...found);
  return found;
}

function copyOfFirst(body, alt) {
  const row = body.rows[0].cloneNode(true);
  row.dataset.alt = alt;
  row.className = "back";
  return row;
}

// Rows of the matrix of stacks that are ruled out were written with the report.
const writtenRow = (body, alt) =>
  document.getElementById("returning").content.querySelector(`[data-alt="${alt}"]`).cloneNode(true);

const TABLES = {
  ranking(table, ranked, words) {
    rowsInOrder(table, ranked).forEach((row, place) => {
      const one = ranked[place];
      const [name, expected, ends, first, top, ties] = row.cells;
      setText(name, fill(words.place, { rank: whole(place + 1), stack: one.label }));
      setText(expected, score(one.expected));
      setShade(expected, one.expected);
      setText(ends, fill(words.interval, { low: score(one.low), high: score(one.high) }));
      setText(first, share(one.shares[0]));
      setText(top, share(Math.min(1, sum(one.shares.slice(0, 3)))));
      setText(ties, one.ties.length ? places(one.ties, words) : words.dash);
    });
  },

  acceptability(table, ranked, words) {
    const columns = rankColumns(table, ranked.length, words);
    rowsInOrder(table, ranked).forEach((row, place) => {
      const one = ranked[place];
      setText(row.cells[0], one.label);
      while (row.cells.length <= columns) row.append(row.cells[1].cloneNode(true));
      while (row.cells.length > columns + 1) row.lastElementChild.remove();
      for (let rank = 0; rank < columns; rank++) {
        const last = rank === columns - 1;
        const found = Math.min(1, last ? sum(one.shares.slice(rank)) : one.shares[rank]);
        setText(row.cells[rank + 1], share(found));
        setShade(row.cells[rank + 1], found);
      }
    });
  },

  contributions(table, ranked, words, shown) {
    setNotes(table, shown, (criterion, weight) => share(weight));
    rowsInOrder(table, ranked).forEach((row, place) => {
      const one = ranked[place];
      setText(row.cells[0], one.label);
      shown.forEach(({ at, weight }, column) => {
        setText(row.cells[column + 1], fixed(weight * one.values[at], 3));
        setShade(row.cells[column + 1], one.values[at]);
      });
      setText(row.cells[shown.length + 1], fixed(one.expected, 3));
    });
  },

  matrix(table, ranked, words, shown) {
    setNotes(table, shown, (criterion, weight) =>
      fill(words.note, { unit: words.units[criterion], weight: share(weight) }),
    );
    rowsInOrder(table, ranked, writtenRow).forEach((row, place) => {
      if (!row.classList.contains("back")) return;
      shown.forEach(({ at }, column) => {
        const cell = row.cells[column + 1];
        if (!cell.classList.contains("unknown")) setShade(cell, ranked[place].values[at]);
      });
    });
  },
};

const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);

// A column for each rank, the later ones together; how many columns there are.
function rankColumns(table, ranks, words) {
  const head = table.tHead.rows[0];
  const columns = Math.min(ranks, words.columns_of_ranks);
  while (head.cells.length <= columns) head.append(head.cells[1].cloneNode(true));
  while (head.cells.length > columns + 1) head.lastElementChild.remove();
  for (let rank = 1; rank <= columns; rank++) {
    const text = rank === columns && ranks > columns ? words.later : words.rank;
    head.cells[rank].textContent = fill(text, { rank: whole(rank) });
  }
  return columns;
}

// Small print under the titles of the criteria's columns.
function setNotes(table, shown, text) {
  shown.forEach(({ id, weight }, column) => {
    const note = table.tHead.rows[0].cells[column + 1].querySelector("small");
    if (note) note.textContent = text(id, weight);
  });
}
