// Evidence opens beside the cell that rests on it; the keyboard goes there and comes back.

let cameFrom = null;

// Whether a link of the page leads to an entry of the evidence.
function entryOf(link) {
  const anchor = link.hash.slice(1);
  return /^[edm]\d+$/.test(anchor) ? document.getElementById(anchor) : null;
}

// The entry with the pieces that it is made from.
function withPieces(entry) {
  const pieces = [...entry.querySelectorAll(".refs a")].map(entryOf).filter(Boolean);
  const list = document.createElement("dl");
  for (const one of [entry, ...pieces]) {
    const copy = one.cloneNode(true);
    copy.removeAttribute("id");
    copy.append(...whereFrom(one));
    list.append(copy);
  }
  return list;
}

// The source that an entry stands under in the list, and the grade that it is listed by.
function whereFrom(entry) {
  const source = entry.closest(".source");
  let grade = source ?? entry.parentElement;
  while (grade && grade.localName !== "h3") grade = grade.previousElementSibling;
  const said = source ? [[...source.querySelector("p").cloneNode(true).childNodes]] : [];
  if (source && grade) said.push([grade.textContent]);
  return said.map((nodes) => {
    const line = document.createElement("dd");
    line.className = "from";
    line.append(...nodes);
    return line;
  });
}

function openBeside(link, entry) {
  const dialog = document.getElementById("beside");
  document.getElementById("beside-entry").replaceChildren(withPieces(entry));
  document.getElementById("beside-link").setAttribute("href", `#${entry.id}`);
  if (!dialog.contains(link)) {
    cameFrom?.classList.remove("asked");
    cameFrom = link;
    link.classList.add("asked");
  }
  if (!dialog.open) dialog.show();
  dialog.scrollTop = 0;
  document.getElementById("beside-heading").focus();
  cameFrom.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function closeBeside() {
  const dialog = document.getElementById("beside");
  if (!dialog.open) return;
  dialog.close();
  cameFrom?.classList.remove("asked");
  if (cameFrom?.isConnected) cameFrom.focus();
  cameFrom = null;
}
