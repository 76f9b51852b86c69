// Exact decimals: the numbers that sliders move over.

/** A decimal as [digits, exponent]: digits * 10^-exponent; null if the text is not a plain decimal. */
const parts = (text) => {
  const match = /^\s*(-?)(\d+)(?:\.(\d+))?\s*$/.exec(text);
  if (!match) return null;
  const fraction = match[3] ?? "";
  const digits = BigInt(match[2] + fraction);
  return [match[1] ? -digits : digits, fraction.length];
};

const aligned = (a, b) => {
  const [[x, m], [y, n]] = [a, b];
  const exponent = Math.max(m, n);
  return [x * 10n ** BigInt(exponent - m), y * 10n ** BigInt(exponent - n), exponent];
};

const written = (digits, exponent) => {
  const sign = digits < 0n ? "-" : "";
  const text = (digits < 0n ? -digits : digits).toString().padStart(exponent + 1, "0");
  const whole = text.slice(0, text.length - exponent);
  const fraction = text.slice(text.length - exponent).replace(/0+$/, "");
  return sign + whole + (fraction && "." + fraction);
};

/** A slider over from, from + step, ... up to an end: its last position, and the number at a position. */
export const evenly = (from, to, step) => {
  const [a, b, exponent] = aligned(parts(from), parts(step));
  const positionOf = (x) => Math.round((x - Number(from)) / Number(step));
  return { last: positionOf(Number(to)), at: (position) => written(a + BigInt(position) * b, exponent), positionOf };
};

/** The positions of a power of ten on a logarithmic slider: 1, 2, ..., 9 times that power. */
const EACH = 9;

/** A slider over the numbers of one digit from 10^least to 1; its first position is 0 where that is allowed. */
export const logarithmic = (least, hasZero) => {
  const first = hasZero ? 1 : 0;
  const at = (position) => {
    if (position < first) return "0";
    const [power, digit] = [least + Math.floor((position - first) / EACH), ((position - first) % EACH) + 1];
    return power < -3 ? `${digit}e${power}` : written(BigInt(digit), -power);
  };
  const positionOf = (x) => {
    if (x < 10 ** least) return 0;
    const power = Math.floor(Math.log10(x) + 1e-9);
    return first + (power - least) * EACH + Math.round(x / 10 ** power) - 1;
  };
  return { last: first - least * EACH, at, positionOf };
};

const FUNCTIONS = new Map([["(", (x) => x], ["ln", Math.log], ["log", Math.log], ["exp", Math.exp], ["sqrt", Math.sqrt]]);

/** About the value of an expression, which is where its slider is; NaN where this grammar does not have it. */
export const approximate = (text) => {
  const tokens = text.match(/\d+\.?\d*(?:e[+-]?\d+)?|[a-z]+|\S/gi) ?? [];
  const next = (...wanted) => wanted.includes(tokens[0]) && tokens.shift();
  const atom = () => {
    if (next("-")) return -atom();
    const token = tokens.shift();
    const apply = FUNCTIONS.get(token);
    if (!apply) return Number(token);
    if (token !== "(" && !next("(")) return NaN;
    const value = sum();
    return next(")") ? apply(value) : NaN;
  };
  const power = () => {
    const base = atom();
    return next("^") ? base ** power() : base;
  };
  const product = () => {
    let value = power();
    for (let sign = next("*", "/"); sign; sign = next("*", "/")) value = sign === "*" ? value * power() : value / power();
    return value;
  };
  const sum = () => {
    let value = product();
    for (let sign = next("+", "-"); sign; sign = next("+", "-")) value += sign === "+" ? product() : -product();
    return value;
  };
  const value = sum();
  return tokens.length === 0 ? value : NaN;
};

/** A binary float as a decimal with this number of digits after the point. */
export const decimal = (x, digits) => {
  const text = x.toFixed(digits);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
};
