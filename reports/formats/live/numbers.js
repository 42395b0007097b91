// Numbers as reports.wording writes them, in the language of the page.

const language = () => document.documentElement.lang;

function fixed(x, digits) {
  const form = {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    roundingMode: "halfEven",
  };
  return new Intl.NumberFormat(language(), form).format(x);
}

const plain = (x) => new Intl.NumberFormat(language()).format(x);
const whole = (x) => fixed(x, 0);
const score = (x) => fixed(x, 2);
const percent = (x) => `${whole(100 * x)}%`;

// A share never rounds a doubt away: 0.999 is ">99%", not 100%.
function share(x) {
  const rounded = Math.round(x * 1e9) / 1e9;
  if (rounded > 0 && rounded < 0.01) return `<${percent(0.01)}`;
  if (rounded > 0.99 && rounded < 1) return `>${percent(0.99)}`;
  return percent(rounded);
}

// "2, 4–9": places in ascending order, runs of three and more as a range.
function places(numbers, words) {
  const runs = [];
  for (const n of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && n === last.at(-1) + 1) last.push(n);
    else runs.push([n]);
  }
  const parts = runs.flatMap((run) =>
    run.length > 2
      ? [fill(words.interval, { low: whole(run[0]), high: whole(run.at(-1)) })]
      : run.map(whole),
  );
  return parts.join(words.separator);
}

// A text of the locale with its placeholders filled in.
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

const names = (items) => new Intl.ListFormat(language()).format(items);
