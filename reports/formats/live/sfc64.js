// Random words: numpy's SFC64, so that the page draws what scoring.draws draws, bit for bit.
// A stream is an Int32Array: a, b, c and a counter, then the last word, each as (low, high).

const WORD = 2 ** 32;

function openStream(seed, at) {
  const bytes = new DataView(seed.buffer, seed.byteOffset + 24 * at, 24);
  const stream = new Int32Array(10);
  for (let i = 0; i < 6; i++) stream[i] = bytes.getInt32(4 * i, true);
  stream[6] = 1;
  for (let i = 0; i < 12; i++) nextWord(stream);
  return stream;
}

function nextWord(s) {
  const [aLow, aHigh, bLow, bHigh] = [s[0], s[1], s[2], s[3]];
  const [cLow, cHigh] = [s[4], s[5]];
  const low = (aLow >>> 0) + (bLow >>> 0) + (s[6] >>> 0);
  const high = aHigh + bHigh + s[7] + Math.floor(low / WORD);
  s[8] = low;
  s[9] = high;
  s[6] += 1;
  if (s[6] === 0) s[7] += 1;
  s[0] = bLow ^ ((bLow >>> 11) | (bHigh << 21));
  s[1] = bHigh ^ (bHigh >>> 11);
  const sum = (cLow >>> 0) + ((cLow << 3) >>> 0);
  s[2] = sum;
  s[3] = cHigh + ((cHigh << 3) | (cLow >>> 29)) + Math.floor(sum / WORD);
  const turned = (((cLow << 24) | (cHigh >>> 8)) >>> 0) + (s[8] >>> 0);
  s[4] = turned;
  s[5] = ((cHigh << 24) | (cLow >>> 8)) + s[9] + Math.floor(turned / WORD);
}

// Uniform in [0, 1): the upper 53 bits of the next word.
function nextUniform(s) {
  nextWord(s);
  return ((s[9] >>> 0) * 2 ** 21 + (s[8] >>> 11)) * 2 ** -53;
}
