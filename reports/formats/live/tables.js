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

// Rows in the order of the ranking; one that the report does not have is a copy of the first.
function rowsInOrder(table, ranked) {
  const body = table.tBodies[0];
  const rows = new Map([...body.rows].map((row) => [Number(row.dataset.alt), row]));
  const found = ranked.map(({ alt }) => {
    if (rows.has(alt)) return rows.get(alt);
    const row = body.rows[0].cloneNode(true);
    row.dataset.alt = alt;
    return row;
  });
  body.replaceChildren(...found);
  return found;
}

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

  acceptability(table, ranked) {
    const columns = table.tHead.rows[0].cells.length - 1;
    rowsInOrder(table, ranked).forEach((row, place) => {
      const one = ranked[place];
      setText(row.cells[0], one.label);
      for (let rank = 0; rank < columns; rank++) {
        const last = rank === columns - 1;
        const found = last ? sum(one.shares.slice(rank)) : one.shares[rank] ?? 0;
        setText(row.cells[rank + 1], share(Math.min(1, found)));
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
    rowsInOrder(table, ranked);
  },
};

const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);

// Small print under the titles of the criteria's columns.
function setNotes(table, shown, text) {
  shown.forEach(({ id, weight }, column) => {
    const note = table.tHead.rows[0].cells[column + 1].querySelector("small");
    if (note) note.textContent = text(id, weight);
  });
}
