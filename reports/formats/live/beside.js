// Evidence opens beside the cell that rests on it; the keyboard goes there and comes back.

let cameFrom = null;

// Whether a link of the page leads to an entry of the evidence.
function entryOf(link) {
  const anchor = link.hash.slice(1);
  return /^[edm]\d+$/.test(anchor) ? document.getElementById(anchor) : null;
}

function openBeside(link, entry) {
  const dialog = document.getElementById("beside");
  const list = document.createElement("dl");
  const copy = entry.cloneNode(true);
  copy.removeAttribute("id");
  list.append(copy);
  document.getElementById("beside-entry").replaceChildren(list);
  document.getElementById("beside-link").setAttribute("href", `#${entry.id}`);
  if (!dialog.contains(link)) cameFrom = link;
  if (!dialog.open) dialog.show();
  document.getElementById("beside-heading").focus();
}

function closeBeside() {
  const dialog = document.getElementById("beside");
  if (!dialog.open) return;
  dialog.close();
  if (cameFrom?.isConnected) cameFrom.focus();
  cameFrom = null;
}
