// Listens to the reader: every control changes the state, and the page is shown anew.

function later() {
  if (!waiting) requestAnimationFrame(show);
  waiting = true;
}

// What a control that was moved changes in the state; false for any other element.
function take(control) {
  const { criterion, requirement } = control.dataset;
  if (criterion) state.points[criterion] = Number(control.value);
  else if (requirement && control.checked) state.dropped.delete(requirement);
  else if (requirement) state.dropped.add(requirement);
  else if (control.id === "find") state.find = control.value;
  else if (control.id === "live-who") {
    const who = control.value === "" ? null : Number(control.value);
    const { points, certainty } = stateOf(carried, who);
    state = { ...state, who, points, certainty };
  } else return false;
  return true;
}

const actions = {
  reset() {
    const { sort, find, lang } = state;
    state = { ...stateOf(carried), sort, find, lang };
    later();
  },
  close: closeBeside,
  async language(button) {
    const { lang } = button;
    await speak(lang);
    state.lang = lang === carried.languages[0] ? null : lang;
    later();
    document.querySelector("[data-act=language]").focus();
  },
};

document.addEventListener("input", ({ target }) => {
  if (take(target)) later();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.act) actions[button.dataset.act](button);
  if (button?.dataset.sort) {
    state.sort = nextSort(state.sort, button.dataset.sort);
    later();
  }
  const link = event.target.closest("a[href^='#']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const entry = entryOf(link);
  if (link.id === "beside-link") closeBeside();
  if (entry && link.id !== "beside-link") {
    event.preventDefault();
    openBeside(link, entry);
  } else if (location.hash.includes("=")) {
    // Following the link would throw the reader's choices out of the address.
    event.preventDefault();
    goTo(part(link.hash.slice(1)));
  }
});

function goTo(target) {
  closeBeside();
  target.scrollIntoView();
  target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeBeside();
});
addEventListener("hashchange", restore);

// Shows what the address says; a plain anchor says nothing, and stays in it.
async function restore() {
  if (location.hash && !location.hash.includes("=")) return showControls();
  state = readState(location.hash, carried);
  await speak(state.lang ?? carried.languages[0]);
  show();
}

await fillReturning();
prepare();
restore();
