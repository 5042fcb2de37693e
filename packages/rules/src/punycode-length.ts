const BASE = 36;
const THRESHOLD_MIN = 1;
const THRESHOLD_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_CODE_POINT = 128;
const OTHER_DOTS = /[\u3002\uFF0E\uFF61]/;

/**
 * Length in characters of a host name label once it is written in ASCII, prefix included.
 * @see https://www.rfc-editor.org/rfc/rfc3492#section-6.3
 */
export function asciiLabelLength(label: string): number {
  const parts = label.split(OTHER_DOTS);
  return parts.reduce((length, part) => length + encodedLength(part), parts.length - 1);
}

function encodedLength(label: string): number {
  const codePoints = Array.from(label, (character) => character.codePointAt(0) ?? 0);
  const basic = codePoints.filter((codePoint) => codePoint < INITIAL_CODE_POINT).length;
  if (basic === codePoints.length) return basic;
  let length = 'xn--'.length + basic + (basic > 0 ? 1 : 0);
  let bias = INITIAL_BIAS;
  let delta = 0;
  let handled = basic;
  let previous = INITIAL_CODE_POINT;
  const others = [...new Set(codePoints.filter((codePoint) => codePoint >= INITIAL_CODE_POINT))].sort((a, b) => a - b);
  for (const current of others) {
    delta += (current - previous) * (handled + 1);
    previous = current + 1;
    for (const codePoint of codePoints) {
      if (codePoint < current) delta += 1;
      if (codePoint !== current) continue;
      length += digitsOf(delta, bias);
      bias = adaptedBias(delta, handled + 1, handled === basic);
      delta = 0;
      handled += 1;
    }
    delta += 1;
  }
  return length;
}

function digitsOf(delta: number, bias: number): number {
  let digits = 1;
  let rest = delta;
  for (let k = BASE; ; k += BASE) {
    const threshold = Math.min(Math.max(k - bias, THRESHOLD_MIN), THRESHOLD_MAX);
    if (rest < threshold) return digits;
    rest = Math.floor((rest - threshold) / (BASE - threshold));
    digits += 1;
  }
}

function adaptedBias(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : Math.floor(delta / 2);
  rest += Math.floor(rest / points);
  let k = 0;
  while (rest > ((BASE - THRESHOLD_MIN) * THRESHOLD_MAX) / 2) {
    rest = Math.floor(rest / (BASE - THRESHOLD_MIN));
    k += BASE;
  }
  return k + Math.floor(((BASE - THRESHOLD_MIN + 1) * rest) / (rest + SKEW));
}
