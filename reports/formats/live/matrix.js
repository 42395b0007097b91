// Sorting and filtering of the matrix. Titles of columns become buttons, so that a keyboard reaches
// them; unknown cells come last either way.

function makeSortable(table, columns) {
  [...table.tHead.rows[0].cells].slice(1).forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.dataset.sort = columns[column];
    button.textContent = head.firstChild.textContent;
    head.firstChild.replaceWith(button);
  });
}

// Best first, then worst first, then by rank again.
function nextSort(sort, id) {
  if (sort === null || sort.id !== id) return { id, way: "down" };
  return sort.way === "down" ? { id, way: "up" } : null;
}

function sortMatrix(table, sort, columns, valueOfRow) {
  columns.forEach((id, column) => {
    const head = table.tHead.rows[0].cells[column + 1];
    if (sort?.id === id)
      head.setAttribute("aria-sort", sort.way === "down" ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  });
  if (sort === null) return;
  const column = columns.indexOf(sort.id) + 1;
  const sign = sort.way === "down" ? -1 : 1;
  const keys = new Map();
  for (const row of table.tBodies[0].rows) {
    const unknown = row.cells[column].classList.contains("unknown");
    keys.set(row, unknown ? Infinity : sign * valueOfRow(Number(row.dataset.alt), sort.id));
  }
  table.tBodies[0].append(...[...keys.keys()].sort((a, b) => keys.get(a) - keys.get(b)));
}

// Shows the rows whose stack contains the text; how many there are, of how many.
function filterMatrix(table, text) {
  const rows = [...table.tBodies[0].rows];
  const wanted = text.trim().toLocaleLowerCase();
  for (const row of rows) {
    row.hidden = !row.cells[0].textContent.toLocaleLowerCase().includes(wanted);
  }
  return [rows.filter((row) => !row.hidden).length, rows.length];
}
