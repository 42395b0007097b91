// What the report carries compressed: the problem, rows of the matrix that are shown on demand, and
// the page in the other language. Where a browser cannot open it, the page stays as written.

async function unpacked(id) {
  const packed = document.getElementById(id).textContent;
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(plain).text();
}

async function translatedPage() {
  const made = new DOMParser().parseFromString(await unpacked("translated"), "text/html");
  made.querySelectorAll("[data-same]").forEach(fillGap);
  return document.adoptNode(made.getElementById("page"));
}

// What both languages say alike (where in a source, and its address) stands in this page alone.
function fillGap(gap) {
  const source = gap.closest(".source");
  const alike = (inside) => document.getElementById(inside.id);
  if (gap.localName === "dd") {
    gap.textContent = alike(gap.parentElement).querySelector("dd").textContent;
  } else {
    const there = alike(source.querySelector("dl > div")).closest(".source").querySelector("p");
    if (gap.localName === "a") gap.href = there.querySelector("a").getAttribute("href");
    else gap.textContent = there.querySelector(".address").textContent;
  }
  gap.removeAttribute("data-same");
}

// Rows of the matrix of stacks that are ruled out, put into the template that waits for them.
async function fillReturning() {
  document.getElementById("returning").innerHTML = await unpacked("returning-rows");
}
