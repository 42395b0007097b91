// The page in the other language: written with the report, carried compressed, shown on demand.

const canTranslate = "DecompressionStream" in window;

async function translatedPage() {
  const packed = document.getElementById("translated").textContent;
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const text = await new Response(plain).text();
  const made = new DOMParser().parseFromString(text, "text/html");
  return document.adoptNode(made.getElementById("page"));
}
